import type { DepthLevel } from '../../../../../server/contract/markets/markets.dto';
import { COARSER, groupLevels } from '../book-groups';
import {
  type Book,
  cumulate,
  distanceFrom,
  halfOf,
  isInRange,
  largest,
  midOf,
  partOf,
  placeOf,
  rangeOf,
  shapeOf,
  spreadOf,
} from './depth.rules';

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
const EMPTY: Book = { bids: [], asks: [] };
const BIDS: Book = { ...BOOK, asks: [] };
const ASKS: Book = { ...BOOK, bids: [] };
const CROSSED: Book = { bids: [['102', '1']], asks: [['101', '1']] };
const LOCKED: Book = { bids: [['100', '1']], asks: [['100', '1']] };

describe('what stands at a price and at better ones', () => {
  it('is summed from the best price outwards, with what it costs', () => {
    expect(cumulate(BOOK.asks, 'asks')).toEqual([
      { side: 'asks', price: '101', quantity: '1.5', amount: '151.5' },
      { side: 'asks', price: '103', quantity: '2', amount: '203' },
    ]);
    expect(cumulate(BOOK.bids, 'bids').map(({ quantity, amount }) => [quantity, amount])).toEqual([
      ['1', '99'],
      ['3', '295'],
    ]);
    expect(cumulate([], 'bids')).toEqual([]);
  });

  it.each([
    [
      'what floats get wrong',
      [
        ['1', '0.1'],
        ['2', '0.2'],
      ],
      '0.3',
      '0.5',
    ],
    ['the least there is', [['0.00000001', '0.000000000000000001']], '0.000000000000000001', '0'],
    [
      'very much',
      [
        ['99999999999', '99999999999'],
        ['100000000000', '1'],
      ],
      '100000000000',
      '9999999999900000000001',
    ],
  ] as [string, DepthLevel[], string, string][])('is exact for %s', (_name, levels, quantity, amount) => {
    expect(cumulate(levels, 'asks').at(-1)).toMatchObject({ quantity, amount });
  });

  it.each(COARSER)('is as much in the end when %s decimals of the prices are left out', (coarser) => {
    const levels: DepthLevel[] = [
      ['100.01', '1'],
      ['100.09', '2'],
      ['100.1', '0.5'],
      ['117.3', '4'],
    ];
    for (const side of ['asks', 'bids'] as const) {
      const grouped = groupLevels(levels, { side, priceDecimals: 2, coarser });
      expect(cumulate(grouped, side).at(-1)?.quantity).toBe('7.5');
    }
  });
});

describe.each([
  ['whole', BOOK, { shape: 'whole', mid: '100', spread: '2' }],
  ['empty', EMPTY, { shape: 'empty', mid: null, spread: null }],
  ['without asks', BIDS, { shape: 'bids', mid: null, spread: null }],
  ['without bids', ASKS, { shape: 'asks', mid: null, spread: null }],
  ['crossed', CROSSED, { shape: 'crossed', mid: '101.5', spread: '-1' }],
  ['of one price', LOCKED, { shape: 'whole', mid: '100', spread: '0' }],
  [
    'of the least prices',
    { bids: [['0.000000000000000001', '1']], asks: [['0.000000000000000002', '1']] } satisfies Book,
    { shape: 'whole', mid: '0.000000000000000001', spread: '0.000000000000000001' },
  ],
] as [string, Book, object][])('a book that is %s', (_name, book, expected) => {
  it('has its shape, its middle and its spread', () => {
    expect({ shape: shapeOf(book), mid: midOf(book), spread: spreadOf(book) }).toEqual(expected);
  });
});

it.each([
  ['100', '101', '1'],
  ['100', '99.5', '-0.5'],
  ['100', '100', '0'],
  ['3', '4', '33.333333333333333333'],
  ['0', '1', null],
  [null, '1', null],
])('from %s to %s it is %s percent', (mid, price, percent) => {
  expect(distanceFrom(mid, price)).toBe(percent);
});

describe('the prices that are shown', () => {
  it.each([
    [1, { half: '3', low: '97', high: '103' }],
    [2, { half: '1.5', low: '98.5', high: '101.5' }],
    // The best prices stay inside.
    [5, { half: '1.25', low: '98.75', high: '101.25' }],
  ] as const)('%s times as near are around the middle', (zoom, range) => {
    expect(rangeOf(BOOK, zoom)).toEqual({ centre: '100', ...range });
  });

  it.each([
    ['one side', { bids: [['99', '1'] as DepthLevel, ['90', '1'] as DepthLevel], asks: [] }, ['90', '108']],
    ['one level', { bids: [], asks: [['50', '1'] as DepthLevel] }, ['49.95', '50.05']],
    ['one price', LOCKED, ['99.9', '100.1']],
    [
      'a level far away',
      { bids: [['1', '1'] as DepthLevel], asks: [['2', '1'] as DepthLevel, ['1000', '1'] as DepthLevel] },
      ['0', '3'],
    ],
  ] as [string, Book, [string, string]][])('of a book with %s never go below zero', (_name, book, [low, high]) => {
    expect(rangeOf(book, 1)).toMatchObject({ low, high });
  });

  it('are none of an empty book', () => {
    expect(rangeOf(EMPTY, 1)).toBeNull();
  });

  it('reach from edge to edge', () => {
    const range = rangeOf(BOOK, 1);
    expect(range && ['97', '100', '103'].map((price) => placeOf(price, range))).toEqual([0, 0.5, 1]);
    expect(range && ['96.99', '97', '103', '103.01'].map((price) => isInRange(price, range))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

it('parts of a quantity are for the eye, and of nothing they are nothing', () => {
  expect([partOf('1', '4'), partOf('4', '4'), partOf('0', '0')]).toEqual([0.25, 1, 0]);
  expect([halfOf('3'), largest(['2', '10', '9']), largest([])]).toEqual(['1.5', '10', '0']);
});
