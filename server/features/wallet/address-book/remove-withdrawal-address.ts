import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { endsOfTarget } from '../../account/codes/index.js';
import { SecurityLog } from '../../account/notices/index.js';
import type { Caller } from '../../account/users/index.js';
import { WalletActs } from '../balances/index.js';
import { WithdrawalAddressesStore } from './withdrawal-addresses.store.js';

/** Takes an address out of a user's own book. Withdrawals that were asked for before go their way. */
@Injectable()
export class RemoveWithdrawalAddress {
  constructor(
    private readonly store: WithdrawalAddressesStore,
    private readonly transactions: Transactions,
    private readonly acts: WalletActs,
    private readonly log: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `wallet.not-found` also for another's address. */
  execute(userId: string, addressId: string, caller: Caller): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.acts.lockUser(tx, userId);
      const address = await this.store.remove(tx, userId, addressId, new Date(this.clock.now()));
      if (address === null) throw new Refusal('wallet.not-found');
      const act = { act: 'address', amount: '', coin: '', target: address } as const;
      await this.log.note(tx, userId, 'address-removed', caller, endsOfTarget(act));
    });
  }
}
