import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { QuoteClosing } from './quote-closing.js';
import { QuoteReduce, type ReduceWish } from './quote-reduce.js';

/** Portions and quotes of reduce-only orders at a given book. */
const PRODUCT = { priceDecimals: 2, spread: '0.5', currencyDecimals: 8 };
const BOOK = {
  bids: [['99', '5']],
  asks: [
    ['101', '0.4'],
    ['103', '5'],
  ],
  at: 5,
  confirmedAt: 5,
};
const MARKET = { market: { id: 1 }, quotation: 'perpetual', last: '100', mark: '100', book: BOOK, quotedBook: BOOK };

let asked: object[];
let known: boolean;
let open: FuturesPositionView[];
const closing = new QuoteClosing(
  { find: () => (known ? PRODUCT : undefined) } as never,
  { require: async (query: object) => (asked.push(query), MARKET) } as never,
);
const reduce = new QuoteReduce({ open: async () => open } as never, closing);

beforeEach(() => {
  [asked, known] = [[], true];
  const row = (positionId: string, values: Partial<FuturesPositionView> = {}) =>
    ({
      positionId,
      marketId: 1,
      side: 'short',
      status: 1,
      marginMode: 'cross',
      lots: 5,
      lotSize: '0.1',
      ...values,
    }) as FuturesPositionView;
  open = [
    row('9', { status: 2 }),
    row('8', { marginMode: 'isolated', closings: [{ closingId: '1', lots: 2, limitPrice: '90', createdAt: 0 }] }),
    row('7', { status: 0 }),
    row('6', { marketId: 2 }),
    row('5', { side: 'long' }),
  ];
});

const WISH: ReduceWish = {
  userId: '7',
  demo: false,
  marketId: 1,
  side: 'long',
  lots: 100,
  isLimit: false,
  limitPrice: '99',
  marginMode: null,
  worstPrice: null,
  reduceOnly: true,
};
const taken = ({ portions }: { portions: { position: FuturesPositionView; lots: number }[] }) =>
  portions.map(({ position, lots }) => [position.positionId, lots]);
const refusal = (code: string, parameters: object = {}) => expect.objectContaining({ code, parameters });

it('at the market it closes what is held on the other side, at the price of the sum', async () => {
  const quote = await reduce.execute(WISH);
  expect([taken(quote), quote.lots]).toEqual([
    [
      ['8', 5],
      ['9', 5],
    ],
    10,
  ]);
  // 0.4 at 101 and 0.6 at 103, and the spread.
  expect(quote.closing.price.toFixed()).toBe('102.7');
  expect(quote.closing.taking).toMatchObject([
    {
      side: 'buy',
      levels: [
        ['101', '0.4', '0.4', '0.4'],
        ['103', '5', '0.6', '5'],
      ],
    },
  ]);
  expect(asked).toEqual([{ marketId: 1, product: 'perpetual', demo: false, risk: 'reducing' }]);
  expect(taken(await reduce.execute({ ...WISH, marginMode: 'cross', lots: 2 }))).toEqual([['9', 2]]);
  const short = await reduce.execute({ ...WISH, side: 'short' });
  expect([taken(short), short.closing.price.toFixed(), short.closing.taking[0]?.side]).toEqual([
    [['5', 5]],
    '98.5',
    'sell',
  ]);
});

it('it is not closed at a worse price than it may be', async () => {
  await expect(reduce.execute({ ...WISH, worstPrice: '102.69' })).rejects.toEqual(
    refusal('futures.price-moved', { price: '102.7' }),
  );
  await expect(reduce.execute({ ...WISH, worstPrice: '102.7' })).resolves.toMatchObject({ lots: 10 });
});

it('at a limit it waits for what is open and free, and for nothing that closes already', async () => {
  const waiting = await reduce.waiting(WISH);
  expect([taken(waiting), waiting.lots, waiting.limitPrice]).toEqual([[['8', 3]], 3, '99']);
});

it('it is refused where nothing is free, or as many wait as may', async () => {
  const order = { closingId: '1', lots: 0, limitPrice: '90', createdAt: 0 };
  const isolated = open[1] as FuturesPositionView;
  open = [{ ...isolated, closings: [{ ...order, lots: 5 }] }];
  await expect(reduce.waiting(WISH)).rejects.toEqual(refusal('futures.closing-lots', { lots: 0 }));
  open = [{ ...isolated, closings: Array.from({ length: 10 }, () => order) }];
  await expect(reduce.waiting(WISH)).rejects.toEqual(refusal('futures.too-many-closings', { maximum: 10 }));
  open = [{ ...isolated, closings: [{ ...order, lots: 4 }, ...Array.from({ length: 9 }, () => order)] }];
  await expect(reduce.waiting(WISH)).rejects.toEqual(refusal('futures.too-many-closings', { maximum: 10 }));
  open = [];
  await expect(reduce.waiting(WISH)).rejects.toEqual(refusal('futures.nothing-to-reduce'));
  await expect(reduce.execute(WISH)).rejects.toEqual(refusal('futures.nothing-to-reduce'));
});

it('what is not a futures market any more is not closed', async () => {
  known = false;
  await expect(reduce.execute(WISH)).rejects.toEqual(refusal('market.not-offered'));
});
