import type { Transaction } from '../../../platform/database/transaction.js';

/** Keeps the pictures of codes that a user is paid by. Implemented by the uploads, which stand above the accounts. */
export abstract class PaymentPictures {
  /**
   * @param added references of photos that become the user's pictures, each handed in once.
   * @param replaced those that are it no longer: nobody can look at them from now on.
   * @throws Refusal `uploads.unknown`.
   */
  abstract change(
    tx: Transaction,
    userId: string,
    { added, replaced }: { added: string[]; replaced: string[] },
  ): Promise<void>;
}
