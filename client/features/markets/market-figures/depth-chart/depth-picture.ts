import type { DecimalText } from '../../../../../server/contract/money';
import {
  type Book,
  cumulate,
  type DepthRange,
  type DepthSide,
  type DepthStep,
  isInRange,
  largest,
  partOf,
  placeOf,
  rangeOf,
  type Zoom,
} from './depth.rules';

/** A step with where it stands: from the left edge and from the bottom, both 0 to 1. */
export interface PlacedStep extends DepthStep {
  x: number;
  y: number;
}

export interface DepthPicture {
  range: DepthRange;
  /** What is in the range, from the lowest price to the highest. */
  steps: PlacedStep[];
  /** How many of the steps are bids: the best ask comes after them. */
  bidCount: number;
  /** The largest quantity that is shown: the height of the picture. */
  most: DecimalText;
  /** SVG paths in a box of `BOX` by `BOX`. */
  paths: Record<DepthSide, string>;
}

export const BOX = 1000;
/** Left free above the highest step. */
const HEADROOM = 60;

/** The two stepped areas of a book around its middle; null where there is nothing to draw. */
export function depthPicture(book: Book, zoom: Zoom): DepthPicture | null {
  const range = rangeOf(book, zoom);
  if (!range) return null;
  const all = { bids: cumulate(book.bids, 'bids'), asks: cumulate(book.asks, 'asks') };
  const shown = (side: DepthSide) => all[side].filter(({ price }) => isInRange(price, range));
  const [bids, asks] = [shown('bids'), shown('asks')];
  const most = largest([...bids, ...asks].map(({ quantity }) => quantity));
  const placed = (steps: DepthStep[]): PlacedStep[] =>
    steps.map((step) => ({ ...step, x: placeOf(step.price, range), y: partOf(step.quantity, most) }));
  const [placedBids, placedAsks] = [placed(bids), placed(asks)];
  return {
    range,
    steps: [...placedBids.toReversed(), ...placedAsks],
    bidCount: bids.length,
    most,
    paths: {
      bids: areaOf(placedBids, bids.length < all.bids.length ? 0 : null),
      asks: areaOf(placedAsks, asks.length < all.asks.length ? 1 : null),
    },
  };
}

/** From the top, in the picture's box. */
export function heightOf(y: number): number {
  return BOX - y * (BOX - HEADROOM);
}

/**
 * The outline of a side's area, from its best price outwards.
 * @param edge where it is cut off by the range; null: the book ends there, and nothing is drawn beyond what is known
 */
function areaOf(steps: readonly PlacedStep[], edge: 0 | 1 | null): string {
  const [best] = steps;
  const last = steps.at(-1);
  if (!best || !last) return '';
  const across = (x: number) => (x * BOX).toFixed(1);
  const stairs = steps.map(({ x, y }) => `H${across(x)}V${heightOf(y).toFixed(1)}`).join('');
  return `M${across(best.x)} ${BOX}${stairs}H${across(edge ?? last.x)}V${BOX}Z`;
}

/** The place in `steps` of the one that stands nearest to a place between the edges; -1 where there is none. */
export function nearestTo(steps: readonly PlacedStep[], x: number): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, step] of steps.entries()) {
    const distance = Math.abs(step.x - x);
    if (distance < least) [nearest, least] = [at, distance];
  }
  return nearest;
}

/** The place in `steps` of a level that was chosen, or of the one next to where it was, on its side if that has any. */
export function placeInSteps({ steps, range }: DepthPicture, chosen: Pick<DepthStep, 'side' | 'price'>): number {
  const own = steps.filter(({ side }) => side === chosen.side);
  const among = own.length > 0 ? own : steps;
  const found = among[nearestTo(among, placeOf(chosen.price, range))];
  return found ? steps.indexOf(found) : -1;
}
