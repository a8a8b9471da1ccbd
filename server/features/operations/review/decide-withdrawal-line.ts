import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Language } from '../../../contract/errors.js';
import { refusalText } from '../../../contract/languages/index.js';
import type { DecisionView } from '../../../contract/operations/cases.dto.js';
import type { ManyWithdrawalsRowView } from '../../../contract/operations/many-withdrawals.dto.js';
import type { PickedWithdrawalsAct } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import type { ActingOperator } from './acting-operator.js';
import { CheckManyWithdrawals } from './check-many-withdrawals.js';
import { ClaimCase } from './claim-case.js';
import { DecideWithdrawalCases } from './decide-withdrawal-cases.js';

const decisionReply: z.ZodType<DecisionView> = z.object({ outcome: z.enum(['done', 'second-person', 'announced']) });

/** Who hands several withdrawals in, and how to answer. */
export interface ManyAsked {
  actor: ActingOperator;
  language: Language;
  /** Of all lines together; each has one of its own made from it. */
  key: string | null;
}

/** What is done to a line. */
export interface LineAct {
  act: PickedWithdrawalsAct;
  /** Of a rejection, which the user reads. */
  reason: string;
}

/** One of several withdrawals, claimed and decided as a single one is, in a transaction of its own. */
@Injectable()
export class DecideWithdrawalLine {
  constructor(
    private readonly checkManyWithdrawals: CheckManyWithdrawals,
    private readonly decideWithdrawalCases: DecideWithdrawalCases,
    private readonly claimCase: ClaimCase,
    private readonly commands: IdempotentCommands,
  ) {}

  /** All that are ready, one after the other; the others stay as they are. */
  async each(
    asked: ManyAsked,
    lineAct: LineAct,
    checked: readonly ManyWithdrawalsRowView[],
  ): Promise<ManyWithdrawalsRowView[]> {
    const rows: ManyWithdrawalsRowView[] = [];
    for (const row of checked) rows.push(row.outcome === 'ready' ? await this.execute(asked, lineAct, row) : row);
    return rows;
  }

  /** @returns the line with what came of it, also where it was refused. @throws Refusal of a database that is away. */
  private async execute(
    { actor, language, key }: ManyAsked,
    { act, reason }: LineAct,
    row: ManyWithdrawalsRowView,
  ): Promise<ManyWithdrawalsRowView> {
    const { id, transaction } = row;
    const body = { id, transaction, ...(act === 'reject' && { reason }) };
    const route = `ops/withdrawals/many/${act}`;
    const command = { userId: actor.operatorId, route, key: key && keyOf(key, id), body, reply: decisionReply };
    try {
      const { outcome } = await this.commands.run(command, async (tx) => {
        await this.claimCase.take(tx, actor, { kind: 'withdrawal', id });
        return this.decide(tx, actor, { act, reason, id, transaction });
      });
      return { ...row, outcome };
    } catch (error) {
      // Of a database that is away no line is asked after the other: whoever hands them in again is told what was done before.
      if (!(error instanceof Refusal) || isUndecided(error)) throw error;
      // Who was the first of the two has said so, and waits for the other.
      if (act === 'release' && error.code === 'wallet.second-person') return { ...row, outcome: 'second-person' };
      return this.refused(row, { actor, language, act, error });
    }
  }

  private decide(
    tx: Transaction,
    actor: ActingOperator,
    { act, reason, id, transaction }: LineAct & Pick<ManyWithdrawalsRowView, 'id' | 'transaction'>,
  ): Promise<DecisionView> {
    if (act === 'pay') return this.decideWithdrawalCases.pay(actor, id, { transaction: transaction ?? '' }, tx);
    if (act === 'reject') return this.decideWithdrawalCases.reject(actor, id, reason, tx);
    return this.decideWithdrawalCases.approve(actor, id, tx);
  }

  /** What was decided between the look and the decision, by somebody else with the same line, was done before. */
  private async refused(
    row: ManyWithdrawalsRowView,
    { actor, language, act, error }: Omit<ManyAsked, 'key'> & { act: PickedWithdrawalsAct; error: Refusal },
  ): Promise<ManyWithdrawalsRowView> {
    const refused = { ...row, outcome: 'refused' as const };
    const problem = refusalText(language, error.code, error.parameters, 'operator');
    if (error.code !== 'wallet.decided') return { ...refused, problem };
    const { line, id, transaction } = row;
    const lines = [{ line, id, transaction, problem: null }];
    const [now] = await this.checkManyWithdrawals.execute(actor, language, { act, lines });
    return now?.outcome === 'before' ? { ...row, outcome: 'before' } : { ...refused, problem };
  }
}

/** The key of a line: of this withdrawal among these, and never longer than a key may be. */
function keyOf(key: string, id: string): string {
  return createHash('sha256').update(`${key} ${id}`).digest('hex');
}

/** Nobody knows what became of the line. */
function isUndecided({ code }: Refusal): boolean {
  return code === 'request.unavailable' || code === 'request.outcome-unknown';
}
