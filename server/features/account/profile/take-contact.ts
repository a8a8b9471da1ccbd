import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ConfirmationCodes } from '../codes/index.js';
import { type Contact, ExcludedPeople, UsersStore } from '../users/index.js';

/** Gives a user a contact that nobody has and that no excluded person had; what was sent to the former one proves nothing any more. */
@Injectable()
export class TakeContact {
  constructor(
    private readonly excluded: ExcludedPeople,
    private readonly users: UsersStore,
    private readonly codes: ConfirmationCodes,
    private readonly clock: Clock,
  ) {}

  /**
   * False where it is another user's.
   * @throws Refusal `account.exclusion-lasts` for a contact that an excluded person had.
   */
  async execute(tx: Transaction, userId: string, contact: Contact): Promise<boolean> {
    const isTaken = await this.users.setContact(tx, userId, contact, new Date(this.clock.now()));
    if (!isTaken) return false;
    // After it is written: that waits for an account with the same contact which is being erased meanwhile.
    await this.excluded.assertContact(tx, contact);
    await this.codes.end(tx, userId);
    return true;
  }
}
