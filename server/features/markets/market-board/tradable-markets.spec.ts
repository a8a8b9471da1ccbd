import { beforeEach, describe, expect, it, test } from '@jest/globals';
import type {
  DepthView,
  MarkPriceView,
  PerpetualQuoteView,
  TickerView,
} from '../../../contract/markets/markets.dto.js';
import { Config, readConfiguration } from '../../../platform/config/config.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { aCatalog, aMarket } from '../../../test/factories/markets.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import type { MarketEntity } from './market.entity.js';
import { MarketBoard } from './market-board.js';
import { emptyRow } from './market-status.rules.js';
import { type MarketChangeNotice, MarketUpdates } from './market-updates.js';
import type { MarketUpdate } from './market-update.js';
import { TradableMarkets, type TradableQuery } from './tradable-markets.js';

const SYMBOL = 'BTC/USDT';

let clock: FakeClock;
let board: MarketBoard;
let market: MarketEntity;
let tradable: TradableMarkets;
let sequence: number;

async function make(environment: Record<string, string> = {}): Promise<void> {
  clock = new FakeClock();
  board = new MarketBoard();
  market = aMarket({ id: 7, symbol: SYMBOL });
  sequence = 0;
  const values = readConfiguration({
    PUBLIC_URL: 'https://trade.example',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    REDIS_URL: 'redis://127.0.0.1:1',
    PASSWORD_PEPPER: 'x'.repeat(40),
    SECRET_KEY: 'x'.repeat(40),
    ...environment,
  });
  class Given extends Config {
    readonly values = values;
  }
  tradable = new TradableMarkets(await aCatalog([market]), board, clock, new Given());
}

beforeEach(() => make());

const row = (values: Partial<TickerView> = {}): TickerView => ({
  ...emptyRow(SYMBOL),
  last: '100',
  status: 'live',
  reason: null,
  pricedAt: clock.now(),
  ...values,
});

const mark = (values: Partial<MarkPriceView> = {}): MarkPriceView => ({
  symbol: SYMBOL,
  mark: '100.2',
  index: '100.1',
  last: '100',
  indexState: 'ok',
  method: 'constituents',
  constituents: [],
  fundingRate: null,
  nextFundingAt: null,
  sampledAt: clock.now(),
  ...values,
});

const depth = (values: Partial<DepthView> = {}): DepthView => ({
  symbol: SYMBOL,
  bids: [['99', '1']],
  asks: [['101', '1']],
  at: clock.now(),
  confirmedAt: clock.now(),
  ...values,
});

/** The feeding process says this now, and the book with it. */
function hear(values: Partial<MarketUpdate> = {}): void {
  sequence += 1;
  const empty = { tickers: [], candles: [], depths: [depth()], trades: {}, marks: [] };
  const kind = sequence === 1 ? 'snap' : 'delta';
  board.apply({ ep: '3', s: sequence, at: clock.now(), kind, ...empty, ...values }, clock.now());
}

/** What is said to who wants to trade; `yes` when nothing stands in the way. */
function answer(query: Partial<TradableQuery> = {}): string {
  try {
    tradable.require({ symbol: SYMBOL, product: 'perpetual', demo: false, ...query });
    return 'yes';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const PRODUCTS = ['spot', 'option', 'perpetual'] as const;

describe('a market with fresh prices', () => {
  beforeEach(() => hear({ tickers: [row()], marks: [mark()] }));

  it('gives them, by symbol or id', () => {
    const found = tradable.require({ marketId: 7, product: 'perpetual', demo: false });
    expect(found).toEqual(tradable.require({ symbol: SYMBOL, product: 'perpetual', demo: false }));
    expect(found).toEqual(tradable.open({ marketId: 7, product: 'perpetual', demo: false }));
    const prices = { last: '100', mark: '100.2', index: '100.1', indexState: 'ok', book: depth(), origin: 'live' };
    expect(found).toMatchObject({ ...prices, at: clock.now(), sampledAt: clock.now(), market: { id: 7 } });
  });

  it('is unknown by another name', () => {
    expect(answer({ symbol: 'NO/SUCH' })).toBe('markets.unknown-symbol');
    expect(answer({ symbol: undefined, marketId: 8 })).toBe('markets.unknown-symbol');
    expect(tradable.look({ marketId: 8, product: 'perpetual', demo: false })).toBeNull();
    expect(tradable.open({ marketId: 8, product: 'perpetual', demo: false })).toBeNull();
  });

  it('offers no option on one venue’s own index where its price must have more constituents', () => {
    hear({ tickers: [row()], marks: [mark({ method: 'venue' })] });
    expect(PRODUCTS.map((product) => answer({ product }))).toEqual(['yes', 'yes', 'yes']);
    market.constituentsMin = 3;
    expect(PRODUCTS.map((product) => answer({ product }))).toEqual(['yes', 'market.degraded', 'yes']);
    hear({ tickers: [row()], marks: [mark({ method: 'constituents' })] });
    expect(answer({ product: 'option' })).toBe('yes');
  });

  it('takes orders on the last price for 5 s after it was confirmed', () => {
    clock.advance(5000);
    hear();
    expect(answer({ product: 'spot' })).toBe('yes');
    clock.advance(1);
    expect(answer({ product: 'spot' })).toBe('market.stale');
    expect(answer({ product: 'spot', risk: 'reducing' })).toBe('market.stale');
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })).toBeNull();
  });

  it.each(['option', 'perpetual'] as const)('takes orders for a %s on an index of 3 s', (product) => {
    clock.advance(3000);
    hear({ tickers: [row()] });
    expect(answer({ product })).toBe('yes');
    clock.advance(1);
    expect([answer({ product }), answer({ product: 'spot' })]).toEqual(['market.stale', 'yes']);
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })).toMatchObject({
      last: '100',
      index: null,
      mark: null,
      indexState: 'stale',
    });
    const closing = { marketId: 7, product, demo: false, risk: 'reducing' } as const;
    expect(tradable.open(closing)).toBeNull();
    hear({ tickers: [row()], marks: [mark({ indexState: 'degraded' })] });
    expect(tradable.open(closing)).toMatchObject({ mark: '100.2', index: '100.1', indexState: 'degraded' });
    expect(tradable.open({ ...closing, risk: 'adding' })).toBeNull();
  });

  it('takes none when nothing is heard of the feed any more, however young the row says it is', () => {
    hear({ tickers: [row({ pricedAt: clock.now() + 60_000 })] });
    clock.advance(5001);
    expect(answer({ product: 'spot' })).toBe('market.stale');
  });
});

