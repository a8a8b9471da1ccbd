import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketBoard } from '../../markets/market-board/index.js';

/** What one unit of a currency is worth. */
export interface UsdtPrice {
  price: DecimalText;
  /** How old the price is, in milliseconds. */
  ageMs: number;
}

const USDT = 'USDT';

/** Prices in USDT, as the markets of this moment have them. */
@Injectable()
export class UsdtPrices {
  constructor(
    private readonly board: MarketBoard,
    private readonly clock: Clock,
  ) {}

  /** By the currency's code. Null when there is no price: never zero. A price may be old; it says how old. */
  of(code: string): UsdtPrice | null {
    if (code === USDT) return { price: '1', ageMs: 0 };
    const now = this.clock.now();
    const ticker = this.board.ticker(`${code}/${USDT}`, now);
    if (!ticker || ticker.last === null || ticker.pricedAt === null) return null;
    return { price: ticker.last, ageMs: Math.max(0, now - ticker.pricedAt) };
  }
}
