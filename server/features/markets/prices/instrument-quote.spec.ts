import { beforeEach, describe, expect, it } from '@jest/globals';
import { fromUnits, toUnits } from '../../../contract/money.js';
import type { FeedEvent, TickerFields } from '../../../platform/feeds/feed.js';
import { InstrumentQuote } from './instrument-quote.js';
import { MarketIndex } from './market-index.js';

/** What one instrument said, and how old it is by our clock, whatever the venue's clock says. */
const KEY = 'one:linear:BTCUSDT';
const START = Date.UTC(2026, 0, 5, 12);
const FIELDS: TickerFields = { last: '100', bid: '99', ask: '103' };

let quote: InstrumentQuote;
let now: number;

beforeEach(() => {
  quote = new InstrumentQuote(KEY, toUnits('0.05'));
  now = START;
});

/** @param ahead of our clock, milliseconds. */
const stamp = (ahead = 0) => ({ instrument: KEY, at: now + ahead, receivedAt: now });
const push = (event: Exclude<FeedEvent, { kind: 'bar' }>) => quote.take(event, now, () => 'away');
const ticker = (fields: TickerFields = FIELDS, ahead = 0) => push({ kind: 'ticker', ...stamp(ahead), fields });
const trade = (price: string, ahead = 0) =>
  push({ kind: 'trade', ...stamp(ahead), id: '1', price, quantity: '1', side: 'buy' });
const book = (bids: [string, string][], asks: [string, string][], ahead = 0) =>
  push({ kind: 'book', ...stamp(ahead), bids, asks, sequence: 1 });
const middle = () => {
  const units = quote.middle(now);
  return units === null ? null : fromUnits(units);
};

describe('a trade', () => {
  const sized = (price: string, quantity: string) =>
    push({ kind: 'trade', ...stamp(), id: '1', price, quantity, side: 'buy' });

  it.each([
    ['of more than there can be', '100', '1000000000000001'],
    ['that is worth more than there can be', '100', '10000000000001'],
    ['with a number that no column holds', '100', '99999999999999999999'],
  ])('%s is none', (_what, price, quantity) => {
    expect(sized(price, quantity)).toBe('too-large');
    expect(quote.last).toBeNull();
  });

  it('of the smallest coin may be of very many', () => {
    expect(sized('0.00000001', '1000000000000000')).toBeNull();
  });
});

describe('the middle of bid and ask', () => {
  it('is the book’s, and that of the ticker where there is none', () => {
    ticker();
    expect(middle()).toBe('101');
    book([['99.5', '1']], [['100.5', '1']]);
    expect(middle()).toBe('100');
    quote.dropBook();
    expect(middle()).toBe('101');
  });

  it('is of both sides of one of them: a side of the book is not set against one of the ticker', () => {
    ticker();
    book([['98', '1']], []);
    expect(middle()).toBe('101');
  });

  it.each([
    ['a ticker', () => ticker()],
    ['a book', () => book([['99', '1']], [['103', '1']])],
    ['a ticker whose venue has a clock that is ahead', () => ticker(FIELDS, 4000)],
  ])('of %s is none any more after 5 s, whatever else is heard', (_what, say) => {
    say();
    now += 5000;
    trade('100');
    expect(middle()).toBe('101');
    now += 1;
    trade('100');
    expect(middle()).toBeNull();
  });

  it('does not move the mark when it is that of an old ticker', () => {
    const spots = ['two', 'three'].map((venue) => new InstrumentQuote(`${venue}:spot:BTCUSDT`, toUnits('0.05')));
    const index = new MarketIndex({
      symbol: 'BTC/USDT',
      priceScale: 2,
      constituents: spots.map((spot) => ({ quote: spot, weight: '1' })),
      constituentsMin: 2,
      outlierRatio: '0.03',
      bandRatio: '0.05',
      price: quote,
      perpetual: quote,
      mark: null,
    });
    const say = (last: string) => {
      trade(last);
      for (const spot of spots)
        spot.take({ kind: 'trade', ...stamp(), id: '1', price: '100', quantity: '1', side: 'buy' }, now, () => 'away');
    };
    // The middle of 100, 101 by the ticker, and 102.
    ticker();
    say('102');
    expect(index.sample(now, null).mark).toBe('101');
    // Three minutes later nothing is left of what it was, and what the ticker said then says nothing of now.
    now += 180_000;
    say('102');
    expect(index.sample(now, null)).toMatchObject({ index: '100', mark: '100', indexState: 'ok' });
  });
});

