import { Injectable } from '@nestjs/common';

/** The hourly closes of the last day of every market, for the small lines in lists. The candles fill it. */
@Injectable()
export class Sparks {
  private closes = new Map<string, string[]>();
  private changes = 0;

  /** Grows whenever the lines change. */
  get version(): number {
    return this.changes;
  }

  /** Oldest first, at most 24; empty when there is no history. */
  of(symbol: string): string[] {
    return this.closes.get(symbol) ?? [];
  }

  /** Takes the lines of all markets at once. */
  replace(closes: Map<string, string[]>): void {
    this.closes = closes;
    this.changes++;
  }
}
