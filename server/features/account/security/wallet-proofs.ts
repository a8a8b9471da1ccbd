import type { ConfirmedAct } from '../codes/index.js';

/** The wallets that a user logs in with, as proofs. Implemented by the login by wallet, which stands above. */
export abstract class WalletProofs {
  abstract wallets(userId: string): Promise<{ chain: string; address: string }[]>;
  /** Whether the signature is that of one of the user's wallets under the text that names this act. Uses the text up. */
  abstract check(userId: string, act: ConfirmedAct, given: { nonce: string; signature: string }): Promise<boolean>;
}
