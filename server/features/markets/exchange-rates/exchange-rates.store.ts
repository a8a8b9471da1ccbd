import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { RatedCurrency } from '../../../contract/rules/exchange-rate.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface ExchangeRateRow {
  id: string;
  currency: RatedCurrency;
  /** Yuan for one. */
  yuan: DecimalText;
  decidedAt: Date;
}

const COLUMNS = 'id, currency, trim_scale(yuan)::text as yuan, decided_at as "decidedAt"';

/** The rates' SQL. */
@Injectable()
export class ExchangeRatesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The rate that holds of each currency. */
  newest(): Promise<ExchangeRateRow[]> {
    return this.source.query(
      `select distinct on (currency) ${COLUMNS} from exchange_rate order by currency, exchange_rate.id desc`,
    );
  }

  /** The newest first. */
  list(limit: number): Promise<ExchangeRateRow[]> {
    return this.source.query(`select ${COLUMNS} from exchange_rate order by exchange_rate.id desc limit $1`, [limit]);
  }

  async add(tx: Transaction, { currency, yuan, decidedAt }: Omit<ExchangeRateRow, 'id'>): Promise<void> {
    await tx.query('insert into exchange_rate (currency, yuan, decided_at) values ($1, $2, $3)', [
      currency,
      yuan,
      decidedAt,
    ]);
  }
}
