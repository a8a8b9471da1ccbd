import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { HouseAccountKind, Journal, Posted } from './ledger-journal.js';
import { refusalOf } from './ledger-refusals.js';
import { type Balance, LedgerStore } from './ledger.store.js';
import { assertRegistered } from './reasons.js';

/** The books: the only code that changes a balance. */
@Injectable()
export class Ledger {
  constructor(
    private readonly store: LedgerStore,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Posts one journal in the transaction. Posting the same reason and reference again answers what the first posting
   * did. Several postings in one transaction lock their accounts one after the other: prefer one journal with more
   * legs, and lock the user's row before anything else.
   * @throws Refusal `ledger.insufficient-balance` when a user's account, or a house account that may not owe, would
   * fall below zero; the transaction is void then. Any other error is a bug: legs that do not balance, too many
   * decimals, a hold that is not there, a reference that was used for another journal.
   */
  async post(tx: Transaction, journal: Journal): Promise<Posted> {
    assertRegistered(journal.reason);
    try {
      return await this.store.post(tx, journal);
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** Posts one journal that is a whole command, in a transaction of its own; tried again after a passing failure. */
  async postAlone(journal: Journal): Promise<Posted> {
    return this.transactions.runStatement((tx) => this.post(tx, journal));
  }

  /** Every account of a user that ever had money. An account that is missing holds zero. */
  balancesOf(userId: string, demo = false, tx?: Transaction): Promise<Balance[]> {
    return this.store.balancesOf(userId, demo, tx);
  }

  /** The balance of a house account. */
  houseBalance(kind: HouseAccountKind, currencyId: number, demo = false): Promise<DecimalText> {
    return this.store.houseBalance(kind, currencyId, demo);
  }
}