test('a degraded index takes no new risk but lets go of what there is', () => {
  hear({ tickers: [row()], marks: [mark({ indexState: 'degraded' })] });
  const answers = PRODUCTS.map((product) => [answer({ product }), answer({ product, risk: 'reducing' })]);
  expect(answers).toEqual([
    ['yes', 'yes'],
    ['market.degraded', 'yes'],
    ['market.degraded', 'yes'],
  ]);
});

test('an index that is stale, or missing, is used for nothing', () => {
  const stale = mark({ indexState: 'stale', index: null, mark: null });
  hear({ tickers: [row()], marks: [stale] });
  for (const risk of ['adding', 'reducing'] as const) {
    expect(PRODUCTS.map((product) => answer({ product, risk }))).toEqual(['yes', 'market.stale', 'market.stale']);
  }
});

test('a futures market needs a mark, an option only the index', () => {
  hear({ tickers: [row()], marks: [mark({ mark: null })] });
  expect(PRODUCTS.map((product) => answer({ product }))).toEqual(['yes', 'yes', 'market.stale']);
});

test.each(['halted', 'closed', 'stale'] as const)('a market that is %s takes nothing, not even a close', (status) => {
  hear({ tickers: [row({ status })], marks: [mark()] });
  for (const risk of ['adding', 'reducing'] as const) {
    for (const product of PRODUCTS) expect(answer({ product, risk })).toBe(`market.${status}`);
  }
  expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })).toBeNull();
});

test('an operator’s halt counts before the feed has heard of it', () => {
  hear({ tickers: [row()], marks: [mark()] });
  market.haltedReason = 'maintenance';
  expect(answer()).toBe('market.halted');
  expect(answer({ risk: 'reducing' })).toBe('market.halted');
});

test('what is not offered cannot be opened, but what is open can be closed', () => {
  hear({ tickers: [row()], marks: [mark()] });
  market.perpetual = false;
  expect([answer(), answer({ risk: 'reducing' }), answer({ product: 'spot' })]).toEqual([
    'market.not-offered',
    'yes',
    'yes',
  ]);
});

describe('simulated prices', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['development', {}, 'yes'],
    ['production', { NODE_ENV: 'production' }, 'market.simulated'],
    ['production, allowed', { NODE_ENV: 'production', REAL_MONEY_ON_SIMULATED: 'true' }, 'yes'],
    ['development, forbidden', { REAL_MONEY_ON_SIMULATED: 'false' }, 'market.simulated'],
  ];

  it.each(cases)('in %s', async (_where, environment, expected) => {
    await make(environment);
    hear({ tickers: [row({ origin: 'simulated' })], marks: [mark()] });
    expect(answer()).toBe(expected);
    expect(answer({ demo: true })).toBe('yes');
    expect(answer({ risk: 'reducing' })).toBe(expected);
    expect(answer({ risk: 'reducing', demo: true })).toBe('yes');
    const seen = [false, true].map(
      (demo) => tradable.look({ marketId: 7, product: 'perpetual', demo })?.origin ?? null,
    );
    expect(seen).toEqual([expected === 'yes' ? 'simulated' : null, 'simulated']);
    expect(tradable.realMoneyOrigins().includes('simulated')).toBe(expected === 'yes');
  });
});

