import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { applyTickers, seedTickers, tickerNow, tickersStopped } from './live-tickers';
import { type Market, marketsOf } from './market';
import { inOrder, nextOrder } from './market-order';
import { search } from './search';

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
  const held = ({ ticker: listed }: Market) => listed;

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

  const all = [
    ...['BTC', 'ETH', 'DOGE', 'SOL', 'BCH', 'ETC', 'LTC', 'ZZZ'].map((base) => market(`${base}/USDT`)),
    market('GOLD/USDT', { category: 'commodity' }),
    market('NICKEL/USDT', { category: 'commodity', name: 'Nickel' }),
    market('AAPL/USD', { category: 'stock', quote: 'USD' }),
  ];
  const found = (text: string) => symbols(search(all, text, ({ name }) => name));

  it.each([
    ['比特币', ['BTC/USDT', 'BCH/USDT']],
    ['比特幣', ['BTC/USDT', 'BCH/USDT']],
    ['ビットコイン', ['BTC/USDT', 'BCH/USDT']],
    ['びっとこいん', ['BTC/USDT', 'BCH/USDT']],
    ['ﾋﾞｯﾄｺｲﾝ', ['BTC/USDT', 'BCH/USDT']],
    ['비트코인', ['BTC/USDT', 'BCH/USDT']],
    ['บิตคอยน์', ['BTC/USDT', 'BCH/USDT']],
    ['bitcoin', ['BTC/USDT', 'BCH/USDT']],
    ['níquel', ['NICKEL/USDT']],
    ['NIQUEL', ['NICKEL/USDT']],
    ['苹果', ['AAPL/USD']],
    ['蘋果', ['AAPL/USD']],
    ['oro', ['GOLD/USDT']],
  ])('by its name in any language: %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['bitebi', ['BTC/USDT', 'BCH/USDT']],
    ['bi te bi', ['BTC/USDT', 'BCH/USDT']],
    ['btb', ['BTC/USDT', 'BCH/USDT']],
    ['btbxj', ['BCH/USDT']],
    ['yitai', ['ETH/USDT', 'ETC/USDT']],
    ['ytf', ['ETH/USDT', 'ETC/USDT']],
    ['jingdian', ['ETC/USDT']],
    ['huangjin', ['GOLD/USDT']],
    ['hj', ['GOLD/USDT']],
    ['pingguo', ['AAPL/USD']],
    // From the middle of a syllable on nobody writes.
    ['uangjin', []],
    ['ingguo', []],
  ])('by how it is said in Chinese: %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['ethusdt', ['ETH/USDT']],
    ['ETH-USDT', ['ETH/USDT']],
    ['eth_usdt', ['ETH/USDT']],
    ['eth usdt', ['ETH/USDT']],
    ['ｅｔｈ／ｕｓｄｔ', ['ETH/USDT']],
    ['usdt eth', ['ETH/USDT', 'ETC/USDT']],
    ['classic usdt', ['ETC/USDT']],
    ['gold usdt', ['GOLD/USDT']],
    ['黄金 usdt', ['GOLD/USDT']],
    ['gold usd', ['GOLD/USDT']],
    ['gold btc', []],
  ])('by parts of its symbol: %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each(['', '  ', '/', '-', '。'])('"%s" finds all of them, as they stand', (text) => {
    expect(found(text)).toEqual(symbols(all));
  });

  it('bears what names of objects are called', () => {
    for (const text of ['constructor', '__proto__']) expect(found(text)).toEqual([]);
    expect(symbols(search([market('constructor/USDT')], 'constr', ({ name }) => name))).toEqual(['constructor/USDT']);
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
