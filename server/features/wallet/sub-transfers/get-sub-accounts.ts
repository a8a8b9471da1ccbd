import { Injectable } from '@nestjs/common';
import type {
  AccountWorthView,
  SubAccountBalanceView,
  SubAccountsView,
  SubAccountWorthView,
} from '../../../contract/account/sub-accounts.dto.js';
import { SUB_ACCOUNT_POCKETS, SUB_ACCOUNTS_MAX } from '../../../contract/rules/sub-accounts.rules.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type SubAccountRow, SubAccounts } from '../../account/sub-accounts/index.js';
import { ListWallets, totalOf, type Wallet } from '../balances/index.js';
import { type OpenCounts, SubTransfersStore } from './sub-transfers.store.js';

/** What a user's sub-accounts have: read by the main account's session, never as one of them. */
@Injectable()
export class GetSubAccounts {
  constructor(
    private readonly store: SubTransfersStore,
    private readonly subAccounts: SubAccounts,
    private readonly listWallets: ListWallets,
    private readonly clock: Clock,
  ) {}

  async list(userId: string): Promise<SubAccountsView> {
    const rows = await this.subAccounts.list(userId);
    const counts = await this.counts([userId, ...rows.map(({ id }) => id)]);
    const list: SubAccountWorthView[] = [];
    // One after the other: each is one statement, and a page of twenty takes no more than one connection.
    for (const row of rows) list.push(this.withWorth(row, await this.listWallets.execute(row.id), counts));
    const main = worthOf(await this.listWallets.execute(userId), counts.get(userId));
    return { list, main, most: SUB_ACCOUNTS_MAX };
  }

  /** @throws Refusal `sub-account.unknown`, also for one of somebody else. */
  async one(userId: string, id: string): Promise<SubAccountWorthView> {
    const row = await this.subAccounts.one(userId, id);
    return this.withWorth(row, await this.listWallets.execute(id), await this.counts([id]));
  }

  private async counts(ids: string[]): Promise<Map<string, OpenCounts>> {
    const rows = await this.store.counts(ids, new Date(this.clock.now()));
    return new Map(rows.map((row) => [row.id, row]));
  }

  private withWorth(row: SubAccountRow, wallets: Wallet[], counts: Map<string, OpenCounts>): SubAccountWorthView {
    const open = counts.get(row.id);
    return { ...this.subAccounts.view(row), worth: worthOf(wallets, open), keys: open?.keys ?? 0 };
  }
}

function worthOf(wallets: Wallet[], open: OpenCounts | undefined): AccountWorthView {
  const { usdt, ageMs, unpriced } = totalOf(wallets);
  const { positions = 0, orders = 0, options = 0 } = open ?? {};
  return {
    usdt: wireAmount(usdt),
    priceAgeMs: ageMs,
    unpriced,
    positions,
    orders,
    options,
    balances: wallets.flatMap(balancesOf),
  };
}

function balancesOf({ currency, balances }: Wallet): SubAccountBalanceView[] {
  return SUB_ACCOUNT_POCKETS.flatMap((account) => {
    const { available, frozen } = balances[account];
    if (available === '0' && frozen === '0') return [];
    return [{ currencyId: currency.id, currency: currency.code, account, available, frozen }];
  });
}
