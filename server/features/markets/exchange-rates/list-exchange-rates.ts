import { Injectable } from '@nestjs/common';
import { type ExchangeRateRow, ExchangeRatesStore } from './exchange-rates.store.js';

const ROWS_MAX = 20;

/** The latest rates that were agreed on, the newest first. */
@Injectable()
export class ListExchangeRates {
  constructor(private readonly store: ExchangeRatesStore) {}

  execute(): Promise<ExchangeRateRow[]> {
    return this.store.list(ROWS_MAX);
  }
}
