import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { refusalText } from '../../../contract/languages/index.js';
import type {
  ManyWithdrawalsRequest,
  ManyWithdrawalsRowView,
  ManyWithdrawalsView,
} from '../../../contract/operations/many-withdrawals.dto.js';
import type { ManyWithdrawalsAct } from '../../../contract/operations/words.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from './acting-operator.js';
import { CheckManyWithdrawals } from './check-many-withdrawals.js';
import { ClaimCase } from './claim-case.js';
import { DecideWithdrawalCases } from './decide-withdrawal-cases.js';

/** Who hands a table in, and how to answer. */
export interface ManyAsked {
  actor: ActingOperator;
  language: Language;
  /** Of the whole table; each line has one of its own made from it. */
  key: string | null;
}

/**
 * Releases many withdrawals, or marks them as paid, by one table. The table is looked at as a whole first, and one wrong line
 * stops all of it. Then each line is claimed and decided as one withdrawal is, in a transaction of its own and by the same
 * rules: a table that broke off half-way is handed in again, and what was done before stays so.
 */
@Injectable()
export class DecideManyWithdrawals {
  constructor(
    private readonly checkManyWithdrawals: CheckManyWithdrawals,
    private readonly decideWithdrawalCases: DecideWithdrawalCases,
    private readonly claimCase: ClaimCase,
    private readonly commands: IdempotentCommands,
    private readonly log: AuditLog,
  ) {}

  /** What would become of each line. That somebody asked is written down. @throws Refusal those of `CheckManyWithdrawals`. */
  async check({ actor, language }: ManyAsked, request: ManyWithdrawalsRequest): Promise<ManyWithdrawalsView> {
    const rows = await this.checkManyWithdrawals.execute(actor, language, request);
    await this.note(actor, 'withdrawal.check-many', request.act, rows);
    return { carriedOut: false, rows };
  }

  /** @throws Refusal those of `CheckManyWithdrawals`. What is refused of a line is said of that line. */
  async execute(asked: ManyAsked, request: ManyWithdrawalsRequest): Promise<ManyWithdrawalsView> {
    const { actor, language } = asked;
    const checked = await this.checkManyWithdrawals.execute(actor, language, request);
    if (checked.some(({ outcome }) => outcome === 'refused')) {
      await this.note(actor, 'withdrawal.check-many', request.act, checked);
      return { carriedOut: false, rows: checked };
    }
    await this.note(actor, 'withdrawal.decide-many', request.act, checked);
    const rows: ManyWithdrawalsRowView[] = [];
    for (const row of checked) rows.push(row.outcome === 'ready' ? await this.decide(asked, request.act, row) : row);
    return { carriedOut: true, rows };
  }

  private async decide(
    { actor, language, key }: ManyAsked,
    act: ManyWithdrawalsAct,
    row: ManyWithdrawalsRowView,
  ): Promise<ManyWithdrawalsRowView> {
    const { id, transaction } = row;
    const body = { id, transaction };
    const route = `ops/withdrawals/many/${act}`;
    const command = { userId: actor.operatorId, route, key: key && keyOf(key, id), body };
    try {
      const { outcome } = await this.commands.run(command, async (tx) => {
        await this.claimCase.take(tx, actor, { kind: 'withdrawal', id });
        return act === 'pay'
          ? this.decideWithdrawalCases.pay(actor, id, transaction ?? '', tx)
          : this.decideWithdrawalCases.approve(actor, id, tx);
      });
      return { ...row, outcome };
    } catch (error) {
      // Of a database that is away no line is asked after the other: whoever hands the table in again is told what was done before.
      if (!(error instanceof Refusal) || isUndecided(error)) throw error;
      // Who was the first of the two has said so, and waits for the other.
      if (act === 'release' && error.code === 'wallet.second-person') return { ...row, outcome: 'second-person' };
      return this.refused(row, { actor, language, act, error });
    }
  }

  /** What was decided between the look and the decision, by somebody else with the same table, was done before. */
  private async refused(
    row: ManyWithdrawalsRowView,
    { actor, language, act, error }: Omit<ManyAsked, 'key'> & { act: ManyWithdrawalsAct; error: Refusal },
  ): Promise<ManyWithdrawalsRowView> {
    const refused = { ...row, outcome: 'refused' as const };
    const problem = refusalText(language, error.code, error.parameters, 'operator');
    if (error.code !== 'wallet.decided') return { ...refused, problem };
    const table = row.transaction === null ? row.id : `${row.id},${row.transaction}`;
    const [now] = await this.checkManyWithdrawals.execute(actor, language, { act, table });
    return now?.outcome === 'before' ? { ...row, outcome: 'before' } : { ...refused, problem };
  }

  private note(
    actor: ActingOperator,
    action: string,
    act: ManyWithdrawalsAct,
    rows: readonly ManyWithdrawalsRowView[],
  ): Promise<void> {
    const wrong = rows.filter(({ outcome }) => outcome === 'refused').length;
    return this.log.recordLook(actor, { action, subject: 'withdrawal', detail: { act, rows: rows.length, wrong } });
  }
}

/** The key of a line: of this withdrawal in this table, and never longer than a key may be. */
function keyOf(key: string, id: string): string {
  return createHash('sha256').update(`${key} ${id}`).digest('hex');
}

/** Nobody knows what became of the line. */
function isUndecided({ code }: Refusal): boolean {
  return code === 'request.unavailable' || code === 'request.outcome-unknown';
}
