import { beforeEach, describe, expect, it, test } from '@jest/globals';
import { type ChannelName, VIEW_SYMBOLS_MAX } from '../../../contract/channels.js';
import type {
  MarkPriceView,
  PerpetualQuoteView,
  TickerView,
  TradeView,
} from '../../../contract/markets/markets.dto.js';
import { ChannelRegistry, type ChannelSource } from '../../../platform/realtime/channel-source.js';
import { textOf } from '../../../platform/realtime/websocket-frame.js';
import { aCatalog, aMarket } from '../../../test/factories/markets.js';
import { MarketBoard } from './market-board.js';
import { emptyRow, FEED_LOST_MS } from './market-status.rules.js';
import type { MarketUpdate } from './market-update.js';
import { MarketsChannels } from './markets.channels.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const GUEST = { userId: null, sessionId: null };

class Registry extends ChannelRegistry {
  readonly sources = new Map<ChannelName, ChannelSource>();
  announced = 0;

  announce(): void {
    this.announced += 1;
  }

  serve(name: ChannelName, source: ChannelSource): void {
    this.sources.set(name, source);
  }

  source(name: ChannelName): ChannelSource {
    const source = this.sources.get(name);
    if (!source) throw new Error(`nobody serves ${name}`);
    return source;
  }
}

const board = { current: new MarketBoard() };
const registry = new Registry();
let s = 0;

function put(values: Partial<MarketUpdate>, kind: MarketUpdate['kind'] = 'delta'): void {
  s += 1;
  const empty = { tickers: [], candles: [], depths: [], trades: {}, marks: [] };
  const fate = board.current.apply({ ep: '7', s, at: NOW + s, kind, ...empty, ...values }, NOW);
  if (fate !== 'taken') throw new Error(fate);
}

const row = (symbol: string, last: string): TickerView => ({ ...emptyRow(symbol), last });
const trade = (id: number): TradeView => ({ id: `${id}`, price: '1', quantity: '1', side: 'buy', at: NOW });
const read = (state: ReturnType<ChannelSource['since']>) =>
  typeof state === 'string' ? state : { ...state, payload: JSON.parse(textOf(state.payload)) };

beforeEach(async () => {
  board.current = new MarketBoard();
  s = 0;
  const symbols = ['BTC/USDT', 'ETH/USDT', 'DOGE/USDT'];
  const catalog = await aCatalog(symbols.map((symbol) => aMarket({ symbol })));
  new MarketsChannels(board.current, catalog, registry).onModuleInit();
  put({ tickers: symbols.map((symbol) => row(symbol, '1')) }, 'snap');
});

test('an update that was taken is announced, one that changes nothing is not', () => {
  const before = registry.announced;
  put({ tickers: [row('BTC/USDT', '2')] });
  expect(registry.announced).toBe(before + 1);
  const fate = board.current.apply(board.current.whole(NOW), NOW);
  expect([fate, registry.announced]).toEqual(['ignored', before + 1]);
});

