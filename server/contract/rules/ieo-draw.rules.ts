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

/** So long before the end of the hour applications have to be sealed at least. */
const SEALED_BEFORE_MS = TAPE_HOUR_MS / 2;
/** The last price of an hour is of its end: nobody has stopped the tape at a second that suited them. */
const LAST_MS = 60_000;

/**
 * From when on an hour may begin that a sale is drawn by, Unix milliseconds: from the close, and not so early that its last prices
 * were known before the applications were sealed. The database has the same as `ieo_draw_from`.
 */
export function closedAt(applyUntil: number, sealedAt: number | undefined): number {
  return sealedAt === undefined ? applyUntil : Math.max(applyUntil, sealedAt - SEALED_BEFORE_MS);
}

/** Whether a root is of an hour that began when nobody could apply any more, by its last price, which is under it. */
export function isDrawSound({ marketId, hour, root, samples, last, path }: PriceDraw, closed: number): boolean {
  return (
    hour % TAPE_HOUR_MS === 0 &&
    hour >= firstHourAfter(closed) &&
    last.s >= hour + TAPE_HOUR_MS - LAST_MS &&
    last.s < hour + TAPE_HOUR_MS &&
    last.index !== null &&
    last.live > 0 &&
    tapeHash(marketId, last, last.prevHash) === last.hash &&
    isInTree(last.hash, samples - 1, samples, path, root)
  );
}

/** What is said of an hour beside a sale: its published root. */
export type PublishedRoot = Pick<TapeRootView, 'hour' | 'root' | 'samples'>;

/** From and to which hour roots tell whether an hour was the first one that has prices. */
export function hoursOf({ hour }: Pick<PriceDraw, 'hour'>, closed: number): { from: number; to: number } {
  return { from: firstHourAfter(closed), to: hour };
}

/**
 * Whether the root is the published one of the first hour that has one. Null: the root is the published one, and hours before it have
 * one, too. Each of them has to be void, by a last sample without a price or before its last minute, which the tape itself shows.
 * @param roots those of the market from the first hour after the close to this one.
 */
export function isFirstHour(draw: PriceDraw, closed: number, roots: readonly PublishedRoot[]): boolean | null {
  const { from, to } = hoursOf(draw, closed);
  const known = roots.filter(({ hour }) => hour >= from && hour <= to);
  const own = known.filter(({ hour }) => hour === draw.hour);
  const [published] = own;
  if (own.length !== 1 || published?.root !== draw.root || published.samples !== draw.samples) return false;
  return known.length === 1 ? true : null;
}
