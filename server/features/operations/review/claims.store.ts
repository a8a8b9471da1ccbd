import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';

/** Cases whose claims are the desk's; those of verifications are kept with the verification. */
export type ClaimedKind = 'deposit' | 'withdrawal' | 'otc';

export interface ClaimedCase {
  kind: ClaimedKind;
  id: string;
}

export interface ClaimRow {
  operatorId: string;
  login: string;
  until: Date;
}

const OPEN: Record<ClaimedKind, string> = {
  deposit: `select status = 'review' as open from deposit where id = $1`,
  withdrawal: `select status in ('review', 'approved') as open from withdrawal where id = $1`,
  otc: `select status = 4 as open from otc_order where id = $1 and appealed_at is not null`,
};

/** The SQL of who works on which case. */
@Injectable()
export class ClaimsStore {
  /** Whether the case waits for somebody; null when there is no such case. */
  async isOpen(tx: Transaction, { kind, id }: ClaimedCase): Promise<boolean | null> {
    const rows: { open: boolean }[] = await tx.query(OPEN[kind], [id]);
    return rows[0]?.open ?? null;
  }

  /** Takes or keeps the case, unless somebody else holds it: the row's key lets one in. */
  async take(
    tx: Transaction,
    { kind, id }: ClaimedCase,
    { operatorId, at, until }: { operatorId: string; at: Date; until: Date },
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `insert into operator_claim as held (kind, subject_id, operator_id, claimed_at, held_until)
       values ($1, $2, $3, $4, $5)
       on conflict (kind, subject_id) do update set operator_id = $3, claimed_at = $4, held_until = $5
         where held.operator_id = $3 or held.held_until <= $4
       returning subject_id`,
      [kind, id, operatorId, at, until],
    );
    return rows.length > 0;
  }

  async holder(tx: Transaction, { kind, id }: ClaimedCase): Promise<ClaimRow | null> {
    const rows: ClaimRow[] = await tx.query(
      `select c.operator_id as "operatorId", o.login, c.held_until as until
         from operator_claim c join operator o on o.id = c.operator_id where c.kind = $1 and c.subject_id = $2`,
      [kind, id],
    );
    return rows[0] ?? null;
  }

  /** Whether the operator holds the case; it stays so until the transaction ends. */
  async lockHeld(tx: Transaction, { kind, id }: ClaimedCase, operatorId: string, now: Date): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select 1 from operator_claim
        where kind = $1 and subject_id = $2 and operator_id = $3 and held_until > $4 for update`,
      [kind, id, operatorId, now],
    );
    return rows.length > 0;
  }

  async release(tx: Transaction, { kind, id }: ClaimedCase, operatorId: string): Promise<boolean> {
    const [, count]: [unknown, number] = await tx.query(
      'delete from operator_claim where kind = $1 and subject_id = $2 and operator_id = $3',
      [kind, id, operatorId],
    );
    return count > 0;
  }
}
