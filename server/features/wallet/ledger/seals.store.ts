import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import { earlierHaveEnded } from '../../../platform/database/earlier-transactions.js';

/** The chain of seals over the journals. */
@Injectable()
export class SealsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The newest visible journal number; lower ones may still be uncommitted. */
  async newestJournal(): Promise<string> {
    const rows: { id: string }[] = await this.source.query(
      'select coalesce(max(id), 0)::text as id from ledger_journal',
    );
    return (rows[0] as { id: string }).id;
  }

  /** Whether all transactions that could still write below the number have ended; waits two seconds at most. */
  earlierHaveEnded(): Promise<boolean> {
    return earlierHaveEnded(this.source);
  }

  /** Adds one seal over journals up to the given one; returns whether there were any. */
  async sealNext(upToJournalId: string, at: Date): Promise<boolean> {
    return callFunction(this.source.manager, 'ledger_seal_next', { upto: upToJournalId, at });
  }

  /** The last seal, for the log: an anchor outside the database. */
  async sealHead(): Promise<{ id: string; lastJournal: string; hash: string } | null> {
    const rows: { id: string; lastJournal: string; hash: string }[] = await this.source.query(
      `select id, last_journal as "lastJournal", encode(hash, 'hex') as hash from ledger_seal order by id desc limit 1`,
    );
    return rows[0] ?? null;
  }
}
