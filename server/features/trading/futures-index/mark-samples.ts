import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { PositionSide } from '../../../contract/rules/margin.rules.js';

/** A mark as it was sampled. */
export interface MarkSample {
  mark: DecimalText;
  /** Unix milliseconds. */
  at: number;
  origin: PriceOrigin;
}

/** Two samples of the mark that follow each other. */
export interface MarkPair {
  before: MarkSample;
  last: MarkSample;
}

/** The two mark samples behind a liquidation, as its report shows them. */
export interface ReportedMarks {
  mark: string;
  markAt: number;
  markBefore: string;
  markBeforeAt: number;
}

/** Samples further apart, or older, do not confirm each other. */
const APART_MAX_MS = 3000;

/**
 * The last two samples of every market's mark. One sample alone neither warns nor liquidates: both must agree,
 * so each side is decided by the more favourable of the two. Samples of different origins do not confirm each other.
 */
@Injectable()
export class MarkSamples {
  private readonly pairs = new Map<number, { before: MarkSample | null; last: MarkSample }>();
  /** By origin: since when some market always had a confirmed mark, and the newest of them. */
  private readonly runs = new Map<PriceOrigin, { since: number; at: number }>();

  take(marketId: number, sample: MarkSample): void {
    const known = this.pairs.get(marketId);
    if (known && sample.at <= known.last.at) return;
    const before = known?.last.origin === sample.origin ? known.last : null;
    this.pairs.set(marketId, { before, last: sample });
    if (before && areClose(before, sample)) this.extendRun(sample);
  }

  private extendRun({ origin, at }: MarkSample): void {
    const since = this.pricedSince(origin, at) ?? at;
    this.runs.set(origin, { since, at: Math.max(at, this.runs.get(origin)?.at ?? at) });
  }

  /**
   * Since when some market has always had a confirmed mark of this origin. Null when none has one now: a process that has just
   * begun has seen none, and after a gap the time begins again.
   */
  pricedSince(origin: PriceOrigin, now: number): number | null {
    const run = this.runs.get(origin);
    return run && now - run.at <= APART_MAX_MS ? run.since : null;
  }

  /** The market has no usable mark: confirmation starts again with two new samples. */
  forget(marketId: number): void {
    this.pairs.delete(marketId);
  }

  /** Null unless there are two samples close to each other, and the last is not old. */
  confirmed(marketId: number, now: number): MarkPair | null {
    const known = this.pairs.get(marketId);
    if (!known?.before) return null;
    const { before, last } = known;
    return areClose(before, last) && now - last.at <= APART_MAX_MS ? { before, last } : null;
  }
}

const areClose = (before: MarkSample, last: MarkSample): boolean => last.at - before.at <= APART_MAX_MS;

/** For each side the more favourable of the two marks: the higher for longs, the lower for shorts. */
export function kinderMarks({ before, last }: MarkPair): Record<PositionSide, DecimalText> {
  const falling = new Decimal(last.mark).lt(before.mark);
  return falling ? { long: before.mark, short: last.mark } : { long: last.mark, short: before.mark };
}
