import { Injectable } from '@nestjs/common';
import { BREAK_HOURS, type BreakSpan, breakKind } from '../../../contract/rules/own-limits.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Caller } from '../../account/users/index.js';
import { OwnLimitsStore } from './own-limits.store.js';
import { TellOwnLimits } from './tell-own-limits.js';

/** Begins a cool-off or an exclusion. There is no way to end one: not for its user, and not for the desk. */
@Injectable()
export class TakeBreak {
  constructor(
    private readonly store: OwnLimitsStore,
    private readonly tell: TellOwnLimits,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `limits.break-runs` where one runs that is as long or longer. */
  async execute(userId: string, span: BreakSpan, caller: Caller): Promise<void> {
    const kind = breakKind(span);
    const at = new Date(this.clock.now());
    await this.transactions.run(async (tx) => {
      const endsAt = await this.store.begin(tx, userId, { kind, hours: BREAK_HOURS[span] }, at);
      if (endsAt === null) throw new Refusal('limits.break-runs');
      await this.tell.breakBegan(tx, userId, { kind, endsAt, caller });
    });
  }
}
