import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Refusal } from '../../platform/http/refusal.js';
import { NoteWithdrawal } from './note-withdrawal.js';
import { WithdrawalAddressesStore } from './withdrawal-addresses.store.js';

/** Takes an address out of a user's own book. Withdrawals that were asked for before go their way. */
@Injectable()
export class RemoveWithdrawalAddress {
  constructor(
    private readonly store: WithdrawalAddressesStore,
    private readonly transactions: Transactions,
    private readonly note: NoteWithdrawal,
  ) {}

  /** @throws Refusal `wallet.not-found` also for another's address. */
  execute(userId: string, addressId: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.note.lockUser(tx, userId);
      const isGone = await this.store.remove(tx, userId, addressId, this.note.now());
      if (!isGone) throw new Refusal('wallet.not-found');
    });
  }
}