describe('a venue whose clock is ahead', () => {
  it('makes nothing younger than it is', () => {
    ticker(FIELDS, 4000);
    expect([quote.fieldsAt, quote.last?.at, quote.confirmedAt]).toEqual([START, START, START]);
    trade('101', 4000);
    expect(quote.last).toMatchObject({ text: '101', at: START });
  });

  it('has its ticker’s last price stand in for trades after 2 s, as every other', () => {
    trade('100', 4000);
    now += 1999;
    ticker({ last: '101' }, 4000);
    expect(quote.last?.text).toBe('100');
    now += 1;
    ticker({ last: '101' }, 4000);
    expect(quote.last).toMatchObject({ text: '101', at: now });
  });

  it('contradicts its own book with a ticker that is later by that clock', () => {
    book([['99', '1']], [['103', '1']], 4000);
    const other = { last: '100', bid: '99.5', ask: '103' };
    const confirmedAt = () => {
      quote.confirmBook(now);
      return quote.bookAt(now)?.confirmedAt;
    };
    ticker(other, 3999);
    now += 50;
    expect(confirmedAt()).toBe(START + 50);
    // By our clock it comes before what the book is stamped with.
    ticker(other, 3951);
    now += 3000;
    expect(confirmedAt()).toBe(START + 50);
  });
});

describe('a quiet book', () => {
  const BEST = [[['99', '1']], [['103', '1']]] as [[string, string][], [string, string][]];

  /** Whether it still serves 6 s later, with a sign of life of its connection each second. */
  function serves(): boolean {
    for (let second = 0; second < 6; second += 1) {
      now += 1000;
      quote.confirmBook(now);
    }
    return quote.bookAt(now) !== null;
  }

  it.each<[string, () => unknown, boolean]>([
    ['alone', () => {}, true],
    ['and a ticker that says the same', () => ticker({ last: '100', bid: '99', ask: '103' }), true],
    ['and a ticker that repeats its last price', () => ticker({ last: '100' }), true],
    ['and a ticker with a last price between its sides', () => ticker({ last: '101' }), true],
    ['and a ticker with another best bid', () => ticker({ last: '100', bid: '98', ask: '103' }), false],
    ['and a ticker with a last price above its best ask', () => ticker({ last: '103.5' }), false],
    ['and a ticker with a last price below its best bid', () => ticker({ last: '98.5' }), false],
    ['and a trade', () => trade('101'), false],
    [
      'and a ticker with another best bid, before one that names none',
      () => {
        ticker({ last: '100', bid: '98', ask: '103' });
        now += 100;
        ticker({ last: '100' });
      },
      false,
    ],
  ])('%s', (_what, then, expected) => {
    for (const ahead of [0, 5000]) {
      quote = new InstrumentQuote(KEY, toUnits('0.05'));
      trade('100');
      // A frame that is stamped ahead, where the others are not, is from when it was heard.
      expect(book(...BEST, ahead)).toBeNull();
      now += 100;
      then();
      expect([ahead, serves()]).toEqual([ahead, expected]);
    }
  });

  it('serves beside a last price from before it, however often that is repeated', () => {
    trade('100');
    now += 100;
    book([['100.5', '1']], [['103', '1']]);
    now += 100;
    ticker({ last: '100' });
    expect(serves()).toBe(true);
  });

  it('is as old as it is, whatever it is stamped with', () => {
    book(...BEST, 5000);
    expect(quote.bookAt(now)?.at).toBe(now);
  });
});

