import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Invariant } from './invariants.js';

/** Rows of a broken invariant that are read; one is enough to stop the product. */
const ROWS_READ = 20;
const QUERY_LIMIT = '150s';

export type ViolatingRow = Record<string, unknown>;

export interface CheckedInvariant {
  name: string;
  says: string;
  /** The first twenty rows that break it; empty when it holds. */
  rows: ViolatingRow[];
  tookMs: number;
}

/** Reads the whole book, to check and to seal it. */
@Injectable()
export class BooksStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Checks every invariant against one snapshot: between two statements the books move. */
  check(invariants: Invariant[]): Promise<CheckedInvariant[]> {
    return this.source.transaction('REPEATABLE READ', async (tx) => {
      await tx.query('set transaction read only');
      await tx.query(`set local statement_timeout = '${QUERY_LIMIT}'`);
      await tx.query(`set local work_mem = '64MB'`);
      const checked: CheckedInvariant[] = [];
      for (const invariant of invariants) checked.push(await check(tx, invariant));
      return checked;
    });
  }

  /**
   * The newest journal there is, and the first transaction that had not begun then. Whoever was given a lower number
   * of a journal runs as an earlier transaction.
   */
  async newestJournal(): Promise<{ journalId: string; horizon: string }> {
    const rows: { journalId: string; horizon: string }[] = await this.source.query(
      `select coalesce(max(id), 0)::text as "journalId", pg_snapshot_xmax(pg_current_snapshot())::text as horizon
         from ledger_journal`,
    );
    return rows[0] as { journalId: string; horizon: string };
  }

  /** Whether every transaction before the horizon has ended. */
  async hasPassed(horizon: string): Promise<boolean> {
    const rows: { passed: boolean }[] = await this.source.query(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as passed',
      [horizon],
    );
    return rows[0]?.passed === true;
  }

  /** Adds one seal over journals up to the given one; answers whether there was something to seal. */
  async sealNext(upToJournalId: string, at: Date): Promise<boolean> {
    const rows: { sealed: boolean }[] = await this.source.query('select ledger_seal_next($1, $2) as sealed', [
      upToJournalId,
      at,
    ]);
    return rows[0]?.sealed === true;
  }

  /** The last seal, for the log: an anchor outside the database. */
  async sealHead(): Promise<{ id: string; lastJournal: string; hash: string } | null> {
    const rows: { id: string; lastJournal: string; hash: string }[] = await this.source.query(
      `select id, last_journal as "lastJournal", encode(hash, 'hex') as hash from ledger_seal order by id desc limit 1`,
    );
    return rows[0] ?? null;
  }
}

async function check(tx: Transaction, { name, says, sql }: Invariant): Promise<CheckedInvariant> {
  const began = performance.now();
  const text = typeof sql === 'string' ? sql : sql();
  const rows: ViolatingRow[] = await tx.query(`select * from (${text}) as violation limit ${ROWS_READ}`);
  return { name, says, rows, tookMs: performance.now() - began };
}
