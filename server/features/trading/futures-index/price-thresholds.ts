import type { PositionSide } from '../../../contract/rules/margin.rules.js';
import { SortedThresholds } from './sorted-thresholds.js';
import { ThresholdTable } from './threshold-table.js';

/** An entry that is due when a market's price reaches a level. */
export interface Threshold {
  /** Row id, a whole number above 0. */
  id: number;
  /** A market in one of the two books, {@link marketInBook}: the usable prices may differ between them. */
  market: number;
  /** A long is reached by a falling price, a short by a rising one. */
  side: PositionSide;
  /** At or before the exact level: every hit is checked again with exact arithmetic. */
  price: number;
}

interface MarketLists {
  long: SortedThresholds;
  short: SortedThresholds;
}

/**
 * Finds the positions that a mark reaches without scanning the others: for every market and book, longs and shorts are ordered
 * by trigger price. A mark that reaches none costs two comparisons. Prices are floating point, rounded to the nearest: rounding
 * is monotonic and equality counts as reached, so no position is missed; an early hit is rejected by the exact check against
 * the row.
 */
export class PriceThresholds {
  private readonly lists = new Map<number, MarketLists>();
  private readonly table = new ThresholdTable();

  get size(): number {
    return this.table.size;
  }

  /** Memory in bytes that grows with the number of positions. */
  get bytes(): number {
    let bytes = this.table.bytes;
    for (const { long, short } of this.lists.values()) bytes += long.bytes + short.bytes;
    return bytes;
  }

  has(id: number): boolean {
    return this.table.get(id) !== null;
  }

  ids(): IterableIterator<number> {
    return this.table.keys();
  }

  /** Inserts or moves an entry. */
  put({ id, market, side, price }: Threshold): void {
    const list = listNumber(market, side);
    const known = this.table.get(id);
    if (known && known.price === price && known.list === list) return;
    if (known) this.listOf(known.list).remove(known.price, id);
    this.listOf(list).add(price, id);
    this.table.set(id, price, list);
  }

  remove(id: number): void {
    const known = this.table.get(id);
    if (!known) return;
    this.listOf(known.list).remove(known.price, id);
    this.table.delete(id);
  }

  /**
   * Ids whose level the price has reached, the earliest reached first. Longs and shorts may have prices of their own:
   * margin checks use, for each side, the more favourable of two samples.
   */
  reached(market: number, longMark: number, shortMark = longMark, limit = Number.POSITIVE_INFINITY): number[] {
    const lists = this.lists.get(market);
    if (!lists) return [];
    const found: number[] = [];
    lists.long.atOrAbove(longMark, limit, found);
    lists.short.atOrBelow(shortMark, limit, found);
    return found;
  }

  private listOf(list: number): SortedThresholds {
    const market = list >> 1;
    let lists = this.lists.get(market);
    if (!lists) {
      lists = { long: new SortedThresholds(), short: new SortedThresholds() };
      this.lists.set(market, lists);
    }
    return (list & 1) === 0 ? lists.long : lists.short;
  }
}

/** The number of a market's real, or of its demo positions. */
export function marketInBook(marketId: number, demo: boolean): number {
  return marketId * 2 + (demo ? 1 : 0);
}

function listNumber(market: number, side: PositionSide): number {
  return market * 2 + (side === 'long' ? 0 : 1);
}
