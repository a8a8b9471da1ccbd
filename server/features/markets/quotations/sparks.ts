import { Injectable } from '@nestjs/common';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';

/** A market's line, and where its prices come from. */
export interface Spark {
  origin: PriceOrigin;
  closes: string[];
}

/** The hourly closes of the last day of every market, for the small lines in lists. The candles fill it. */
@Injectable()
export class Sparks {
  private lines = new Map<string, Spark>();
  private changes = 0;

  /** Grows whenever the lines change. */
  get version(): number {
    return this.changes;
  }

  /** Oldest first, at most 24; empty when there is no history of prices of the origin. */
  of(symbol: string, origin: PriceOrigin | null): string[] {
    const line = this.lines.get(symbol);
    return line?.origin === origin ? line.closes : [];
  }

  /** Takes the lines of all markets at once. */
  replace(lines: Map<string, Spark>): void {
    this.lines = lines;
    this.changes++;
  }
}
