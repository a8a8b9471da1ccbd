import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { applyTickers, seedTickers, tickerNow, tickersStopped } from './live-tickers';
import { type Market, marketsOf, search } from './market';
import { inOrder, nextOrder } from './market-order';

const ticker = (symbol: string, change: Partial<TickerView> = {}): TickerView => ({
  symbol,
  last: '1',
  mark: null,
  index: null,
  indexState: 'ok',
  open: null,
  high: null,
  low: null,
  volume: null,
  quoteVolume: null,
  change: null,
  windowMs: 86_400_000,
  status: 'live',
  reason: null,
  opensAt: null,
  origin: 'live',
  pricedAt: 1000,
  ...change,
});

const market = (symbol: string, change: Partial<Market> = {}, of: Partial<TickerView> = {}): Market => ({
  symbol,
  id: 1,
  baseId: 1,
  quoteId: 3,
  name: symbol,
  base: symbol.split('/')[0] ?? '',
  quote: 'USDT',
  category: 'crypto',
  spot: true,
  perpetual: true,
  option: false,
  recommended: false,
  priceDecimals: 2,
  quantityDecimals: 2,
  spark: [],
  ticker: ticker(symbol, of),
  ...change,
});

const symbols = (markets: Market[]) => markets.map((one) => one.symbol);

describe('the order of a list', () => {
  const list = [
    market('B/USDT', {}, { last: '9', change: '-1' }),
    market('A/USDT', {}, { last: '10', change: null }),
    market('C/USDT', {}, { last: null, change: '+2.5' }),
  ];
  const held = () => null;

  it.each([
    [null, ['B/USDT', 'A/USDT', 'C/USDT']],
    [{ column: 'name', descending: false }, ['A/USDT', 'B/USDT', 'C/USDT']],
    [{ column: 'price', descending: true }, ['A/USDT', 'B/USDT', 'C/USDT']],
    [{ column: 'price', descending: false }, ['B/USDT', 'A/USDT', 'C/USDT']],
    [{ column: 'change', descending: true }, ['C/USDT', 'B/USDT', 'A/USDT']],
    [{ column: 'change', descending: false }, ['B/USDT', 'C/USDT', 'A/USDT']],
  ] as const)('%j, the unknown last', (order, expected) => {
    expect(symbols(inOrder(list, order, held))).toEqual(expected);
  });

  it('goes natural, reversed, none', () => {
    const first = nextOrder(null, 'price');
    const second = nextOrder(first, 'price');
    expect([first, second, nextOrder(second, 'price')]).toEqual([
      { column: 'price', descending: true },
      { column: 'price', descending: false },
      null,
    ]);
  });
});

describe('finding a market', () => {
  const list = [
    market('WBTC/USDT', { name: 'Wrapped' }),
    market('BTC/USDT', { name: 'Bitcoin' }),
    market('ETH/USDT', { name: 'Ethereum' }),
    market('XAU/USD', { name: 'Gold', category: 'commodity' }),
  ];

  it.each([
    ['btc', ['BTC/USDT', 'WBTC/USDT']],
    ['btc/u', ['BTC/USDT', 'WBTC/USDT']],
    [' ETH ', ['ETH/USDT']],
    ['gold', ['XAU/USD']],
    ['黄金', ['XAU/USD']],
    ['zzz', []],
    ['', ['WBTC/USDT', 'BTC/USDT', 'ETH/USDT', 'XAU/USD']],
  ])('"%s"', (text, expected) => {
    const nameOf = ({ base, name }: Market) => (base === 'XAU' ? '黄金' : name);
    expect(symbols(search(list, text, nameOf))).toEqual(expected);
  });

  it('keeps the categories apart', () => {
    expect(symbols(marketsOf('commodities', list, []))).toEqual(['XAU/USD']);
    expect(symbols(marketsOf('favourites', list, ['ETH/USDT', 'GONE/USDT']))).toEqual(['ETH/USDT']);
    expect(symbols(marketsOf('stocks', list, []))).toEqual([]);
  });
});

describe('live tickers', () => {
  it('let a reply that the stream has overtaken change nothing', () => {
    applyTickers([ticker('T/USDT', { last: '2', pricedAt: 5000 })]);
    seedTickers([ticker('T/USDT', { last: '1', pricedAt: 4000 })]);
    expect(tickerNow('T/USDT')?.last).toBe('2');
    seedTickers([ticker('T/USDT', { last: '3', pricedAt: 6000 })]);
    expect(tickerNow('T/USDT')?.last).toBe('3');
  });

  it('are not live any more when their stream stops, until it speaks again', () => {
    const rows = [ticker('L/USDT', { status: 'live' }), ticker('H/USDT', { status: 'halted' })];
    const states = () => ['L/USDT', 'H/USDT'].map((symbol) => tickerNow(symbol)?.status);
    applyTickers(rows);
    tickersStopped(['L/USDT', 'H/USDT', 'UNKNOWN/USDT']);
    expect(states()).toEqual(['stale', 'halted']);
    applyTickers(rows);
    expect(states()).toEqual(['live', 'halted']);
  });
});
