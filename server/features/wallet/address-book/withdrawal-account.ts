import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { WalletActs } from '../balances/index.js';
import { type AddressRow, WithdrawalAddressesStore } from './withdrawal-addresses.store.js';

export interface ChosenAccount {
  kind: 'none' | 'address' | 'bank';
  address: AddressRow | null;
}

/** Where a user likes to withdraw to, so that a page can offer it first. */
@Injectable()
export class WithdrawalAccount {
  constructor(
    private readonly store: WithdrawalAddressesStore,
    private readonly transactions: Transactions,
    private readonly acts: WalletActs,
    private readonly clock: Clock,
  ) {}

  async read(userId: string): Promise<ChosenAccount> {
    const chosen = await this.store.account(userId);
    if (!chosen) return { kind: 'none', address: null };
    const address = (await this.store.live(userId)).find(({ id }) => id === chosen.addressId) ?? null;
    return { kind: chosen.kind, address };
  }

  /** @param addressId of the own book; null: the bank card. @throws Refusal `withdrawals.address-missing`. */
  async set(userId: string, addressId: string | null): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.acts.lockUser(tx, userId);
      if (addressId !== null && !(await this.store.lock(tx, userId, addressId))) {
        throw new Refusal('withdrawals.address-missing');
      }
      await this.store.setAccount(tx, userId, addressId, new Date(this.clock.now()));
    });
  }
}
