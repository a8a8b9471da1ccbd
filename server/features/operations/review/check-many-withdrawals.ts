import { Injectable } from '@nestjs/common';
import { type Language, type RefusalCode, type RefusalParameters } from '../../../contract/errors.js';
import { refusalText } from '../../../contract/languages/index.js';
import type { ManyWithdrawalsRowView } from '../../../contract/operations/many-withdrawals.dto.js';
import { MANY_WITHDRAWALS_MAX, type PickedWithdrawalsAct } from '../../../contract/operations/words.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarkWithdrawalPaid } from '../../wallet/withdrawals/index.js';
import type { ActingOperator } from './acting-operator.js';
import { takesTwoPeople } from './desk-views.js';
import type { PayoutLine } from './payout-table.rules.js';
import { type WithdrawalCaseRow, WithdrawalCasesStore } from './withdrawal-cases.store.js';

/** What is so with a line before it is tried. */
type Finding =
  | 'ready'
  | 'before'
  | 'second-person'
  | 'announced'
  | { code: RefusalCode; parameters?: RefusalParameters };

/** Looks at several withdrawals as a whole: each line by itself and beside the others. Nothing is done. */
@Injectable()
export class CheckManyWithdrawals {
  constructor(
    private readonly store: WithdrawalCasesStore,
    private readonly markWithdrawalPaid: MarkWithdrawalPaid,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `request.invalid` for a table without lines, `operations.too-many-rows`. */
  async execute(
    actor: ActingOperator,
    language: Language,
    { act, lines }: { act: PickedWithdrawalsAct; lines: readonly PayoutLine[] },
  ): Promise<ManyWithdrawalsRowView[]> {
    if (lines.length === 0) throw new Refusal('request.invalid', { field: 'table' });
    if (lines.length > MANY_WITHDRAWALS_MAX) {
      throw new Refusal('operations.too-many-rows', { maximum: String(MANY_WITHDRAWALS_MAX) });
    }
    const ids = lines.filter(({ problem }) => problem !== 'operations.line-malformed').map(({ id }) => id);
    const found = new Map((await this.store.ofIds(ids, new Date(this.clock.now()))).map((row) => [row.id, row]));
    return this.transactions.run(async (tx) => {
      const rows: ManyWithdrawalsRowView[] = [];
      for (const line of lines) {
        const row = found.get(line.id) ?? null;
        rows.push(viewOf(line, row, { language, finding: await this.find(tx, actor, { act, line, row }) }));
      }
      return rows;
    });
  }

  private async find(
    tx: Transaction,
    { operatorId }: ActingOperator,
    { act, line, row }: { act: PickedWithdrawalsAct; line: PayoutLine; row: WithdrawalCaseRow | null },
  ): Promise<Finding> {
    if (line.problem !== null) return { code: line.problem };
    if (row === null) return { code: 'operations.not-found' };
    const problem =
      act === 'pay'
        ? await this.markWithdrawalPaid.problemOf(tx, {
            withdrawalId: row.id,
            operatorId,
            transaction: line.transaction ?? '',
          })
        : problemOf(act, row);
    if (problem === 'before') return 'before';
    if (problem !== null) return { code: problem };
    if (row.claimOperatorId !== null && row.claimOperatorId !== operatorId) {
      return { code: 'operations.case-claimed', parameters: { login: row.claimLogin ?? '' } };
    }
    return act === 'release' && row.releasedFrom !== null ? 'announced' : 'ready';
  }
}

/** In which states it can be done, and in which it was. */
const STATES = {
  release: { open: ['review'], before: ['approved', 'paid'] },
  // What is released is given back by two, each of whom says why at its case.
  reject: { open: ['review'], before: ['rejected'] },
} as const satisfies Record<string, Record<'open' | 'before', readonly WithdrawalCaseRow['status'][]>>;

function problemOf(act: keyof typeof STATES, { status }: WithdrawalCaseRow): 'before' | 'wallet.decided' | null {
  const { open, before }: Record<'open' | 'before', readonly string[]> = STATES[act];
  if (open.includes(status)) return null;
  return before.includes(status) ? 'before' : 'wallet.decided';
}

function viewOf(
  { line, id, transaction }: PayoutLine,
  row: WithdrawalCaseRow | null,
  { language, finding }: { language: Language; finding: Finding },
): ManyWithdrawalsRowView {
  const isRefused = typeof finding === 'object';
  return {
    line,
    id,
    transaction,
    coin: row?.coin ?? null,
    network: row?.network ?? null,
    amount: row?.amount ?? null,
    payout: row?.payout ?? null,
    needsSecondPerson: row?.status === 'review' && takesTwoPeople(row.limit, row.amount),
    plainlyProven: row?.plainlyProven ?? false,
    outcome: isRefused ? 'refused' : finding,
    problem: isRefused ? refusalText(language, finding.code, finding.parameters, 'operator') : null,
  };
}