describe('a constituent of an index', () => {
  /** The index of two others at 0.0772 and of this one, whose row is given with it. */
  const sample = () => {
    const others = ['two', 'three'].map((venue) => new InstrumentQuote(`${venue}:spot:BTCUSDT`, toUnits('0.05')));
    for (const other of others)
      other.take(
        { kind: 'trade', ...stamp(), id: '1', price: '0.0772', quantity: '1', side: 'buy' },
        now,
        () => 'away',
      );
    const index = new MarketIndex({
      symbol: 'BTC/USDT',
      priceScale: 4,
      constituents: [quote, ...others].map((one) => ({ quote: one, weight: '1' })),
      constituentsMin: 3,
      outlierRatio: '0.03',
      bandRatio: '0.05',
      price: quote,
      perpetual: null,
      mark: null,
    });
    const { index: price, indexState, constituents } = index.sample(now, null);
    const { price: own, ageMs, used, reason } = constituents[0] ?? {};
    return { index: price, indexState, own, ageMs, used, reason };
  };
  const tradedLongAgo = () => {
    trade('0.0760');
    now += 120_000;
  };

  it('counts by its last price while its own bid and ask stand around it, as fresh as they are', () => {
    tradedLongAgo();
    ticker({ last: '0.0760', bid: '0.0759', ask: '0.0761' });
    now += 1000;
    expect(sample()).toMatchObject({ own: '0.0760', ageMs: 1000, used: true });
    book([['0.0759', '1']], [['0.0760', '1']]);
    expect(sample()).toMatchObject({ own: '0.0760', ageMs: 0, used: true });
  });

  it.each<[string, () => unknown, string]>([
    ['the ticker', () => ticker({ last: '0.0760', bid: '0.0771', ask: '0.0773' }), '0.0771'],
    ['a ticker with a bid alone', () => ticker({ last: '0.0760', bid: '0.0771' }), '0.0771'],
    ['the book', () => book([['0.0771', '1']], [['0.0773', '1']]), '0.0771'],
    ['a book from below', () => book([['0.0755', '1']], [['0.0757', '1']]), '0.0757'],
    ['a book by one tick', () => book([['0.0761', '1']], [['0.0763', '1']]), '0.0761'],
  ])('counts by the side of it that one can trade at, where %s contradicts its old last price', (_who, say, side) => {
    tradedLongAgo();
    say();
    now += 700;
    expect(sample()).toMatchObject({ own: side, ageMs: 700, used: true, indexState: 'ok' });
    // The status of the pair and its last price are what they were: nobody traded.
    expect(quote.last?.text).toBe('0.0760');
  });

  it('is not off by half a percent for an old trade', () => {
    tradedLongAgo();
    ticker({ last: '0.0760', bid: '0.0771', ask: '0.0773' });
    // The mean of 0.0771, 0.0772 and 0.0772.
    expect(sample()).toMatchObject({ index: '0.077166', indexState: 'ok' });
  });

  it('is too old when nothing but a ticker without bid and ask repeats what the book has contradicted', () => {
    tradedLongAgo();
    book([['0.0771', '1']], [['0.0773', '1']]);
    quote.dropBook();
    for (let second = 0; second < 4; second += 1) {
      now += 1000;
      ticker({ last: '0.0760' });
    }
    expect(sample()).toMatchObject({ used: false, reason: 'too-old', ageMs: 4000, indexState: 'degraded' });
    trade('0.0772');
    expect(sample()).toMatchObject({ own: '0.0772', ageMs: 0, used: true, indexState: 'ok' });
  });

  it('is as fresh as a ticker without bid and ask that nothing contradicts', () => {
    tradedLongAgo();
    ticker({ last: '0.0760' });
    expect(sample()).toMatchObject({ own: '0.0760', ageMs: 0, used: true });
    book([['0.0759', '1']], [['0.0761', '1']]);
    now += 20_000;
    ticker({ last: '0.0760' });
    expect(sample()).toMatchObject({ own: '0.0760', ageMs: 0, used: true });
  });

  it('counts by a trade that is later by its venue’s clock than the book, whichever is heard first', () => {
    book([['0.0771', '1']], [['0.0773', '1']], 2000);
    trade('0.0775', 2100);
    expect(sample()).toMatchObject({ own: '0.0775', ageMs: 0 });
    now += 200;
    book([['0.0771', '1']], [['0.0773', '1']], 2000);
    trade('0.0774', 1950);
    expect(sample()).toMatchObject({ own: '0.0773', ageMs: 0 });
  });

  it('counts by its last price for as long as a quiet book is confirmed, and no longer', () => {
    tradedLongAgo();
    book([['0.0759', '1']], [['0.0761', '1']]);
    const quietFor = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        now += 1000;
        quote.confirmBook(now);
      }
    };
    quietFor(10);
    expect(sample()).toMatchObject({ own: '0.0760', ageMs: 0, used: true, indexState: 'ok' });
    quote.dropBook();
    quietFor(4);
    expect(sample()).toMatchObject({ used: false, reason: 'too-old', ageMs: 4000 });
  });

  it.each([
    ['stand, too', '0.0772', true],
    ['have moved by a tick', '0.0773', true],
    ['have moved by no more than its book is wide', '0.0774', true],
    ['have moved by more', '0.0776', false],
  ])('whose venue says nothing of it for longer than 30 s counts only where the others %s', (_what, moved, used) => {
    const others = ['two', 'three'].map((venue) => new InstrumentQuote(`${venue}:spot:BTCUSDT`, toUnits('0.05')));
    const index = new MarketIndex({
      symbol: 'BTC/USDT',
      priceScale: 4,
      constituents: [quote, ...others].map((one) => ({ quote: one, weight: '1' })),
      constituentsMin: 3,
      outlierRatio: '0.03',
      bandRatio: '0.05',
      price: quote,
      perpetual: null,
      mark: null,
    });
    /** The connection answers each second, and the others go on. */
    const quietFor = (seconds: number, price: string) => {
      for (let second = 0; second < seconds; second += 1) {
        now += 1000;
        quote.confirmBook(now);
        for (const other of others)
          other.take({ kind: 'trade', ...stamp(), id: '1', price, quantity: '1', side: 'buy' }, now, () => 'away');
        index.sample(now, null);
      }
      const { indexState, constituents } = index.sample(now, null);
      return { indexState, used: constituents[0]?.used, reason: constituents[0]?.reason };
    };
    quietFor(5, '0.0772');
    trade('0.0772');
    book([['0.0771', '1']], [['0.0773', '1']]);
    const sound = { indexState: 'ok', used: true, reason: null };
    expect(quietFor(60, '0.0772')).toEqual(sound);
    expect(quietFor(60, moved)).toEqual(used ? sound : { indexState: 'degraded', used: false, reason: 'too-old' });
    // Where it is heard again, it counts again.
    trade('0.0775');
    expect(quietFor(1, moved)).toEqual(sound);
  });

  it('is no younger for a quiet book than the ticker that has said another best bid since', () => {
    tradedLongAgo();
    book([['0.0759', '1']], [['0.0761', '1']]);
    now += 100;
    ticker({ last: '0.0760', bid: '0.0758', ask: '0.0761' });
    // It names no best bid any more, which makes the book no truer.
    now += 100;
    ticker({ last: '0.0760' });
    now += 4000;
    quote.confirmBook(now);
    expect(sample()).toMatchObject({ used: false, reason: 'too-old' });
  });

  it('is no younger for a quiet book that a later last price contradicts', () => {
    tradedLongAgo();
    book([['0.0759', '1']], [['0.0761', '1']]);
    now += 100;
    ticker({ last: '0.0768' });
    for (let second = 0; second < 4; second += 1) {
      now += 1000;
      quote.confirmBook(now);
    }
    expect(sample()).toMatchObject({ used: false, reason: 'too-old', ageMs: 4000 });
  });

  describe('after one frame that was stamped ahead', () => {
    it('counts by what its venue says then', () => {
      tradedLongAgo();
      book([['0.0771', '1']], [['0.0773', '1']], 5000);
      expect(sample()).toMatchObject({ own: '0.0771' });
      now += 100;
      ticker({ last: '0.0760', bid: '0.0769', ask: '0.0773' });
      expect(sample()).toMatchObject({ own: '0.0769', ageMs: 0 });
    });

    it('counts by a trade of then', () => {
      tradedLongAgo();
      book([['0.0771', '1']], [['0.0773', '1']], 5000);
      now += 100;
      trade('0.0775');
      expect(sample()).toMatchObject({ own: '0.0775', ageMs: 0 });
    });

    it('counts by no trade from before it', () => {
      now += 1000;
      book([['0.0771', '1']], [['0.0773', '1']], 5000);
      now += 100;
      trade('0.0775', -600);
      expect(sample()).toMatchObject({ own: '0.0773', ageMs: 100 });
    });

    it('is as fresh as its quiet book all the same', () => {
      trade('0.0772');
      book([['0.0771', '1']], [['0.0773', '1']], 5000);
      now += 100;
      ticker({ last: '0.0772' });
      now += 3500;
      quote.confirmBook(now);
      expect(sample()).toMatchObject({ own: '0.0772', ageMs: 0 });
    });

    it('has its last price compared, where that frame was the trade', () => {
      trade('0.0760', 5000);
      now += 3000;
      book([['0.0771', '1']], [['0.0773', '1']]);
      expect(sample()).toMatchObject({ own: '0.0771', ageMs: 0 });
    });
  });

  it('whose venue has a clock that is ahead counts by that clock’s own order', () => {
    tradedLongAgo();
    book([['0.0771', '1']], [['0.0773', '1']], 3000);
    now += 50;
    ticker({ last: '0.0760', bid: '0.0769', ask: '0.0773' }, 2900);
    expect(sample()).toMatchObject({ own: '0.0771', ageMs: 50 });
    trade('0.0775', 2900);
    expect(sample()).toMatchObject({ own: '0.0773', ageMs: 50 });
  });

  it('is none by a price from before this process, until its venue has said one', () => {
    quote.expect({ text: '0.0760', units: toUnits('0.0760'), at: now });
    expect(sample()).toMatchObject({ used: false, indexState: 'degraded' });
    ticker({ last: '0.0761', bid: '0.0760', ask: '0.0762' });
    expect(sample()).toMatchObject({ own: '0.0761', used: true, indexState: 'ok' });
  });
});
