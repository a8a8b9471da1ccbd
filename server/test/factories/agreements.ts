import type { ProposalKind } from '../../contract/operations/words.js';

/** A connection of TypeORM, or a pool. */
export interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}

const TWO = `two as (
    insert into operator (login, password_hash, totp_secret, roles, created_at)
    select concat('agreed-', left(gen_random_uuid()::text, 18)), 'none', 'none', array['treasurer'], timestamptz '2025-01-01'
      from generate_series(1, 2) returning id)`;

/**
 * Two operators who agree on what is $1 about $2 with the detail $3, in the transaction of the statement: `agreed` is the proposal. Written as
 * it is once it was decided, which the owner of the table may.
 */
export const AGREED = `${TWO},
  agreed as (
    insert into operator_proposal (kind, subject_id, detail, reason, status, proposed_by, proposed_at, decided_by, decided_at)
    select $1, $2::bigint, $3::jsonb, 'a test', 'approved', min(id), now(), max(id), now() from two returning id)`;

interface Proposed {
  id: string;
  other: string;
}

/** What somebody does is agreed on in the transaction in which it is done. @returns the proposal's number. */
export async function agreeOn(
  tx: Queries,
  kind: ProposalKind,
  subjectId: number | null,
  detail: object = {},
): Promise<string> {
  const proposed = `with ${TWO}, proposed as (
      insert into operator_proposal (kind, subject_id, detail, reason, proposed_by, proposed_at)
      select $1, $2::bigint, $3::jsonb, 'a test', min(id), now() from two returning id)
    select proposed.id, (select max(id) from two) as other from proposed`;
  const answer = await tx.query(proposed, [kind, subjectId, JSON.stringify(detail)]);
  const [{ id, other }] = (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as [Proposed];
  await tx.query(
    `update operator_proposal set status = 'approved', decided_by = $2, decided_at = now(), tied_hours = 0 where id = $1`,
    [id, other],
  );
  return id;
}
