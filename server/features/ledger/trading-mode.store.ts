import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';

export interface TradingModeRow {
  mode: 'open' | 'cancel-only';
  /** Why it is so; empty when it never was otherwise. */
  cause: string;
  since: Date;
  verifiedAt: Date | null;
}

const CHANGE = `
  changed as (
    update trading_mode set mode = $1, cause = $2, since = $3 where mode <> $1 returning mode),
  noted as (
    insert into trading_mode_change (mode, cause, operator_id, at) select mode, $2, $4, $3 from changed)
  select count(*)::integer as changes from changed`;

/** The row that says whether the product takes new commitments. */
@Injectable()
export class TradingModeStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async assertOpen(tx: Transaction): Promise<void> {
    await tx.query('select trading_assert_open()');
  }

  async read(): Promise<TradingModeRow> {
    const [row]: TradingModeRow[] = await this.source.query(
      'select mode, cause, since, verified_at as "verifiedAt" from trading_mode',
    );
    if (!row) throw new Error('The row of the trading mode is missing.');
    return row;
  }

  /** Answers whether this changed the mode. */
  async change(
    mode: TradingModeRow['mode'],
    cause: string,
    operatorId: string | null,
    at: Date,
    tx: Transaction = this.source.manager,
  ): Promise<boolean> {
    const rows: { changes: number }[] = await tx.query(`with ${CHANGE}`, [mode, cause, at, operatorId]);
    return rows[0]?.changes === 1;
  }

  /** Notes that the books were found in order, by the database's clock, which all processes share. */
  async noteVerified(): Promise<void> {
    await this.source.query('update trading_mode set verified_at = clock_timestamp()');
  }

  /** Seconds since the books were last found in order; since the product was installed when they never were. */
  async secondsUnverified(): Promise<number> {
    const rows: { seconds: number }[] = await this.source.query(
      'select extract(epoch from clock_timestamp() - coalesce(verified_at, since))::float8 as seconds from trading_mode',
    );
    return rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
  }
}
