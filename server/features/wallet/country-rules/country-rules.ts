import { Injectable } from '@nestjs/common';
import type { CountryProduct } from '../../../contract/rules/country-rules.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { refusalOf } from '../ledger/index.js';
import { CountryRulesStore } from './country-rules.store.js';

/** What other features ask that have no stored function of their own. */
@Injectable()
export class CountryRules {
  constructor(
    private readonly store: CountryRulesStore,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Before something new is begun, in the transaction that does; no rule changes until that ends.
   * @throws Refusal `country.not-offered`, `country.closing-only`.
   */
  assert(tx: Transaction, userId: string, product: CountryProduct): Promise<void> {
    return refused(() => this.store.assert(tx, userId, product));
  }

  /** Of whoever else is a party to it, behind {@link assert}. @throws Refusal as there. */
  judge(tx: Transaction, userId: string, product: CountryProduct): Promise<void> {
    return refused(() => this.store.judge(tx, userId, product));
  }

  /** Before an address or an account to pay to is shown. @throws Refusal as {@link assert}. */
  assertMayDeposit(userId: string): Promise<void> {
    return this.transactions.run((tx) => this.assert(tx, userId, 'deposits'));
  }
}

async function refused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw refusalOf(error);
  }
}
