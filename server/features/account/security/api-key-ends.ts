import type { Transaction } from '../../../platform/database/transaction.js';
import type { Caller } from '../users/index.js';

/** Ends the keys of a user's own programs. Implemented by the API keys, which stand above. */
export abstract class ApiKeyEnds {
  /** Ends all of them, and tells the user so where there were any; what is answered is to be called after the commit. */
  abstract endAll(
    tx: Transaction,
    userId: string,
    reason: 'password' | 'sessions',
    caller: Caller,
  ): Promise<() => void>;
}
