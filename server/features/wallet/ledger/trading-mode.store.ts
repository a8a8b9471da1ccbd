import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BOOKS, type Book, type TradingState } from '../../../contract/books.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A check overdue by this much is late: it raises an alarm, and counts as a break in the checks. */
export const BOOKS_LATE_SECONDS = 180;
/** The longest grace period of a due row (a day of interest, a release, a step of a sale), and so the duration of a rest after a break. */
const REST_SECONDS = 3600;

export interface TradingModeRow {
  book: Book;
  mode: TradingState;
  /** Reason of the current mode; empty when it has never changed. */
  cause: string;
  since: Date;
  /** When the book was last found in order. */
  verifiedAt: Date | null;
  /** When a check last finished, with or without findings. */
  checkedAt: Date | null;
}

const CHANGE = `
  changed as (
    update trading_mode set mode = $1, cause = $2, since = $3
     where demo = $5 and mode <> $1 and ($1 = 'cancel-only' or verified_at = checked_at) returning mode, demo),
  noted as (
    insert into trading_mode_change (mode, cause, operator_id, at, demo) select mode, $2, $4, $3, demo from changed)
  select count(*)::integer as changes from changed`;

/** The rows that say whether real money, and whether demo money, takes new commitments. */
@Injectable()
export class TradingModeStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async assertOpen(tx: Transaction, book: Book): Promise<void> {
    await callFunction(tx, 'trading_assert_open', { demo: book === 'demo' });
  }

  async read(): Promise<Record<Book, TradingModeRow>> {
    const rows: TradingModeRow[] = await this.source.query(
      `select case when demo then 'demo' else 'real' end as book, mode, cause, since, verified_at as "verifiedAt",
              checked_at as "checkedAt" from trading_mode`,
    );
    const [real, demo] = BOOKS.map((book) => rows.find((row) => row.book === book));
    if (!real || !demo) throw new Error('A row of the trading mode is missing.');
    return { real, demo };
  }

  /** Returns whether the mode changed. A book with violations in the last check is not opened. */
  async change(
    book: Book,
    { mode, cause, operatorId, at }: { mode: TradingState; cause: string; operatorId: string | null; at: Date },
    tx: Transaction = this.source.manager,
  ): Promise<boolean> {
    const values = [mode, cause, at, operatorId, book === 'demo'];
    const rows: { changes: number }[] = await tx.query(`with ${CHANGE}`, values);
    return rows[0]?.changes === 1;
  }

  /**
   * Records a check of a book, by the database's clock, which all processes share, and whether it was in order. After a break
   * in the checks a rest begins: rows that became due meanwhile have their grace period from here. A break during a rest
   * starts no new one. The rest only pauses then, apart from the interval at which a check may be late, so that it ends after
   * a bounded number of checks however slow they are.
   */
  async noteChecked(book: Book, inOrder: boolean): Promise<void> {
    await this.source.query(
      `update trading_mode set checked_at = looked.at,
              watched_since = case
                when coalesce(looked.at - checked_at, '0') <= make_interval(secs => $3) then watched_since
                when watched_since is null or checked_at - watched_since >= make_interval(secs => $4) then looked.at
                else watched_since + (looked.at - checked_at - make_interval(secs => $3)) end,
              verified_at = case when $2 then looked.at else verified_at end
         from (select clock_timestamp() as at) looked where demo = $1`,
      [book === 'demo', inOrder, BOOKS_LATE_SECONDS, REST_SECONDS],
    );
  }

  /** Seconds since the last finished check; since the installation where there was none. */
  async secondsUnchecked(): Promise<number> {
    const rows: { seconds: number }[] = await this.source.query(
      `select max(extract(epoch from clock_timestamp() - coalesce(checked_at, since)))::float8 as seconds
         from trading_mode`,
    );
    return rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
  }
}
