import type { ConfirmedAct } from '../codes/index.js';
import type { Caller } from '../users/index.js';

export interface PasskeyAnswer {
  /** What the browser answered, as JSON text. */
  answer: string;
  caller: Caller;
}

/** The passkeys of a user, as proofs. Implemented by the passkeys, which stand above. */
export abstract class PasskeyProofs {
  abstract has(userId: string): Promise<boolean>;
  /**
   * Uses up what was signed, right or wrong.
   * @throws Refusal `account.passkey-proof-wrong`, `account.passkey-expired`, `account.passkey-copied`.
   */
  abstract check(userId: string, act: ConfirmedAct, given: PasskeyAnswer): Promise<void>;
}
