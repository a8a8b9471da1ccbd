import { isDecimalText, toUnits } from '../../../contract/money.js';

/** A price as the venue wrote it, in whole 10^-18, and when it was made there. */
export interface Quote {
  text: string;
  units: bigint;
  at: number;
}

/** The two instants of what a venue says: by its own clock, which may be ahead, and by ours, which nothing of it is younger than. */
interface Instants {
  stampedAt: number;
  heardAt: number;
}

type Price = Pick<Quote, 'text' | 'units'>;

/**
 * What an instrument is worth to an index (B.1): the last price, as long as its own venue names no best bid above it and no best
 * ask below it; else that side, because nobody can trade at the last price any more. Only what the venue itself said in
 * this process counts, and what came before or after is told by the venue's clock alone.
 */
export class ConstituentPrice {
  /** `madeAt` by the venue's clock: when it came about, as far as is known; `saidAt` by ours: when it was last said. */
  private last: (Price & { madeAt: number; saidAt: number }) | null = null;
  private best: ({ bid: Price | null; ask: Price | null } & Instants) | null = null;

  /** Takes a trade, or the last price of a ticker that stands in for trades. */
  takeLast(price: Price, { stampedAt, heardAt }: Instants): void {
    this.last = { text: price.text, units: price.units, madeAt: stampedAt, saidAt: heardAt };
  }

  /**
   * Says once more the price that is known, which makes it no newer.
   * @returns whether it is the one that is known
   */
  repeatLast(units: bigint, heardAt: number): boolean {
    if (this.last?.units !== units) return false;
    this.last.saidAt = Math.max(this.last.saidAt, heardAt);
    return true;
  }

  /** Takes the best bid and ask of a book or a ticker, as far as it names them. */
  takeBest(bid: string | undefined, ask: string | undefined, { stampedAt, heardAt }: Instants): void {
    if (bid === undefined && ask === undefined) return;
    if (this.best !== null && stampedAt < this.best.stampedAt) return;
    this.best = { bid: priceOf(bid), ask: priceOf(ask), stampedAt, heardAt };
  }

  /** The price, and when the venue last stood by it; null before it has said a last price. */
  get current(): Quote | null {
    const { last, best } = this;
    if (last === null) return null;
    const { text, units } = last;
    if (best === null) return { text, units, at: last.saidAt };
    const side = best.stampedAt < last.madeAt ? null : contradiction(units, best);
    if (side !== null) return { ...side, at: best.heardAt };
    return { text, units, at: Math.max(last.saidAt, best.heardAt) };
  }
}

/** The side at which one could sell for more, or buy for less, than the last price; null when there is none. */
function contradiction(last: bigint, { bid, ask }: { bid: Price | null; ask: Price | null }): Price | null {
  if (bid !== null && bid.units > last) return bid;
  return ask !== null && ask.units < last ? ask : null;
}

function priceOf(text: string | undefined): Price | null {
  return isDecimalText(text) ? { text, units: toUnits(text) } : null;
}
