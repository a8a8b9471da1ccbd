import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { earlierHaveEnded } from '../../platform/database/earlier-transactions.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { allowLonger } from '../../platform/database/watched-pool.js';
import type { Invariant } from './invariants.js';

/** Rows of a broken invariant that are read; one is enough to stop the product. */
const ROWS_READ = 20;
const QUERY_LIMIT_MS = 150_000;

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
      await allowLonger(tx, QUERY_LIMIT_MS);
      await tx.query(`set local work_mem = '64MB'`);
      const checked: CheckedInvariant[] = [];
      for (const invariant of invariants) checked.push(await check(tx, invariant));
      return checked;
    });
  }

  /** The number of the newest journal that is there; lower ones may still be on their way. */
  async newestJournal(): Promise<string> {
    const rows: { id: string }[] = await this.source.query(
      'select coalesce(max(id), 0)::text as id from ledger_journal',
    );
    return (rows[0] as { id: string }).id;
  }

  /** Whether all that may still write below a number read before have ended, after a wait of two seconds at most. */
  earlierHaveEnded(): Promise<boolean> {
    return earlierHaveEnded(this.source);
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
