import type { ConfirmedAct } from '../codes/index.js';
import type { Caller } from '../users/index.js';

export interface WalletSignature {
  nonce: string;
  signature: string;
  caller: Caller;
}

/** The wallets that a user logs in with, as proofs. Implemented by the login by wallet, which stands above. */
export abstract class WalletProofs {
  abstract wallets(userId: string): Promise<{ chain: string; address: string }[]>;
  /** Whether the signature is that of one of the user's wallets under the text that names this act. Uses the text up. */
  abstract check(userId: string, act: ConfirmedAct, given: WalletSignature): Promise<boolean>;
}
