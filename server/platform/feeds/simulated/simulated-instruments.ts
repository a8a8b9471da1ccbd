import { instrumentKey, type InstrumentKey } from '../feed.js';

/** The three venues that the simulation plays. They disagree a little, as real ones do. */
export const SIMULATED_VENUES = ['simulated-a', 'simulated-b', 'simulated-c'] as const;
export type SimulatedVenue = (typeof SIMULATED_VENUES)[number];

/** What the simulation needs to know of a thing that it plays, on each of its venues. */
export interface SimulatedInstrument {
  /** The venues' symbol, `BTCUSDT`. */
  symbol: string;
  /** `spot`, `linear`, `stock` or `commodity`. */
  category: string;
  /** Decimal text; the level that the simulated price wanders around. */
  startPrice: string;
  priceScale: number;
  quantityScale: number;
  /** Whether the market trades at an instant; absent for markets that never close. */
  openAt?: (now: number) => boolean;
}

/** The plain fields of a market that decide how it is simulated. */
export interface SimulatedMarket {
  /** `BTC/USDT` */
  symbol: string;
  category: 'crypto' | 'commodity' | 'stock';
  perpetual: boolean;
  /** What its row names: futures are played apart from the pair where they are traded apart from it. */
  priceInstrument: InstrumentKey;
  perpetualInstrument: InstrumentKey | null;
  priceScale: number;
  quantityScale: number;
  simulatedPrice: string;
}

/** Where a market takes its prices from while the simulation plays; the same fields as the market's own row. */
export interface SimulatedSources {
  priceInstrument: InstrumentKey;
  perpetualInstrument: InstrumentKey | null;
  markInstrument: InstrumentKey | null;
  constituents: { instrument: InstrumentKey; weight: string }[];
  constituentsMin: number;
  /** What the feed must be built with so that all of the above are played. */
  instruments: SimulatedInstrument[];
}

/**
 * Maps a market to simulated instruments: the pair's price and the futures' price and mark are made by the first venue,
 * its index by all three with equal weights, and all three must be live. Where a market's
 * futures have an instrument of their own it plays a spot market and a perpetual, which stand a little apart; of others one that
 * is both. `openAt` comes from the market's session calendar.
 */
export function simulatedInstruments(market: SimulatedMarket, openAt?: (now: number) => boolean): SimulatedSources {
  const symbol = market.symbol.replace('/', '');
  const key = (venue: SimulatedVenue, category: string) => instrumentKey({ venue, category, symbol });
  const indexed = market.category === 'crypto' ? 'spot' : market.category;
  const hasFutures = market.perpetual && market.perpetualInstrument !== null;
  const traded = hasFutures && market.perpetualInstrument !== market.priceInstrument ? 'linear' : indexed;
  const play = (category: string): SimulatedInstrument => ({
    symbol,
    category,
    startPrice: market.simulatedPrice,
    priceScale: market.priceScale,
    quantityScale: market.quantityScale,
    ...(openAt ? { openAt } : {}),
  });
  return {
    priceInstrument: key('simulated-a', indexed),
    perpetualInstrument: hasFutures ? key('simulated-a', traded) : null,
    markInstrument: hasFutures ? key('simulated-a', traded) : null,
    constituents: SIMULATED_VENUES.map((venue) => ({ instrument: key(venue, indexed), weight: '1' })),
    constituentsMin: SIMULATED_VENUES.length,
    instruments: traded === indexed ? [play(indexed)] : [play(indexed), play(traded)],
  };
}
