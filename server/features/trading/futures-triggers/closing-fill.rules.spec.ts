import type { DepthLevel } from '../../../contract/markets/markets.dto.js';
import type { LeftMarket } from '../taken-depth/index.js';
import { type ClosingOrder, closingFillAt } from './closing-fill.rules.js';

/** Fills of closing orders at a given book. */
const ORDER: ClosingOrder = {
  id: '1',
  positionId: '2',
  marketId: 1,
  demo: true,
  side: 'long',
  lots: 10,
  lotSize: '0.1',
  limitPrice: '100',
};

function market(bids: DepthLevel[], asks: DepthLevel[] = []): LeftMarket {
  const book = { symbol: 'BTC/USDT', bids, asks, at: 5, confirmedAt: 5 };
  return {
    market: { id: 1, spread: '0.5', priceScale: 2, bandRatio: '0.1' },
    quotation: 'perpetual',
    last: '100',
    mark: '100',
    spread: '0.5',
    book,
    quotedBook: book,
  } as unknown as LeftMarket;
}

const filled = (order: Partial<ClosingOrder>, left: LeftMarket) => {
  const fill = closingFillAt({ ...ORDER, ...order }, left);
  return fill && [fill.lots, fill.price];
};

it.each<[string, DepthLevel[], [number, string] | null]>([
  ['all of it at the limit', [['100.5', '1']], [10, '100']],
  ['nothing below it', [['100.49', '9']], null],
  [
    'as many whole lots as are there',
    [
      ['100.5', '0.39'],
      ['100', '9'],
    ],
    [3, '100'],
  ],
  [
    'not less than a lot',
    [
      ['100.5', '0.09'],
      ['100', '9'],
    ],
    null,
  ],
  [
    'one lot',
    [
      ['100.5', '0.1'],
      ['100', '9'],
    ],
    [1, '100'],
  ],
  [
    'the mean of the levels that reach it',
    [
      ['102.5', '0.5'],
      ['100.5', '0.5'],
      ['100.4', '9'],
    ],
    [10, '101'],
  ],
  ['nothing of no book', [], null],
])('a long gets %s', (_what, bids, expected) => {
  expect(filled({}, market(bids))).toEqual(expected);
});

it.each<[string, DepthLevel[], [number, string] | null]>([
  ['all of it at the limit', [['99.5', '1']], [10, '100']],
  ['nothing above it', [['99.51', '9']], null],
  [
    'the mean of the levels that reach it',
    [
      ['97.5', '0.5'],
      ['99.5', '0.5'],
      ['99.6', '9'],
    ],
    [10, '99'],
  ],
  [
    'no more than those hold',
    [
      ['99.5', '0.5'],
      ['99.6', '9'],
    ],
    [5, '100'],
  ],
])('a short gets %s', (_what, asks, expected) => {
  expect(filled({ side: 'short' }, market([], asks))).toEqual(expected);
});

it('takes of its own book and side what it gets', () => {
  const { taking } =
    closingFillAt(
      ORDER,
      market([
        ['102.5', '0.5'],
        ['100.5', '5'],
      ]),
    ) ?? {};
  expect(taking).toMatchObject([
    {
      demo: true,
      side: 'sell',
      levels: [
        ['102.5', '0.5', '0.5', '0.5'],
        ['100.5', '5', '0.5', '5'],
      ],
    },
  ]);
  const short = closingFillAt({ ...ORDER, side: 'short' }, market([], [['99.5', '5']]));
  expect(short?.taking).toMatchObject([{ demo: true, side: 'buy' }]);
});

it('waits where a market order would go by the mark', () => {
  expect(closingFillAt(ORDER, { ...market([['100.5', '1']]), mark: '120' })).toBeNull();
  expect(closingFillAt(ORDER, { ...market([['100.5', '1']]), book: null })).toBeNull();
});