describe('the quoted book', () => {
  const MAXIMUM_MS = 5000;
  const answers = () =>
    PRODUCTS.map((product) => [answer({ product }), answer({ product, risk: 'reducing' })].join(' '));
  const unquoted = ['market.no-book yes', 'yes yes', 'market.no-book yes'];

  it('serves for 5 s after it was confirmed, however young all other prices are', () => {
    hear({ depths: [depth({ at: clock.now() - 60_000 })] });
    clock.advance(MAXIMUM_MS);
    hear({ tickers: [row()], marks: [mark()], depths: [] });
    expect(answers()).toEqual(['yes yes', 'yes yes', 'yes yes']);
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })?.book?.bids).toEqual([['99', '1']]);
    clock.advance(1);
    hear({ tickers: [row()], marks: [mark()], depths: [] });
    expect(answers()).toEqual(unquoted);
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })).toMatchObject({
      last: '100',
      book: null,
    });
    expect(tradable.reason({ symbol: SYMBOL, product: 'spot', demo: true })).toBe('market.no-book');
    hear();
    expect(answers()).toEqual(['yes yes', 'yes yes', 'yes yes']);
  });

  it.each([
    ['none is known', []],
    ['it was taken away', [depth.bind(null, { bids: [], asks: [] })]],
  ])('nobody takes a risk that is filled from it while %s', (_why, made) => {
    hear({ tickers: [row()], marks: [mark()], depths: made.map((make) => make()) });
    expect(answers()).toEqual(unquoted);
  });
});

describe('a quoted book and an index of several venues', () => {
  // A band of 0.05: the book may be 2.5 % from the index of 100.
  type Sides = Pick<DepthView, 'bids' | 'asks'>;
  const at = (bid: string, ask: string): Sides => ({ bids: [[bid, '1']], asks: [[ask, '1']] });
  const filled = (book: Sides, sample = mark({ index: '100', mark: '100' })): string[] => {
    hear({ tickers: [row()], marks: [sample], depths: [depth(book)] });
    return PRODUCTS.map((product) => [answer({ product }), answer({ product, risk: 'reducing' })].join(' '));
  };
  const all = ['yes yes', 'yes yes', 'yes yes'];
  const unquoted = ['market.no-book yes', 'yes yes', 'market.no-book yes'];

  it.each([
    ['beside the index', at('99.9', '100.1'), all],
    ['at the limit above', at('102.4', '102.5'), all],
    ['at the limit below', at('97.5', '97.6'), all],
    ['above', at('102.5', '102.6'), unquoted],
    ['below', at('97.4', '97.5'), unquoted],
    ['right for buyers alone', at('97.4', '100.1'), unquoted],
    ['right for sellers alone', at('99.9', '102.6'), unquoted],
    ['one-sided and right', { bids: [], asks: [['101', '1']] } as Sides, all],
    ['one-sided and wrong', { bids: [], asks: [['103', '1']] } as Sides, unquoted],
  ])('%s', (_where, book, expected) => {
    expect(filled(book)).toEqual(expected);
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })?.book ?? null).toEqual(
      expected === all ? depth(book) : null,
    );
  });

  it('is not refused by an index that is stale', () => {
    expect(filled(at('109', '110'), mark({ indexState: 'stale', index: null }))[0]).toBe('yes yes');
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })?.book?.bids).toEqual([['109', '1']]);
  });

  it('is refused by what the other venues still agree on, where one venue is wrong by itself', () => {
    // Of three the one that quotes the book is 10 % away: two are left, which degrades the index.
    const sample = mark({ indexState: 'degraded', index: '100', mark: '100' });
    expect(filled(at('109', '110'), sample)[0]).toBe('market.no-book yes');
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })).toMatchObject({
      book: null,
      mark: '100',
    });
    expect(filled(at('99.9', '100.1'), sample)[0]).toBe('yes yes');
  });

  it('is not refused by an index of more than 3 s ago', () => {
    const old = mark({ index: '100', sampledAt: clock.now() });
    clock.advance(3001);
    expect(filled(at('109', '110'), old)[0]).toBe('yes yes');
  });

  it('fills nobody at levels that are too far behind a right one', () => {
    const bids: DepthView['bids'] = [
      ['99', '1'],
      ['97.4', '1'],
    ];
    const asks: DepthView['asks'] = [
      ['101', '1'],
      ['102.5', '1'],
      ['102.6', '1'],
    ];
    expect(filled({ bids, asks })).toEqual(all);
    const { book } = tradable.require({ marketId: 7, product: 'spot', demo: false });
    expect([book?.bids, book?.asks]).toEqual([bids.slice(0, 1), asks.slice(0, 2)]);
  });
});

