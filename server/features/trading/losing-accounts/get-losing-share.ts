import { Injectable } from '@nestjs/common';
import type { LosingAccountsView } from '../../../contract/trading/losing-accounts.dto.js';
import { type CountedAccounts, LosingAccountsStore } from './losing-accounts.store.js';

/** With fewer accounts a share says little, and may say something about somebody. */
export const ACCOUNTS_MIN = 100;

/** How many of the accounts that traded a product lost money with it. */
@Injectable()
export class GetLosingShare {
  constructor(private readonly store: LosingAccountsStore) {}

  /** One line a product that has been counted. */
  async execute(): Promise<LosingAccountsView[]> {
    return (await this.store.read()).map(viewOf);
  }
}

function viewOf({ product, accounts, losing, since, countedAt }: CountedAccounts): LosingAccountsView {
  const isEnough = accounts >= ACCOUNTS_MIN;
  return {
    product,
    accounts: isEnough ? accounts : null,
    // Rounded up: the figure warns.
    percent: isEnough ? Math.ceil((losing * 100) / accounts) : null,
    accountsMin: ACCOUNTS_MIN,
    since,
    countedAt,
  };
}
