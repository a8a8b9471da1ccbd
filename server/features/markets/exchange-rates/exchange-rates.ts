import { Injectable } from '@nestjs/common';
import { RATED_CURRENCIES } from '../../../contract/rules/exchange-rate.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { CachedRows } from '../../../platform/database/cached-rows.js';
import { type CoinPrice, rateThroughUsdt } from './yuan-rate.rules.js';
import type { YuanRate } from './yuan-rate.js';
import { type ExchangeRateRow, ExchangeRatesStore } from './exchange-rates.store.js';

const RELOAD_MS = 15_000;
const YUAN = 'CNY';

/** The rates that the desk agreed on, for showing amounts in yuan. Nothing is paid, charged or judged by them. */
@Injectable()
export class ExchangeRates extends CachedRows {
  private known = new Map<string, ExchangeRateRow>();

  constructor(
    private readonly store: ExchangeRatesStore,
    private readonly clock: Clock,
  ) {
    super('The exchange rates', RELOAD_MS);
  }

  /** Of USDT: what old clients mean where they name no currency. */
  get usdt(): YuanRate {
    return this.of('USDT') as YuanRate;
  }

  /** By the currency's code. Null for what the desk sets no rate of. */
  of(code: string): YuanRate | null {
    if (code === YUAN) return { yuan: '1', setAt: null, ageMs: 0 };
    const rate = this.known.get(code);
    if (!rate) return null;
    const setAt = rate.decidedAt.getTime();
    return { yuan: rate.yuan, setAt, ageMs: Math.max(0, this.clock.now() - setAt) };
  }

  /** Of every currency, also of those that the desk sets no rate of: through what one of them is in USDT. */
  through(code: string, coin: CoinPrice | null): YuanRate {
    return this.of(code) ?? rateThroughUsdt(coin, this.usdt);
  }

  /** Other than before when a rate is. */
  get version(): string {
    return [...this.known.values()].map(({ decidedAt }) => decidedAt.getTime()).join(' ');
  }

  protected async read(): Promise<void> {
    const known = new Map((await this.store.newest()).map((row) => [row.currency as string, row]));
    const missing = RATED_CURRENCIES.filter((code) => !known.has(code));
    if (missing.length > 0) throw new Error(`There is no rate of ${missing.join(' and ')}.`);
    this.known = known;
  }
}
