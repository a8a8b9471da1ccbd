import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { callFunction } from '../../../platform/database/call-function.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Violation } from './findings.js';

export interface QuarantineRow extends Violation {
  id: string;
  proposalId: string;
  invariant: string;
  since: Date;
}

const details = z.record(z.string(), z.string().nullable());

/** The violations that two operators have put into quarantine. */
@Injectable()
export class QuarantineStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Returns how many were added; a violation already in quarantine is skipped. */
  async insert(
    tx: Transaction,
    { proposalId, invariant, at }: { proposalId: string; invariant: string; at: Date },
    violations: readonly Violation[],
  ): Promise<number> {
    const rows: unknown[] = await tx.query(
      `insert into books_quarantine (proposal_id, invariant, fingerprint, book, details, since)
       select $1, $2, v.fingerprint, v.book, v.details, $3
         from jsonb_to_recordset($4::jsonb) as v (fingerprint text, book text, details jsonb)
       on conflict do nothing returning id`,
      [proposalId, invariant, at, JSON.stringify(violations)],
    );
    return rows.length;
  }

  async standing(limit: number): Promise<QuarantineRow[]> {
    const rows: QuarantineRow[] = await this.source.query(
      `select id, proposal_id as "proposalId", invariant, fingerprint, book, details, since
         from books_quarantine where lifted_at is null order by id desc limit $1`,
      [limit],
    );
    return rows.map((row) => ({ ...row, details: storedJson(details, row.details, 'books_quarantine.details') }));
  }

  async countStanding(): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      'select count(*)::integer as count from books_quarantine where lifted_at is null',
    );
    return rows[0]?.count ?? 0;
  }

  /** Null when there is no active one. */
  async lift(
    tx: Transaction,
    id: string,
    { operatorId, reason, at }: { operatorId: string; reason: string; at: Date },
  ): Promise<{ invariant: string; book: string; fingerprint: string } | null> {
    // Quarantined rows are checked again first.
    await callFunction(tx, 'books_suspects_anew', {});
    const [rows]: [{ invariant: string; book: string; fingerprint: string }[], number] = await tx.query(
      `update books_quarantine set lifted_at = $2, lifted_by = $3, lift_reason = $4
        where id = $1 and lifted_at is null returning invariant, book, fingerprint`,
      [id, at, operatorId, reason],
    );
    return rows[0] ?? null;
  }
}
