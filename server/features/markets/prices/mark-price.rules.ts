import { UNIT } from '../../../contract/money.js';
import { medianOf } from './tick-guard.rules.js';

/** The moving average of the basis looks back this far, one sample a second (B.2). */
export const BASIS_WINDOW_MS = 150_000;
/** The span that a funding rate is quoted for. */
const FUNDING_SPAN_MS = 8 * 3_600_000;

/** All figures in whole numbers of 10^-18. */
export interface MarkInputs {
  index: bigint;
  /** Fraction per eight hours; null when the market has no funding. */
  fundingRate: bigint | null;
  msToFunding: number;
  /** Moving average of the book's middle less the index; null when there is no book. */
  averageBasis: bigint | null;
  last: bigint | null;
}

/**
 * The mark price (B.2): the median of index × (1 + last funding × time to funding / 8 h), index + average basis, and
 * the last traded price. Without a book of its own the mark is the index. Without a last price the index stands in.
 */
export function markPrice({ index, fundingRate, msToFunding, averageBasis, last }: MarkInputs): bigint {
  if (averageBasis === null) return index;
  const wait = BigInt(Math.max(0, Math.round(msToFunding)));
  const funded = index + (index * (fundingRate ?? 0n) * wait) / (UNIT * BigInt(FUNDING_SPAN_MS));
  return medianOf([funded, index + averageBasis, last ?? index]);
}

/** Samples of the basis, one a second, averaged over the last 150 s. */
export class BasisWindow {
  private readonly samples: { at: number; basis: bigint }[] = [];
  private sum = 0n;

  add(at: number, basis: bigint): void {
    this.samples.push({ at, basis });
    this.sum += basis;
    this.forget(at);
  }

  /** Null when there is no sample within the window. */
  average(now: number): bigint | null {
    this.forget(now);
    return this.samples.length === 0 ? null : this.sum / BigInt(this.samples.length);
  }

  private forget(now: number): void {
    let oldest = this.samples[0];
    while (oldest && oldest.at <= now - BASIS_WINDOW_MS) {
      this.sum -= oldest.basis;
      this.samples.shift();
      oldest = this.samples[0];
    }
  }
}
