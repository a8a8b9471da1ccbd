import { Injectable } from '@nestjs/common';
import type {
  ManyWithdrawalsRowView,
  ManyWithdrawalsView,
  PickedWithdrawalsRequest,
} from '../../../contract/operations/many-withdrawals.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { CheckManyWithdrawals } from './check-many-withdrawals.js';
import { DecideWithdrawalLine, type ManyAsked } from './decide-withdrawal-line.js';
import { manyLook, sumsOf } from './many-withdrawals.rules.js';
import { pickedLines } from './payout-table.rules.js';

/**
 * Releases, rejects or marks as paid the withdrawals that an operator ticked in the list. Each stands by itself: one that is
 * refused says why, and the others are decided. Each is decided as one withdrawal is, by the same rules for limits, caps and the
 * second person; handed in again, what was done before stays so.
 */
@Injectable()
export class DecidePickedWithdrawals {
  constructor(
    private readonly checkManyWithdrawals: CheckManyWithdrawals,
    private readonly decideWithdrawalLine: DecideWithdrawalLine,
    private readonly log: AuditLog,
  ) {}

  /** What would become of each. That somebody asked is written down. @throws Refusal `wallet.reason-required`. */
  async check(asked: ManyAsked, request: PickedWithdrawalsRequest): Promise<ManyWithdrawalsView> {
    const rows = await this.look(asked, request);
    await this.log.recordLook(asked.actor, manyLook('withdrawal.check-many', request.act, rows));
    return { carriedOut: false, rows, sums: sumsOf(rows) };
  }

  /** @throws Refusal `wallet.reason-required`. What is refused of one is said of that one. */
  async execute(asked: ManyAsked, request: PickedWithdrawalsRequest): Promise<ManyWithdrawalsView> {
    const { act, reason = '' } = request;
    const checked = await this.look(asked, request);
    await this.log.recordLook(asked.actor, manyLook('withdrawal.decide-many', act, checked));
    const rows = await this.decideWithdrawalLine.each(asked, { act, reason }, checked);
    return { carriedOut: true, rows, sums: sumsOf(rows) };
  }

  private look(
    { actor, language }: ManyAsked,
    { act, picked, reason = '' }: PickedWithdrawalsRequest,
  ): Promise<ManyWithdrawalsRowView[]> {
    if (act === 'reject' && reason.trim() === '') throw new Refusal('wallet.reason-required');
    return this.checkManyWithdrawals.execute(actor, language, { act, lines: pickedLines(picked, act) });
  }
}
