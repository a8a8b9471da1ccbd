import { ClaimCase } from '../../features/operations/review/claim-case.js';
import { DecideDepositCases } from '../../features/operations/review/decide-deposit-cases.js';
import { COMMAND_LINE } from '../../features/operations/audit/actor.js';
import { canonicalHash } from '../../features/wallet/balances/index.js';
import type { TestApp } from '../app.js';
import type { Queries } from './agreements.js';
import { anOperator } from './operators.js';

/** What is said of a deposit where its user has not said it, or something else. */
interface Said {
  amount?: string;
  transaction?: string;
}

/** A deposit is credited as the desk does it: two operators say the same of it, each with a reason. */
export async function creditByTwo(app: TestApp, depositId: string, said: Said = {}): Promise<void> {
  const request = { ...said, reason: 'The money is on our account.' };
  let outcome = '';
  for (let person = 0; person < 2; person += 1) {
    const { operatorId } = await anOperator(app.owner, 'treasurer');
    const actor = { ...COMMAND_LINE, operatorId, roles: ['treasurer' as const] };
    await app.application.get(ClaimCase).execute(actor, { kind: 'deposit', id: depositId });
    ({ outcome } = await app.application.get(DecideDepositCases).approve(actor, depositId, request));
  }
  if (outcome !== 'done') throw new Error(`Deposit ${depositId}: ${outcome}`);
}

/** Two operators agree on a credit, in the transaction in which it is made. */
export async function agreeOnCredit(
  tx: Queries,
  { depositId, proposedBy, operatorId, amount = null, transaction = null, reason = 'a test' }: CreditOfTwo,
): Promise<void> {
  const named = transaction === null ? null : (canonicalHash(transaction.trim()) ?? transaction);
  await tx.query(
    `insert into operator_proposal (kind, subject_id, user_id, detail, reason, proposed_by, proposed_at)
     select 'deposit', d.id, d.user_id, jsonb_build_object('amount', coalesce($3, d.amount::text), 'transaction', $4::text),
            $5, $2, now() from deposit d where d.id = $1`,
    [depositId, proposedBy, amount, named, reason],
  );
  await tx.query(
    `update operator_proposal set status = 'approved', decided_by = $2, decided_at = now(), tied_hours = 0
      where kind = 'deposit' and subject_id = $1 and status = 'open'`,
    [depositId, operatorId],
  );
}

interface CreditOfTwo {
  depositId: string;
  proposedBy: string;
  operatorId: string;
  /** Null: as it was claimed. */
  amount?: string | null;
  transaction?: string | null;
  reason?: string;
}
