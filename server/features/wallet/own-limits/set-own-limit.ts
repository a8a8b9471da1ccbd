import { Injectable } from '@nestjs/common';
import { type DecimalText, fromUnits, parseAmount, toUnits } from '../../../contract/money.js';
import {
  LIMIT_DECIMALS,
  type LimitKind,
  periodsOf,
  TIME_MOST_MINUTES,
} from '../../../contract/rules/own-limits.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Caller } from '../../account/users/index.js';
import { type LimitName, OwnLimitsStore } from './own-limits.store.js';
import { RecordOwnLimitChanges } from './record-own-limit-changes.js';

const HOUR_MS = 3_600_000;

export interface WantedLimit extends LimitName {
  userId: string;
  /** As it was typed; null: no limit any more. */
  amount: string | null;
  caller: Caller;
}

/** Sets, changes or takes away a limit of a user, and calls back what was asked for and does not hold yet. */
@Injectable()
export class SetOwnLimit {
  constructor(
    private readonly store: OwnLimitsStore,
    private readonly recordOwnLimitChanges: RecordOwnLimitChanges,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * What is stricter, or the first, holds at once; what is laxer a day later.
   * @throws Refusal `request.invalid`, `limits.unchanged`.
   */
  async execute({ userId, kind, period, amount, caller }: WantedLimit): Promise<void> {
    assertPeriod({ kind, period });
    const wanted = amount === null ? null : limitAmount(kind, amount);
    const at = new Date(this.clock.now());
    await this.transactions.run(async (tx) => {
      const holdsFrom = await this.store.set(tx, userId, { kind, period, amount: wanted }, at);
      if (holdsFrom === null) throw new Refusal('limits.unchanged');
      // The database stamps it, and its clock may be a little ahead of this process.
      const isLater = holdsFrom.getTime() > at.getTime() + HOUR_MS;
      await this.recordOwnLimitChanges.limit(tx, userId, { kind, period, amount: wanted, holdsFrom, isLater, caller });
    });
  }

  /** @throws Refusal `limits.nothing-pending`. */
  async callBack({ userId, kind, period, caller }: Omit<WantedLimit, 'amount'>): Promise<void> {
    assertPeriod({ kind, period });
    const at = new Date(this.clock.now());
    await this.transactions.run(async (tx) => {
      if (!(await this.store.callBack(tx, userId, { kind, period }, at))) throw new Refusal('limits.nothing-pending');
      await this.recordOwnLimitChanges.calledBack(tx, userId, { kind, period, caller });
    });
  }
}

function assertPeriod({ kind, period }: LimitName): void {
  if (!periodsOf(kind).includes(period)) throw new Refusal('request.invalid', { field: 'period' });
}

/** Without zeros behind: the security event says it as the books have it, which are held against it. */
function limitAmount(kind: LimitKind, text: string): DecimalText {
  const isTime = kind === 'time';
  const { amount } = parseAmount(text, isTime ? 0 : LIMIT_DECIMALS);
  if (amount === null || (isTime && Number.parseInt(amount, 10) > TIME_MOST_MINUTES)) {
    throw new Refusal('request.invalid', { field: 'amount' });
  }
  return fromUnits(toUnits(amount));
}
