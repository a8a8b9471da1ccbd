import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ChangeCaps } from '../balances/index.js';
import { DepositsStore } from './deposits.store.js';

/** A credit beyond what one person may credit on one day without a chain's word waits before it is booked. */
@Injectable()
export class PostponeDeposit {
  constructor(
    private readonly store: DepositsStore,
    private readonly caps: ChangeCaps,
  ) {}

  /** Whether the credit counts against the caps, and would go beyond that of one of its persons and not beyond that of all. */
  async isNeeded(tx: Transaction, id: string, { amount, people }: { amount: DecimalText; people: string[] }) {
    const deposit = await this.store.find(tx, id);
    if (deposit?.status !== 'review') return false;
    const act = await this.store.cappedAs(tx, id, amount);
    if (act === null) return false;
    return (await this.caps.reached(tx, { act, currencyId: deposit.currencyId, amount, people })) === 'person';
  }

  /** From the instant on it is credited beyond that cap, too. Nothing moves yet. */
  execute(tx: Transaction, id: string, until: Date): Promise<void> {
    return this.store.wait(tx, id, until);
  }

  /** It has not waited. What is decided meanwhile stays as it is. */
  undo(tx: Transaction, id: string): Promise<void> {
    return this.store.wait(tx, id, null);
  }
}
