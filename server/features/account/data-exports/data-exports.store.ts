import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PersonalTable } from '../../../platform/database/personal-tables.js';
import { isConflict, type Transaction } from '../../../platform/database/transaction.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';

export type DataExportState = 'waiting' | 'written' | 'ready' | 'failed' | 'too-large' | 'gone';

export interface DataExportRow {
  id: string;
  userId: string;
  state: DataExportState;
  askedAt: Date;
  readyAt: Date | null;
  expiresAt: Date | null;
  bytes: string;
}

export interface ClaimedExport {
  id: string;
  userId: string;
}

const ROW = `id::text, user_id::text as "userId", state, asked_at as "askedAt", ready_at as "readyAt", expires_at as "expiresAt",
  bytes::text`;
const PAGE_ROWS = 200;
const STATEMENT_MS = 60_000;

/** The SQL of the files of what is kept about an account. */
@Injectable()
export class DataExportsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async list(userId: string, limit: number): Promise<DataExportRow[]> {
    return this.source.query(`select ${ROW} from data_export where user_id = $1 order by id desc limit $2`, [
      userId,
      limit,
    ]);
  }

  async askedSince(tx: Transaction, userId: string, since: Date): Promise<number> {
    const rows: { count: number }[] = await tx.query(
      'select count(*)::integer as count from data_export where user_id = $1 and asked_at > $2',
      [userId, since],
    );
    return rows[0]?.count ?? 0;
  }

  /** Null where one is being made already. */
  async ask(tx: Transaction, userId: string, at: Date): Promise<string | null> {
    const rows: { id: string }[] = await tx.query(
      `insert into data_export (user_id, state, asked_at) values ($1, 'waiting', $2)
       on conflict (user_id) where state in ('waiting', 'written') do nothing returning id::text`,
      [userId, at],
    );
    return rows[0]?.id ?? null;
  }

  /** Ends the files that the user had before this one. */
  async endFormer(tx: Transaction, userId: string, id: string): Promise<void> {
    await tx.query(
      `with former as (update data_export set state = 'gone' where user_id = $1 and state = 'ready' and id < $2 returning id)
       delete from data_export_part where export_id in (select id from former)`,
      [userId, id],
    );
  }

  /**
   * Writes a file, in one transaction that sees one instant of everything; cut off in the middle, there is none of it and the next
   * round begins anew. False: another process has it, or there is none that waits.
   */
  async write(
    after: string,
    work: (tx: Transaction, claimed: ClaimedExport) => Promise<number>,
  ): Promise<ClaimedExport | null> {
    let claimed: ClaimedExport | null = null;
    try {
      await this.source.transaction('REPEATABLE READ', async (tx) => {
        await allowLonger(tx, STATEMENT_MS);
        const rows: ClaimedExport[] = await tx.query(
          `select id::text, user_id::text as "userId" from data_export
            where state = 'waiting' and id > $1 order by id limit 1 for no key update skip locked`,
          [after],
        );
        claimed = rows[0] ?? null;
        if (claimed === null) return;
        const bytes = await work(tx, claimed);
        await tx.query(`update data_export set state = 'written', bytes = $2 where id = $1`, [claimed.id, bytes]);
      });
    } catch (error) {
      if (isConflict(error)) return null;
      throw claimed === null ? error : new ExportFailed(claimed, error);
    }
    return claimed;
  }

  /** The user's rows of a table as text of JSON, page by page: as many as a page has are in memory, whatever there is. */
  async *rows(tx: Transaction, userId: string, table: PersonalTable): AsyncGenerator<string[]> {
    await tx.query(
      `declare personal no scroll cursor for
         select (to_jsonb(t) - $2::text[])::text as row from ${table.table} t where ${table.owned} order by ${table.order}`,
      [userId, table.without ?? []],
    );
    for (;;) {
      const page: { row: string }[] = await tx.query(`fetch ${PAGE_ROWS} from personal`);
      if (page.length > 0) yield page.map(({ row }) => row);
      if (page.length < PAGE_ROWS) break;
    }
    await tx.query('close personal');
  }

  async putPart(tx: Transaction, exportId: string, number: number, sealed: Buffer): Promise<void> {
    await tx.query('insert into data_export_part (export_id, number, sealed) values ($1, $2, $3)', [
      exportId,
      number,
      sealed,
    ]);
  }

  /** Files that are written and that nobody was told of yet. */
  async written(limit: number): Promise<ClaimedExport[]> {
    return this.source.query(
      `select id::text, user_id::text as "userId" from data_export where state = 'written' order by id limit $1`,
      [limit],
    );
  }

  /** False where another process did it. */
  async markReady(tx: Transaction, id: string, { at, until }: { at: Date; until: Date }): Promise<boolean> {
    const rows: [unknown[], number] = await tx.query(
      `update data_export set state = 'ready', ready_at = $2, expires_at = $3 where id = $1 and state = 'written'`,
      [id, at, until],
    );
    return rows[1] === 1;
  }

  /** Nothing is tried again: there is more than a file may hold. */
  async giveUp(id: string): Promise<void> {
    await this.source.query(
      `update data_export set tries = tries + 1, state = 'too-large' where id = $1 and state = 'waiting'`,
      [id],
    );
  }

  /** @returns whether it is given up. */
  async noteFailure(id: string, most: number): Promise<boolean> {
    const [rows]: [{ state: DataExportState }[], number] = await this.source.query(
      `update data_export set tries = tries + 1, state = case when tries + 1 >= $2 then 'failed' else state end
        where id = $1 and state = 'waiting' returning state`,
      [id, most],
    );
    return rows[0]?.state === 'failed';
  }

  /** The user's own file, if its time is not over. */
  async ready(userId: string, id: string, at: Date): Promise<DataExportRow | null> {
    const rows: DataExportRow[] = await this.source.query(
      `select ${ROW} from data_export where id = $1 and user_id = $2 and state = 'ready' and expires_at > $3`,
      [id, userId, at],
    );
    return rows[0] ?? null;
  }

  /** Null after the last part, and where the file has gone meanwhile. */
  async part(exportId: string, number: number): Promise<Buffer | null> {
    const rows: { sealed: Buffer }[] = await this.source.query(
      'select sealed from data_export_part where export_id = $1 and number = $2',
      [exportId, number],
    );
    return rows[0]?.sealed ?? null;
  }

  /** Removes files whose time is over. @returns how many. */
  async expire(at: Date, limit: number): Promise<number> {
    const rows: { id: string }[] = await this.source.query(
      `with over as (
         update data_export set state = 'gone'
          where id = any(array(select id from data_export where state = 'ready' and expires_at <= $1
                                order by expires_at limit $2 for update skip locked))
         returning id),
       removed as (delete from data_export_part where export_id in (select id from over))
       select id::text from over`,
      [at, limit],
    );
    return rows.length;
  }
}

/** A file that could not be written, and why. */
export class ExportFailed extends Error {
  constructor(
    readonly claimed: ClaimedExport,
    override readonly cause: unknown,
  ) {
    super(`The file ${claimed.id} of what is kept about an account could not be written.`);
  }
}
