import type { SimulatedInstrument, SimulatedVenue } from './simulated-instruments.js';
import type { Liveliness } from './simulated-stream.js';

export interface Temperament extends Liveliness {
  /** Standard deviation of a day's logarithmic return. */
  dailyDeviation: number;
}

const MAJOR: Temperament = { dailyDeviation: 0.024, tradesPerMinute: 200, dailyTurnover: 1.2e9, halfSpread: 0.00001 };
const LIVELY: Temperament = { dailyDeviation: 0.038, tradesPerMinute: 120, dailyTurnover: 2.5e8, halfSpread: 0.00005 };
const MINOR: Temperament = { dailyDeviation: 0.045, tradesPerMinute: 48, dailyTurnover: 2e7, halfSpread: 0.0001 };
const STABLE: Temperament = { dailyDeviation: 0.0004, tradesPerMinute: 48, dailyTurnover: 3e8, halfSpread: 0.000005 };
const STOCK: Temperament = { dailyDeviation: 0.02, tradesPerMinute: 60, dailyTurnover: 8e9, halfSpread: 0.00004 };
const COMMODITY: Temperament = { dailyDeviation: 0.013, tradesPerMinute: 48, dailyTurnover: 5e8, halfSpread: 0.00005 };

const BY_SYMBOL: Record<string, Temperament> = {
  BTCUSDT: MAJOR,
  ETHUSDT: { ...MAJOR, dailyDeviation: 0.034, dailyTurnover: 8e8 },
  SOLUSDT: LIVELY,
  XRPUSDT: LIVELY,
  DOGEUSDT: LIVELY,
  USDCUSDT: STABLE,
};

const BY_CATEGORY: Record<string, Temperament> = { stock: STOCK, commodity: COMMODITY };

/** How wildly and how lively a thing is traded on a venue. The second and third venue are the smaller ones. */
export function temperament({ symbol, category }: SimulatedInstrument, venue: SimulatedVenue): Temperament {
  const own = BY_SYMBOL[symbol] ?? BY_CATEGORY[category] ?? MINOR;
  if (venue === 'simulated-a') return own;
  return { ...own, tradesPerMinute: own.tradesPerMinute * 0.5, dailyTurnover: own.dailyTurnover * 0.4 };
}
