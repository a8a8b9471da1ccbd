/** A row of `market` with its constituents. Numbers with decimals are text. */
export interface MarketSeed {
  id: number;
  base: string;
  quote: string;
  name: string;
  category: 'crypto' | 'commodity' | 'stock';
  calendar: string;
  priceScale: number;
  quantityScale: number;
  spot: boolean;
  perpetual: boolean;
  option: boolean;
  recommended: boolean;
  sort: number;
  /** Base quantity of one lot. */
  lotSize: string;
  /** Absolute, in the quote currency; added to a buy and taken off a sell. */
  spread: string;
  perpetualFeePercent: string;
  optionFeePercent: string;
  overnightPercent: string;
  priceInstrument: string;
  /** Whose last price and book futures are traded by; null without futures. */
  perpetualInstrument: string | null;
  markInstrument: string | null;
  constituents: string[];
  constituentsMin: number;
  outlierRatio: string;
  bandRatio: string;
  simulatedPrice: string;
}

/** Instruments that only the simulation plays: no provider of real prices is connected for them. */
export function playedOnly(category: 'stock' | 'commodity', symbol: string, perpetual: boolean) {
  return {
    priceInstrument: `simulated-a:${category}:${symbol}`,
    // The perpetual is played beside the thing, which is no more traded by it than a coin is by its own.
    perpetualInstrument: perpetual ? `simulated-a:linear:${symbol}` : null,
    markInstrument: perpetual ? `simulated-a:linear:${symbol}` : null,
    constituents: ['a', 'b', 'c'].map((venue) => `simulated-${venue}:${category}:${symbol}`),
    constituentsMin: 3,
  };
}