describe('markets.ticker', () => {
  const resolve = (symbols: unknown) => registry.source('markets.ticker').resolve({ symbols }, GUEST);

  it('gives the same short id for the same set, in whatever order and however often named', () => {
    const id = resolve(['BTC/USDT', 'ETH/USDT']);
    expect(resolve(['ETH/USDT', 'BTC/USDT', 'ETH/USDT'])).toBe(id);
    expect(resolve(['ETH/USDT'])).not.toBe(id);
    expect(id?.length).toBe(16);
  });

  it.each([
    ['nothing', undefined],
    ['no symbols', []],
    ['an unknown symbol', ['BTC/USDT', 'XXX/YYY']],
    ['a number', [1]],
    ['an object', [{ toString: () => 'BTC/USDT' }]],
    ['text', 'BTC/USDT'],
    ['too many', Array.from({ length: VIEW_SYMBOLS_MAX + 1 }, () => 'BTC/USDT')],
  ])('refuses %s', (_name, symbols) => {
    expect(resolve(symbols)).toBeNull();
  });

  it.each([null, undefined, 5, 'x', []])('refuses the key %p', (key) => {
    for (const source of registry.sources.values()) expect(source.resolve(key, GUEST)).toBeNull();
  });

  it('sends all rows of the view first, then those that changed', () => {
    const source = registry.source('markets.ticker');
    const id = resolve(['BTC/USDT', 'ETH/USDT']) ?? '';
    const whole = read(source.snapshot(id));
    expect(whole).toEqual({ ep: '7', s: 1, payload: [row('BTC/USDT', '1'), row('ETH/USDT', '1')], at: NOW + 1 });
    expect(source.since(id, '7', 1)).toBe('unchanged');
    put({ tickers: [row('DOGE/USDT', '2')] });
    expect(source.since(id, '7', 1)).toBe('unchanged');
    put({ tickers: [row('ETH/USDT', '3')] });
    expect(read(source.since(id, '7', 1))).toEqual({ ep: '7', s: 3, payload: [row('ETH/USDT', '3')], at: NOW + 3 });
    expect(source.since(id, '7', 3)).toBe('unchanged');
  });

  it('does not know places of another epoch, before its snapshot, or ahead of it', () => {
    const source = registry.source('markets.ticker');
    const id = resolve(['BTC/USDT']) ?? '';
    expect([source.since(id, '6', 1), source.since(id, '7', 0), source.since(id, '7', 99)]).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
  });

  it('forgets views that nobody reads any more', () => {
    const source = registry.source('markets.ticker');
    const id = resolve(['BTC/USDT']) ?? '';
    source.snapshot(id);
    source.released?.(id);
    expect(JSON.parse(textOf(source.snapshot(id).payload))).toEqual([]);
  });
});

describe('markets.perpetual-quotes', () => {
  const quote = (symbol: string, last: string): PerpetualQuoteView => ({
    symbol,
    last,
    status: 'live',
    reason: null,
    origin: 'live',
    pricedAt: NOW,
  });

  it('sends the quotes of all symbols of the view that have one, then those that changed', () => {
    put({ perpetuals: [quote('BTC/USDT', '1')] });
    const source = registry.source('markets.perpetual-quotes');
    const id = source.resolve({ symbols: ['BTC/USDT', 'ETH/USDT', 'DOGE/USDT'] }, GUEST) ?? '';
    expect(read(source.snapshot(id))).toMatchObject({ s: 2, payload: [quote('BTC/USDT', '1')] });
    put({ tickers: [row('BTC/USDT', '5')] });
    expect(source.since(id, '7', 2)).toBe('unchanged');
    put({ perpetuals: [quote('ETH/USDT', '3')] });
    expect(read(source.since(id, '7', 3))).toMatchObject({ s: 4, payload: [quote('ETH/USDT', '3')] });
    expect([source.since(id, '6', 4), source.since(id, '7', 4)]).toEqual(['unknown', 'unchanged']);
  });

  it.each([undefined, [], ['XXX/YYY'], Array.from({ length: VIEW_SYMBOLS_MAX + 1 }, () => 'BTC/USDT')])(
    'refuses other symbols than known ones, and too many',
    (symbols) => {
      expect(registry.source('markets.perpetual-quotes').resolve({ symbols }, GUEST)).toBeNull();
    },
  );

  it('leaves the stream of one futures market as pages of the build before ask for it', () => {
    put({ perpetuals: [quote('BTC/USDT', '1')] });
    const source = registry.source('markets.perpetual');
    const id = source.resolve({ symbol: 'BTC/USDT' }, GUEST) ?? '';
    expect(read(source.snapshot(id))).toMatchObject({ payload: quote('BTC/USDT', '1') });
  });
});

