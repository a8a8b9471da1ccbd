import type { TickerFields } from '../../../platform/feeds/feed.js';
import { isDecimalText, toUnits } from '../../../contract/money.js';
import { type Elsewhere, type Tick, type TickFault, TickGuard } from './tick-guard.rules.js';

const SIDES = ['mark', 'index', 'bid', 'ask'] as const;
type Side = (typeof SIDES)[number];

/**
 * The prices that an instrument has beside its last one, each judged against its own past, the last price and the other
 * venues. None leaves its place by itself: a venue that repeats a wrong mark is not believed for its patience.
 */
export class SidePrices {
  private readonly guards: Record<Side, TickGuard>;

  constructor(
    private readonly main: TickGuard,
    band: bigint,
  ) {
    const guard = () => new TickGuard(band, 'follows');
    this.guards = { mark: guard(), index: guard(), bid: guard(), ask: guard() };
  }

  /** What is wrong with the two best prices of a book whose first one the main guard has taken; null when nothing is. */
  bookFault(tick: Omit<Tick, 'price'>, now: number, elsewhere: Elsewhere): TickFault | null {
    const { bid, ask } = tick;
    for (const side of ['bid', 'ask'] as const) {
      const fault = tick[side] === undefined ? null : this.fault(side, { ...tick, price: tick[side] }, now, elsewhere);
      if (fault !== null) return fault;
    }
    if (!isDecimalText(bid) || !isDecimalText(ask)) return null;
    return this.main.isNear(toUnits(ask), toUnits(bid)) ? null : 'out-of-band';
  }

  /** The fields of a ticker without those that are wrong, and what was wrong with the first of them. */
  soundFields(fields: TickerFields, at: number, now: number, elsewhere: Elsewhere) {
    const sound: TickerFields = { ...fields };
    let fault: TickFault | null = null;
    for (const side of SIDES) {
      if (fields[side] === undefined) continue;
      const found = this.fault(side, { stream: 'ticker', at, price: fields[side] }, now, elsewhere);
      if (found !== null) delete sound[side];
      fault ??= found;
    }
    return { sound, fault };
  }

  private fault(side: Side, { stream, at, price }: Tick, now: number, elsewhere: Elsewhere): TickFault | null {
    const beside: Elsewhere = (units) => (this.isBesideLast(units, now) ? 'there' : elsewhere(units));
    const verdict = this.guards[side].judge({ stream, at, price }, now, beside);
    if (verdict.fault !== null) return verdict.fault;
    // In steps that are small each, a price may walk away from the one that people trade at.
    return this.main.isFar(verdict.price, now) ? 'out-of-band' : null;
  }

  /** Where the last price is, or where nothing is known of it. */
  private isBesideLast(price: bigint, now: number): boolean {
    return !this.main.isPlaced || this.main.standing(price, now) === 'there';
  }
}
