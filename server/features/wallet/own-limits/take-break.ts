import { Injectable } from '@nestjs/common';
import { BREAK_HOURS, type BreakSpan, breakKind } from '../../../contract/rules/own-limits.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { CheckFundPassword, HasFundPassword } from '../../account/security/index.js';
import type { Caller } from '../../account/users/index.js';
import { OwnLimitsStore } from './own-limits.store.js';
import { RecordOwnLimitChanges } from './record-own-limit-changes.js';

export interface WantedBreak {
  span: BreakSpan;
  /** As it was typed; empty: it was not. */
  fundPassword: string;
}

/** Begins a cool-off or an exclusion. There is no way to end one: not for its user, and not for the desk. */
@Injectable()
export class TakeBreak {
  constructor(
    private readonly store: OwnLimitsStore,
    private readonly recordOwnLimitChanges: RecordOwnLimitChanges,
    private readonly hasFundPassword: HasFundPassword,
    private readonly checkFundPassword: CheckFundPassword,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * What nobody ends for months takes more than a session, which may be stolen: the fund password, where there is one.
   * @throws Refusal `limits.break-runs` where one runs that is as long or longer; those of {@link CheckFundPassword}.
   */
  async execute(userId: string, { span, fundPassword }: WantedBreak, caller: Caller): Promise<void> {
    const kind = breakKind(span);
    if (kind === 'exclusion' && (await this.hasFundPassword.execute(userId))) {
      await this.checkFundPassword.execute(userId, fundPassword, caller);
    }
    const at = new Date(this.clock.now());
    await this.transactions.run(async (tx) => {
      const endsAt = await this.store.begin(tx, userId, { kind, hours: BREAK_HOURS[span] }, at);
      if (endsAt === null) throw new Refusal('limits.break-runs');
      await this.recordOwnLimitChanges.breakBegan(tx, userId, { kind, endsAt, caller });
    });
  }
}
