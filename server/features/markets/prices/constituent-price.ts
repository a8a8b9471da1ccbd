import { isDecimalText, toUnits } from '../../../contract/money.js';

/** A price as the venue wrote it, in whole 10^-18, and when it was made there. */
export interface Quote {
  text: string;
  units: bigint;
  at: number;
}

/** The two instants of what a venue says: by its own clock, which may be ahead, and by ours, when it was heard. */
export interface Instants {
  stampedAt: number;
  now: number;
}

type Price = Pick<Quote, 'text' | 'units'>;

/** When something came about and was heard. */
export interface Made {
  /** When it came about, as far as is known, by the venue's clock. */
  madeAt: number;
  /** When it was first heard, by ours. */
  heardAt: number;
}

interface Said extends Made {
  /** When the venue last stood by it, by ours: nothing is younger than it is. */
  saidAt: number;
}

/**
 * What an instrument is worth to an index (B.1): the last price, as long as its own venue names no best bid above it and no best
 * ask below it; else that side, because nobody can trade at the last price any more. Only what the venue itself said in
 * this process counts, and what came before or after is told by the venue's clock alone.
 */
export class ConstituentPrice {
  private last: (Price & Said) | null = null;
  private best: ({ bid: Price | null; ask: Price | null } & Said) | null = null;

  /** Takes a trade, or the last price of a ticker that stands in for trades. */
  takeLast({ text, units }: Price, instants: Instants): void {
    correctStamp(this.best, instants);
    this.last = { text, units, ...saidNow(instants) };
  }

  /**
   * Says once more the price that is known, which makes it no newer.
   * @returns whether it is the one that is known
   */
  repeatLast(units: bigint, saidAt: number): boolean {
    if (this.last?.units !== units) return false;
    this.last.saidAt = Math.max(this.last.saidAt, saidAt);
    return true;
  }

  /** Takes the best bid and ask of a book or a ticker, as far as it names them. */
  takeBest(bid: string | undefined, ask: string | undefined, instants: Instants): void {
    if (bid === undefined && ask === undefined) return;
    correctStamp(this.last, instants);
    correctStamp(this.best, instants);
    if (this.best !== null && instants.stampedAt < this.best.madeAt) return;
    this.best = { bid: priceOf(bid), ask: priceOf(ask), ...saidNow(instants) };
  }

  /** The venue stands by the best bid and ask of its book now; where it has named others since, they are no younger for that. */
  confirmBest(bid: string | undefined, ask: string | undefined, now: number): void {
    const { best } = this;
    if (best === null || !isSameSide(best.bid, bid) || !isSameSide(best.ask, ask)) return;
    best.saidAt = Math.max(best.saidAt, now);
  }

  /** The price, and when the venue last stood by it; null before it has said a last price. */
  get current(): Quote | null {
    const { last, best } = this;
    if (last === null) return null;
    const { text, units } = last;
    if (best === null) return { text, units, at: last.saidAt };
    const side = contradiction(units, best);
    if (side === null) return { text, units, at: Math.max(last.saidAt, best.saidAt) };
    // A book from before the price, however long it stands, says nothing for it.
    return best.madeAt < last.madeAt ? { text, units, at: last.saidAt } : { ...side, at: best.saidAt };
  }
}

function saidNow({ stampedAt, now }: Instants): Said {
  return { madeAt: stampedAt, heardAt: now, saidAt: Math.min(stampedAt, now) };
}

/**
 * One stamp that is ahead of us, where the venue's clock is not, would have all that it says next look earlier for seconds: it
 * counts as of when it was heard. A venue whose clock is ahead stamps everything so, and is told by that clock still.
 */
export function correctStamp(known: Made | null, { stampedAt, now }: Instants): void {
  if (known !== null && known.madeAt > now && stampedAt <= now) known.madeAt = known.heardAt;
}

/** Whether a best price is also the book's; one that was not named is no other. */
function isSameSide(known: Price | null, best: string | undefined): boolean {
  return known === null || known.text === best || known.units === priceOf(best)?.units;
}

/** The side at which one could sell for more, or buy for less, than the last price; null when there is none. */
function contradiction(last: bigint, { bid, ask }: { bid: Price | null; ask: Price | null }): Price | null {
  if (bid !== null && bid.units > last) return bid;
  return ask !== null && ask.units < last ? ask : null;
}

function priceOf(text: string | undefined): Price | null {
  return isDecimalText(text) ? { text, units: toUnits(text) } : null;
}