describe('updates', () => {
  it('are told by what changed, once they stand on the board, until nobody wants them', () => {
    const updates = new MarketUpdates(board);
    const heard: [MarketChangeNotice, string | undefined][] = [];
    const end = updates.on((notice) => heard.push([notice, board.ticker(SYMBOL, clock.now())?.last ?? undefined]));
    hear({ tickers: [row()], marks: [mark()] });
    hear({ tickers: [row({ last: '101' })] });
    // Not taken: an update is missing before it.
    sequence += 5;
    hear({ tickers: [row({ last: '102' })] });
    end();
    const at = clock.now();
    expect(heard).toEqual([
      [{ at, last: [SYMBOL], mark: [SYMBOL], book: [SYMBOL], futures: [] }, '100'],
      [{ at, last: [SYMBOL], mark: [], book: [SYMBOL], futures: [] }, '101'],
    ]);
  });

  it('go on when a listener throws', () => {
    const updates = new MarketUpdates(board);
    let heard = 0;
    updates.on(() => {
      throw new Error('broken');
    });
    updates.on(() => (heard += 1));
    hear({ tickers: [row()] });
    expect(heard).toBe(1);
  });
});

describe('a market whose futures have an instrument of their own', () => {
  const quote = (values: Partial<PerpetualQuoteView> = {}): PerpetualQuoteView => ({
    symbol: SYMBOL,
    last: '101',
    status: 'live',
    reason: null,
    origin: 'live',
    pricedAt: clock.now(),
    ...values,
  });
  const futuresBook = () => depth({ bids: [['100.5', '3']], asks: [['101.5', '3']] });
  const pair = () => ({ tickers: [row()], marks: [mark()] });
  const all = () => PRODUCTS.map((product) => answer({ product }));

  beforeEach(() => {
    market.perpetualInstrument = 'bybit:linear:ELSEUSDT';
  });

  it('gives each product its own last price and book', () => {
    hear({ ...pair(), perpetuals: [quote()], perpetualDepths: [futuresBook()] });
    expect(tradable.look({ marketId: 7, product: 'spot', demo: false })).toMatchObject({
      quotation: 'pair',
      last: '100',
      book: { asks: [['101', '1']] },
    });
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })).toMatchObject({
      quotation: 'perpetual',
      last: '101',
      mark: '100.2',
      book: { asks: [['101.5', '3']] },
    });
    expect(tradable.look({ marketId: 7, product: 'option', demo: false })?.last).toBe('100');
    expect(all()).toEqual(['yes', 'yes', 'yes']);
  });

  it.each<[string, () => Partial<MarketUpdate>]>([
    ['is not known, as when a feeding process of the version before publishes', () => ({})],
    ['is old', () => ({ perpetuals: [quote({ pricedAt: clock.now() - 5001 })], perpetualDepths: [futuresBook()] })],
    ['is not believed', () => ({ perpetuals: [quote({ status: 'stale', reason: 'feed-lost' })] })],
  ])('refuses contracts alone while their price %s', (_case, heard) => {
    hear({ ...pair(), ...heard() });
    expect(all()).toEqual(['yes', 'yes', 'market.stale']);
    expect(tradable.look({ marketId: 7, product: 'perpetual', demo: false })).toBeNull();
  });

  it('refuses futures alone while their book is missing', () => {
    hear({ ...pair(), perpetuals: [quote()] });
    expect(all()).toEqual(['yes', 'yes', 'market.no-book']);
  });

  it('refuses spot and options alone while the pair is stale', () => {
    const tickers = [row({ pricedAt: clock.now() - 5001 })];
    hear({ ...pair(), tickers, perpetuals: [quote()], perpetualDepths: [futuresBook()] });
    expect(all()).toEqual(['market.stale', 'market.stale', 'yes']);
  });

  it('refuses futures where the row names no instrument for them', () => {
    market.perpetualInstrument = null;
    hear(pair());
    expect(all()).toEqual(['yes', 'yes', 'market.stale']);
  });

  it('has no price of futures that is live when the feeding process is silent', () => {
    hear({ ...pair(), perpetuals: [quote()], perpetualDepths: [futuresBook()] });
    clock.advance(6000);
    expect(board.futuresQuote(SYMBOL, clock.now())).toMatchObject({
      last: '101',
      status: 'stale',
      reason: 'feed-lost',
    });
    board.check(clock.now(), [{ symbol: SYMBOL, row: emptyRow(SYMBOL), halted: false, closed: null, opensAt: null }]);
    expect(board.futuresEntry(SYMBOL)?.value).toMatchObject({ status: 'stale', reason: 'feed-lost' });
  });
});
