import { Injectable } from '@nestjs/common';
import { CandleHistory } from '../../markets/candles/index.js';
import { UsdtPrices } from '../balances/index.js';
import type { KnownPrice, Prices } from './profit.rules.js';

/** A coin at an instant. */
export interface Wanted {
  code: string;
  at: number;
}

const USDT = 'USDT';
const ONE: KnownPrice = { price: '1' };
const NONE: KnownPrice = { reason: 'none', ageMs: null };
const MINUTE_MS = 60_000;
/** A price that is older than this, or was then, says nothing of its instant. */
const OLDEST_MS = 10 * MINUTE_MS;
/** How far back a price is looked for, to say how old the last one was. */
const REACH_MS = 60 * MINUTE_MS;

/** What coins cost in USDT at instants of the past, by the closed bars of a minute, and now. */
@Injectable()
export class PastPrices {
  constructor(
    private readonly history: CandleHistory,
    private readonly prices: UsdtPrices,
  ) {}

  async of(wanted: readonly Wanted[]): Promise<Prices> {
    const found = new Map<string, KnownPrice>();
    const keys = new Map(wanted.filter(({ code }) => code !== USDT).map((one) => [keyOf(one), one]));
    await Promise.all([...keys].map(async ([key, one]) => found.set(key, await this.closeAt(one))));
    return {
      now: (code) => this.now(code),
      at: (code, at) => (code === USDT ? ONE : (found.get(keyOf({ code, at })) ?? NONE)),
    };
  }

  private now(code: string): KnownPrice {
    const known = this.prices.of(code);
    if (!known) return NONE;
    return known.ageMs > OLDEST_MS ? { reason: 'old', ageMs: known.ageMs } : { price: known.price };
  }

  /** The close of the last minute that had ended, or was running, and that was seen whole. */
  private async closeAt({ code, at }: Wanted): Promise<KnownPrice> {
    const symbol = `${code}/${USDT}`;
    const limit = REACH_MS / MINUTE_MS;
    const bars = await this.history.range({ symbol, period: '1min', from: at - REACH_MS, to: at, limit });
    const bar = bars.findLast(({ outage }) => !outage);
    if (!bar) return NONE;
    const ageMs = Math.max(0, at - (bar.openAt + MINUTE_MS));
    return ageMs > OLDEST_MS ? { reason: 'old', ageMs } : { price: bar.close };
  }
}

function keyOf({ code, at }: Wanted): string {
  return `${code}:${at}`;
}
