import type { MarketChangeNotice } from '../../markets/market-board/index.js';
import { MovedFutures } from './moved-futures.js';

/** Futures quoted by themselves, futures that go by the pair's price, and a pair without futures. */
const MARKETS = new Map([
  ['BTC/USDT', { id: 1, perpetual: true, priceInstrument: 'btc', perpetualInstrument: 'btc-swap' }],
  ['GOLD/USDT', { id: 2, perpetual: true, priceInstrument: 'gold', perpetualInstrument: 'gold' }],
  ['DOGE/USDC', { id: 3, perpetual: false, priceInstrument: 'doge', perpetualInstrument: null }],
]);
const ALL = [...MARKETS.keys(), 'NO/ONE'];
const NOTHING = { at: 0, last: [], mark: [], book: [], futures: [] };

let hear: (notice: MarketChangeNotice) => void;
const ended = jest.fn();
const updates = { on: (heard: typeof hear) => ((hear = heard), ended) };
const catalog = { bySymbol: (symbol: string) => MARKETS.get(symbol) };

it.each<[keyof MarketChangeNotice, number[]]>([
  ['mark', [1, 2]],
  ['futures', [1, 2]],
  // The pair's own price moves those futures alone that go by it.
  ['last', [2]],
  ['book', [2]],
])('a new %s moves the futures that go by it: %j', (part, expected) => {
  const moved = new MovedFutures(updates as never, catalog as never);
  const notified: number[][] = [];
  moved.listen(() => notified.push(moved.all));
  hear({ ...NOTHING, [part]: ALL });
  expect(notified).toEqual([expected]);
});

it('nothing is told of what moves no futures market, and what was looked at is taken away', () => {
  const moved = new MovedFutures(updates as never, catalog as never);
  const listener = jest.fn();
  const end = moved.listen(listener);
  hear({ ...NOTHING, last: ['BTC/USDT', 'DOGE/USDC'] });
  expect(listener).not.toHaveBeenCalled();
  moved.add([5, 1]);
  moved.remove(5);
  expect(moved.all).toEqual([1]);
  expect(end).toBe(ended);
});
