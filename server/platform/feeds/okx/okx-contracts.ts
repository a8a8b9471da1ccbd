import type { BookLevel } from '../feed.js';
import type { QuotedBook, TickerChange } from '../instrument-stream.js';
import { decimal, fields, list, text } from '../venue-json.js';
import type { VenueRest } from '../venue-rest.js';

/** Quantities of spot are what they say. */
const ONE = '1';

/** How much of the base currency one contract of each perpetual is. Asked of the venue once, again until it answers. */
export class OkxContracts {
  private sizes: Map<string, string> | null = null;
  private asking: Promise<void> | null = null;

  constructor(private readonly rest: VenueRest) {}

  /** Asks if that is not known yet. Rejects when the venue does not answer as documented. */
  load(): Promise<void> {
    if (this.sizes) return Promise.resolve();
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  /** Null while it is not known, and of what is no perpetual in a linear contract. */
  sizeOf(category: string, symbol: string): string | null {
    return category === 'spot' ? ONE : (this.sizes?.get(symbol) ?? null);
  }

  private async ask(): Promise<void> {
    const reply = fields(await this.rest.get('/api/v5/public/instruments', { instType: 'SWAP' }), 'reply');
    if (reply.code !== '0') throw new Error(`okx refused the list of perpetuals: ${String(reply.msg)}`);
    const sizes = new Map<string, string>();
    for (const entry of list(reply.data, 'instruments')) {
      const { instId, ctType, ctVal, ctMult } = fields(entry, 'instrument');
      if (ctType !== 'linear') continue;
      sizes.set(text(instId, 'instrument'), times(decimal(ctVal, 'contract value'), decimal(ctMult, 'multiplier')));
    }
    this.sizes = sizes;
  }
}

/** Two non-negative decimal texts multiplied, exactly; the shortest text. */
export function times(one: string, other: string): string {
  if (other === ONE) return one;
  const [scale, digits] = [one, other].reduce(
    ([points, product], factor) => {
      const [whole = '0', fraction = ''] = factor.split('.');
      return [points + fraction.length, product * BigInt(whole + fraction)] as [number, bigint];
    },
    [0, 1n] as [number, bigint],
  );
  if (scale === 0) return digits.toString();
  const padded = digits.toString().padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`.replace(/\.?0+$/, '');
}

/** The book with its quantities in the base currency. */
export function bookInBase(book: QuotedBook, size: string): QuotedBook {
  if (size === ONE) return book;
  const inBase = (levels: BookLevel[]) => levels.map(([price, quantity]): BookLevel => [price, times(quantity, size)]);
  return {
    get sequence() {
      return book.sequence;
    },
    top: (count) => {
      const { bids, asks } = book.top(count);
      return { bids: inBase(bids), asks: inBase(asks) };
    },
  };
}

/** The figures with the quantities of bid and ask in the base currency, or without them where that is not known. */
export function tickerInBase(change: TickerChange, size: string | null): TickerChange {
  const { bidQuantity, askQuantity } = change;
  if (size === ONE || (bidQuantity === undefined && askQuantity === undefined)) return change;
  const inBase = (quantity?: string) => (quantity === undefined || size === null ? undefined : times(quantity, size));
  return { ...change, bidQuantity: inBase(bidQuantity), askQuantity: inBase(askQuantity) };
}
