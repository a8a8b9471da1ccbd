import type { TapeRootView, TapeSample } from '../markets/tape.dto.js';
import { isInTree, TAPE_HOUR_MS, tapeHash } from './tape.rules.js';

/**
 * What a sale is drawn by: the prices of the first hour that begins when nobody can apply any more. Nobody can know them before,
 * whatever they read.
 */
export interface PriceDraw {
  marketId: number;
  symbol: string;
  /** When the hour began, Unix milliseconds. */
  hour: number;
  /** The published Merkle root over the samples of the hour. */
  root: string;
  samples: number;
  /** The last one of them, and the hashes beside the way from it to the root, nearest first. */
  last: TapeSample;
  path: string[];
}

/** When the first hour begins that begins at or after an instant, Unix milliseconds. The database has the same as `ieo_first_hour`. */
export function firstHourAfter(instant: number): number {
  return Math.ceil(instant / TAPE_HOUR_MS) * TAPE_HOUR_MS;
}

/** Whether a root is of an hour that began when nobody could apply any more, by a sample that says so and is under it. */
export function isDrawSound({ marketId, hour, root, samples, last, path }: PriceDraw, applyUntil: number): boolean {
  return (
    hour % TAPE_HOUR_MS === 0 &&
    hour >= firstHourAfter(applyUntil) &&
    last.s >= hour &&
    last.s < hour + TAPE_HOUR_MS &&
    tapeHash(marketId, last, last.prevHash) === last.hash &&
    isInTree(last.hash, samples - 1, samples, path, root)
  );
}

/** What is said of an hour beside a sale: its published root. */
export type PublishedRoot = Pick<TapeRootView, 'hour' | 'root' | 'samples'>;

/** From and to which hour roots tell whether an hour was the first one that has prices. */
export function hoursOf({ hour }: Pick<PriceDraw, 'hour'>, applyUntil: number): { from: number; to: number } {
  return { from: firstHourAfter(applyUntil), to: hour };
}

/**
 * Whether the hour is the first one that has a root, and the root is the published one. An hour without any price has no root; nobody
 * chooses a later one for another reason.
 * @param roots those of the market from the first hour after the close to this one.
 */
export function isFirstHour(draw: PriceDraw, applyUntil: number, roots: readonly PublishedRoot[]): boolean {
  const { from, to } = hoursOf(draw, applyUntil);
  const known = roots.filter(({ hour }) => hour >= from && hour <= to);
  const [first] = known;
  return known.length === 1 && first?.hour === draw.hour && first.root === draw.root && first.samples === draw.samples;
}
