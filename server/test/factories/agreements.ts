import type { ProposalKind } from '../../contract/operations/words.js';

/** A connection of TypeORM, or a pool. */
export interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Two operators who agree on what is $1 about $2 with the detail $3, in the transaction of the statement: `agreed` is the proposal. */
export const AGREED = `two as (
    insert into operator (login, password_hash, totp_secret, roles, created_at)
    select concat('agreed-', left(gen_random_uuid()::text, 18)), 'none', 'none', array['treasurer'], timestamptz '2025-01-01'
      from generate_series(1, 2) returning id),
  agreed as (
    insert into operator_proposal (kind, subject_id, detail, reason, status, proposed_by, proposed_at, decided_by, decided_at)
    select $1, $2::bigint, $3::jsonb, 'a test', 'approved', min(id), now(), max(id), now() from two returning id)`;

/** What somebody does is agreed on in the transaction in which it is done. */
export async function agreeOn(
  tx: Queries,
  kind: ProposalKind,
  subjectId: number | null,
  detail: object = {},
): Promise<void> {
  await tx.query(`with ${AGREED} select from agreed`, [kind, subjectId, JSON.stringify(detail)]);
}