describe('markets.trades', () => {
  it('sends what is kept, then the new ones, and starts anew when some are no longer kept', () => {
    const source = registry.source('markets.trades');
    const id = source.resolve({ symbol: 'BTC/USDT' }, GUEST) ?? '';
    expect(JSON.parse(textOf(source.snapshot(id).payload))).toEqual([]);
    put({ trades: { 'BTC/USDT': [trade(1), trade(2)] } });
    expect(read(source.since(id, '7', 1))).toMatchObject({ s: 2, payload: [trade(1), trade(2)] });
    put({ trades: { 'BTC/USDT': [trade(3)] } });
    expect(read(source.since(id, '7', 2))).toMatchObject({ s: 3, payload: [trade(3)] });
    put({ trades: { 'BTC/USDT': Array.from({ length: 50 }, (_, place) => trade(place + 4)) } });
    expect(source.since(id, '7', 2)).toBe('unknown');
    expect(read(source.since(id, '7', 3))).toMatchObject({ s: 4 });
    expect(JSON.parse(textOf(source.snapshot(id).payload))).toHaveLength(50);
  });
});

describe('markets.depth and markets.mark', () => {
  it('are whole in every frame, and empty while nothing is known', () => {
    const depth = registry.source('markets.depth');
    const id = depth.resolve({ symbol: 'BTC/USDT' }, GUEST) ?? '';
    expect(JSON.parse(textOf(depth.snapshot(id).payload))).toMatchObject({ symbol: 'BTC/USDT', bids: [], asks: [] });
    expect(JSON.parse(textOf(registry.source('markets.mark').snapshot(id).payload))).toMatchObject({
      mark: null,
      index: null,
    });
    const book = {
      symbol: 'BTC/USDT',
      bids: [['1', '2']],
      asks: [['2', '1']],
      at: NOW,
      confirmedAt: NOW,
    } as MarketUpdate['depths'][0];
    put({ depths: [book] });
    expect(read(depth.since(id, '7', 1))).toMatchObject({ s: 2, payload: book });
    expect(registry.source('markets.mark').since(id, '7', 1)).toBe('unchanged');
  });

  const level = (price: string) => [[price, '1']] as [string, string][];
  const book = (price: string) =>
    ({ symbol: 'BTC/USDT', bids: level(price), asks: [], at: NOW, confirmedAt: NOW }) as MarketUpdate['depths'][0];
  const mark = (price: string) =>
    ({ symbol: 'BTC/USDT', mark: price, index: price, indexState: 'ok', sampledAt: NOW }) as MarkPriceView;

  it.each<[ChannelName, object, object]>([
    ['markets.depth', book('1'), { bids: [], asks: [] }],
    ['markets.perpetual-depth', book('2'), { bids: [], asks: [] }],
    ['markets.mark', mark('3'), { mark: null, index: null, last: null, indexState: 'stale' }],
  ])(
    '%s has nothing while nobody feeds, in an epoch of its own, and all of it again afterwards',
    (name, whole, empty) => {
      const fed = { depths: [book('1')], perpetualDepths: [book('2')], marks: [mark('3')] };
      put(fed);
      const source = registry.source(name);
      const id = source.resolve({ symbol: 'BTC/USDT' }, GUEST) ?? '';
      expect(read(source.snapshot(id))).toMatchObject({ ep: '7', payload: whole });
      // At its last instant it is still the feeder's.
      board.current.check(NOW + FEED_LOST_MS, []);
      expect(source.since(id, '7', 2)).toBe('unchanged');
      board.current.check(NOW + FEED_LOST_MS + 1, []);
      expect(source.since(id, '7', 2)).toBe('unknown');
      const { ep, s: place, payload } = read(source.snapshot(id)) as { ep: string; s: number; payload: object };
      expect([ep === '7', payload]).toEqual([false, expect.objectContaining(empty)]);
      expect(source.since(id, ep, place)).toBe('unchanged');
      put({ ...fed, tickers: [row('BTC/USDT', '1')] }, 'snap');
      expect(source.since(id, ep, place)).toBe('unknown');
      expect(read(source.snapshot(id))).toMatchObject({ ep: '7', payload: whole });
      // What stands on the board is not touched: what settles reads it with its own instants.
      expect(board.current.depth('BTC/USDT')).toEqual(book('1'));
    },
  );
});
