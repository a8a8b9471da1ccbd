import * as fc from 'fast-check';
import { Decimal } from '../../../../../server/contract/decimal';
import type { DepthLevel } from '../../../../../server/contract/markets/markets.dto';
import { type Book, ZOOMS } from './depth.rules';
import { type DepthPicture, depthPicture, nearestTo, placeInSteps } from './depth-picture';

const BOOK: Book = {
  bids: [
    ['99', '1'],
    ['98', '2'],
  ],
  asks: [
    ['101', '1.5'],
    ['103', '0.5'],
  ],
};

function pictureOf(book: Book, zoom: (typeof ZOOMS)[number] = 1): DepthPicture {
  const picture = depthPicture(book, zoom);
  if (!picture) throw new Error('Nothing is drawn.');
  return picture;
}

it('two stairs lead from the best prices outwards, and end where the book does', () => {
  const { steps, bidCount, most, paths } = pictureOf(BOOK);
  expect(steps.map(({ price }) => price)).toEqual(['98', '99', '101', '103']);
  expect([bidCount, most]).toEqual([2, '3']);
  expect(paths).toEqual({
    bids: 'M333.3 1000H333.3V686.7H166.7V60.0H166.7V1000Z',
    asks: 'M666.7 1000H666.7V530.0H1000.0V373.3H1000.0V1000Z',
  });
});

it('from nearer, what goes on reaches the edges, and the height is that of what is seen', () => {
  const { steps, most, paths } = pictureOf(BOOK, 5);
  expect(steps.map(({ price }) => price)).toEqual(['99', '101']);
  expect(most).toBe('1.5');
  expect(paths).toEqual({
    bids: 'M100.0 1000H100.0V373.3H0.0V1000Z',
    asks: 'M900.0 1000H900.0V60.0H1000.0V1000Z',
  });
});

it('a side that is missing is not drawn, and an empty book not at all', () => {
  expect(pictureOf({ ...BOOK, asks: [] }).paths.asks).toBe('');
  expect(pictureOf({ ...BOOK, bids: [] }).paths.bids).toBe('');
  expect(depthPicture({ bids: [], asks: [] }, 1)).toBeNull();
});

it.each([
  [0, '98'],
  [0.3, '99'],
  [0.51, '101'],
  [1, '103'],
  [7, '103'],
])('at %s from the left the level is %s', (x, price) => {
  const { steps } = pictureOf(BOOK);
  expect(steps[nearestTo(steps, x)]?.price).toBe(price);
});

it('a level that was chosen is found again, or the one next to where it was', () => {
  const near = pictureOf(BOOK, 5);
  expect(placeInSteps(pictureOf(BOOK), { side: 'asks', price: '103' })).toBe(3);
  expect(placeInSteps(near, { side: 'asks', price: '103' })).toBe(1);
  expect(placeInSteps(near, { side: 'bids', price: '98' })).toBe(0);
  expect(placeInSteps(pictureOf({ ...BOOK, asks: [] }), { side: 'asks', price: '103' })).toBe(1);
  expect(nearestTo([], 0.5)).toBe(-1);
});

it('whatever the book, all that is shown is in the picture, in order, with both best prices', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 19 });
  const books = fc.record({
    best: fc.integer({ min: 1, max: 1_000_000 }),
    spread: fc.integer({ min: 0, max: 1000 }),
    down: gaps,
    up: gaps,
    scale: fc.integer({ min: 0, max: 12 }),
  });
  fc.assert(
    fc.property(books, fc.constantFrom(...ZOOMS), ({ best, spread, down, up, scale }, zoom) => {
      const level = (units: number): DepthLevel => [new Decimal(units).div(new Decimal(10).pow(scale)).toFixed(), '1'];
      const walk = (from: number, steps: number[], sign: 1 | -1) =>
        steps.reduce<number[]>((all, step) => [...all, (all.at(-1) ?? from) + sign * step], [from]);
      const bids = walk(best, down, -1)
        .filter((units) => units > 0)
        .map(level);
      const asks = walk(best + spread, up, 1).map(level);
      const { steps, bidCount } = pictureOf({ bids, asks }, zoom);
      expect(steps.every(({ x, y }) => x >= 0 && x <= 1 && y > 0 && y <= 1)).toBe(true);
      expect(steps.map(({ x }) => x)).toEqual(steps.map(({ x }) => x).toSorted((one, other) => one - other));
      expect([steps[bidCount - 1]?.price, steps[bidCount]?.price]).toEqual([bids[0]?.[0], asks[0]?.[0]]);
    }),
  );
});
