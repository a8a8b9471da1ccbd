import { Injectable } from '@nestjs/common';
import type {
  ManyWithdrawalsRequest,
  ManyWithdrawalsRowView,
  ManyWithdrawalsView,
} from '../../../contract/operations/many-withdrawals.dto.js';
import { AuditLog } from '../audit/index.js';
import { CheckManyWithdrawals } from './check-many-withdrawals.js';
import { DecideWithdrawalLine, type ManyAsked } from './decide-withdrawal-line.js';
import { manyLook, sumsOf } from './many-withdrawals.rules.js';
import { payoutLines } from './payout-table.rules.js';

/**
 * Releases many withdrawals, or marks them as paid, by one table. The table is looked at as a whole first, and one wrong line
 * stops all of it. Then each line is decided as one withdrawal is: a table that broke off half-way is handed in again, and what
 * was done before stays so.
 */
@Injectable()
export class DecideManyWithdrawals {
  constructor(
    private readonly checkManyWithdrawals: CheckManyWithdrawals,
    private readonly decideWithdrawalLine: DecideWithdrawalLine,
    private readonly log: AuditLog,
  ) {}

  /** What would become of each line. That somebody asked is written down. @throws Refusal those of `CheckManyWithdrawals`. */
  async check(asked: ManyAsked, request: ManyWithdrawalsRequest): Promise<ManyWithdrawalsView> {
    const rows = await this.look(asked, request);
    await this.log.recordLook(asked.actor, manyLook('withdrawal.check-many', request.act, rows));
    return { carriedOut: false, rows, sums: sumsOf(rows) };
  }

  /** @throws Refusal those of `CheckManyWithdrawals`. What is refused of a line is said of that line. */
  async execute(asked: ManyAsked, request: ManyWithdrawalsRequest): Promise<ManyWithdrawalsView> {
    const { act } = request;
    const checked = await this.look(asked, request);
    const mayDecide = checked.every(({ outcome }) => outcome !== 'refused');
    const action = mayDecide ? 'withdrawal.decide-many' : 'withdrawal.check-many';
    await this.log.recordLook(asked.actor, manyLook(action, act, checked));
    if (!mayDecide) return { carriedOut: false, rows: checked, sums: sumsOf(checked) };
    const rows = await this.decideWithdrawalLine.each(asked, { act, reason: '' }, checked);
    return { carriedOut: true, rows, sums: sumsOf(rows) };
  }

  private look(
    { actor, language }: ManyAsked,
    { act, table }: ManyWithdrawalsRequest,
  ): Promise<ManyWithdrawalsRowView[]> {
    return this.checkManyWithdrawals.execute(actor, language, { act, lines: payoutLines(table, act) });
  }
}
