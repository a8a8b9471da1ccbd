import type { IndexConstituentView, IndexState } from '../../../contract/markets/markets.dto.js';
import { UNIT } from '../../../contract/money.js';
import { distance, medianOf } from './tick-guard.rules.js';

/** A constituent without a new price for longer than this is left out (B.1). */
export const CONSTITUENT_AGE_MAX_MS = 3000;

/** Prices, weights and ratios are whole numbers of 10^-18. */
export interface Constituent {
  venue: string;
  weight: bigint;
  price: bigint | null;
  /** When the venue last confirmed the price. */
  at: number | null;
}

export interface IndexRules {
  /** Constituents that must be left for a sound index. */
  least: number;
  /** A constituent further from the median than this fraction of it is an outlier. */
  outlierRatio: bigint;
}

export interface IndexSample {
  /** Null when the index is not to be used. */
  price: bigint | null;
  state: IndexState;
  /** What became of each constituent, in the order given. */
  parts: { ageMs: number | null; used: boolean; reason: IndexConstituentView['reason'] }[];
}

/**
 * The index price at `now` (B.1): the weighted mean of the constituents that are fresh and near the median of the
 * fresh ones. With fewer than the least number but two, their median, `degraded`; with fewer, none, `stale`.
 * The median of two is no venue's price but their middle, so the one ratio lets two be twice as far apart as it lets a venue be
 * from the one in the middle of three: the wider band of two (decision 29).
 */
export function indexPrice(constituents: readonly Constituent[], rules: IndexRules, now: number): IndexSample {
  const fresh = constituents.filter((one) => one.price !== null && ageOf(one, now) <= CONSTITUENT_AGE_MAX_MS);
  const median = medianOf(fresh.flatMap(({ price }) => (price === null ? [] : [price])));
  const used = new Set(fresh.filter((one) => isNear(one.price ?? 0n, median, rules.outlierRatio)));
  const parts = constituents.map((one) => {
    const reason = used.has(one) ? null : fresh.includes(one) ? 'outlier' : one.price === null ? 'no-data' : 'too-old';
    return { ageMs: one.at === null ? null : Math.max(0, now - one.at), used: used.has(one), reason } as const;
  });
  return { ...combine([...used], rules.least), parts };
}

function combine(used: Constituent[], least: number): Pick<IndexSample, 'price' | 'state'> {
  if (used.length >= Math.max(1, least)) return { price: weightedMean(used), state: 'ok' };
  if (used.length >= 2) return { price: medianOf(used.map(({ price }) => price ?? 0n)), state: 'degraded' };
  return { price: null, state: 'stale' };
}

function weightedMean(used: Constituent[]): bigint {
  let sum = 0n;
  let weights = 0n;
  for (const { price, weight } of used) {
    sum += (price ?? 0n) * weight;
    weights += weight;
  }
  return sum / weights;
}

function isNear(price: bigint, median: bigint, ratio: bigint): boolean {
  return distance(price, median) * UNIT <= ratio * median;
}

function ageOf({ at }: Constituent, now: number): number {
  return at === null ? Number.POSITIVE_INFINITY : now - at;
}
