import { distance } from './tick-guard.rules.js';

/** So long the silence of an instrument may mean that nothing has changed, whatever the others of its index do. */
const SILENCE_MAX_MS = 30_000;

/** What counts in an index, and when its instrument itself was last heard; null before that. */
export interface HeardPrice {
  units: bigint | null;
  heardAt: number | null;
  /** Best ask less best bid: prices within it come and go without a move; 0 where none is known. */
  spread: bigint;
}

/**
 * Tells an instrument that is quiet from one that stands still at its venue, suspended or forgotten, while the connection goes on answering:
 * the others of the index have moved since it was last heard.
 */
export class ConstituentSilence {
  private readonly known = new Map<number, { heardAt: number; others: readonly (bigint | null)[] }>();

  /** @param tick the least distance of two prices; one tick is no move. */
  constructor(private readonly tick: bigint) {}

  /** For each constituent, in one order at every call, since when its silence has meant nothing any more; null: it is believed. */
  judge(prices: readonly HeardPrice[], now: number): (number | null)[] {
    const units = prices.map((price) => price.units);
    return prices.map(({ heardAt, spread }, place) => {
      if (heardAt === null) return null;
      const known = this.known.get(place);
      if (known?.heardAt !== heardAt) {
        this.known.set(place, { heardAt, others: units });
        return null;
      }
      return now - heardAt > SILENCE_MAX_MS && this.haveMoved(known.others, prices, { place, spread }) ? heardAt : null;
    });
  }

  /** By more than a tick, than the silent book is wide, and than their own books are: trades at either side are no move. */
  private haveMoved(
    before: readonly (bigint | null)[],
    after: readonly HeardPrice[],
    own: { place: number; spread: bigint },
  ): boolean {
    return after.some(({ units, spread }, place) => {
      const known = before[place] ?? null;
      if (place === own.place || units === null || known === null) return false;
      const moved = distance(units, known);
      return moved > this.tick && moved > own.spread && moved > spread;
    });
  }
}
