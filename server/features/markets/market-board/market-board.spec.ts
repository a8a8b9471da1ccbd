import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { CandleView, MarkPriceView, TickerView, TradeView } from '../../../contract/markets/markets.dto.js';
import { MarketBoard, type UnfedMarket } from './market-board.js';
import { emptyRow } from './market-status.rules.js';
import { type MarketUpdate, readUpdate } from './market-update.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const SYMBOLS = ['BTC/USDT', 'ETH/USDT', 'AAPL/USD'];

function row(symbol: string, last: string): TickerView {
  return { ...emptyRow(symbol), last, status: 'live', reason: null, pricedAt: NOW };
}

function bar(symbol: string, openAt: number, close: string): CandleView {
  const prices = { open: close, high: close, low: close, close };
  const flags = { trades: 1, revision: 1, closed: false, filled: false, outage: false, origin: 'live' as const };
  return { symbol, period: '1min', openAt, ...prices, volume: '1', quoteVolume: '1', ...flags };
}

function trade(id: number): TradeView {
  return { id: String(id), price: '1', quantity: '1', side: 'buy', at: NOW };
}

function mark(symbol: string, price: string): MarkPriceView {
  const rest = { indexState: 'ok', method: 'constituents', constituents: [], fundingRate: null, nextFundingAt: null };
  return { symbol, mark: price, index: price, last: price, ...rest, sampledAt: NOW } as MarkPriceView;
}

function update(s: number, values: Partial<MarketUpdate> = {}): MarketUpdate {
  const empty = { tickers: [], candles: [], depths: [], trades: {}, marks: [] };
  return { ep: '7', s, at: NOW, kind: 'delta', ...empty, ...values };
}

function fedBoard(s = 10): MarketBoard {
  const board = new MarketBoard();
  board.apply(update(s, { kind: 'snap', tickers: SYMBOLS.map((symbol) => row(symbol, '100')) }), NOW);
  return board;
}

const unfed = (symbol: string, values: Partial<UnfedMarket> = {}): UnfedMarket => ({
  symbol,
  halted: false,
  closed: null,
  opensAt: null,
  row: emptyRow(symbol),
  ...values,
});

describe('updates', () => {
  it('are taken from a snapshot on, in sequence', () => {
    const board = new MarketBoard();
    expect(board.apply(update(9), NOW)).toBe('gap');
    expect(board.apply(update(10, { kind: 'snap', tickers: [row('BTC/USDT', '1')] }), NOW)).toBe('taken');
    expect(board.apply(update(11, { tickers: [row('BTC/USDT', '2')] }), NOW)).toBe('taken');
    expect(board.ticker('BTC/USDT', NOW)?.last).toBe('2');
    expect([board.epoch, board.sequence, board.tickerEntry('BTC/USDT')?.s]).toEqual(['7', 11, 11]);
  });

  it('change nothing when they are repeated, late, or of an older epoch', () => {
    const board = fedBoard();
    board.apply(update(11, { tickers: [row('BTC/USDT', '2')] }), NOW);
    const wrong = { tickers: [row('BTC/USDT', '666')] };
    expect(board.apply(update(11, wrong), NOW)).toBe('ignored');
    expect(board.apply(update(10, { ...wrong, kind: 'snap' }), NOW)).toBe('ignored');
    expect(board.apply(update(99, { ...wrong, ep: '6' }), NOW)).toBe('ignored');
    expect(board.apply(update(99, { ...wrong, ep: '6', kind: 'snap' }), NOW)).toBe('ignored');
    expect(board.ticker('BTC/USDT', NOW)?.last).toBe('2');
  });

  it('are not taken after a gap until a snapshot closes it', () => {
    const board = fedBoard();
    expect(board.apply(update(12), NOW)).toBe('gap');
    expect(board.apply(update(13), NOW)).toBe('gap');
    expect(board.apply(update(13, { kind: 'snap', tickers: [row('BTC/USDT', '3')] }), NOW)).toBe('taken');
    expect(board.apply(update(14), NOW)).toBe('taken');
    expect(board.sequence).toBe(14);
    // What changed and changed back in the gap was never seen: places before the snapshot cannot be told.
    expect([10, 11, 12, 13, 14].map((s) => board.covers('7', s))).toEqual([false, false, false, true, true]);
  });

  it('of a new epoch replace everything, from its snapshot on; the old epoch is then over', () => {
    const board = fedBoard();
    expect(board.apply(update(3, { ep: '8' }), NOW)).toBe('gap');
    expect(board.apply(update(11), NOW)).toBe('ignored');
    expect(board.apply(update(3, { ep: '8', kind: 'snap', tickers: [row('BTC/USDT', '5')] }), NOW)).toBe('taken');
    expect([board.epoch, board.sequence]).toEqual(['8', 3]);
    expect(board.tickerEntry('ETH/USDT')).toBeUndefined();
  });

  it('compare epochs as numbers', () => {
    const board = new MarketBoard();
    board.apply(update(1, { ep: '10', kind: 'snap' }), NOW);
    expect(board.apply(update(1, { ep: '9', kind: 'snap' }), NOW)).toBe('ignored');
  });

  it.each(['', 'null', '5', '{}', '{"ep":"x","s":1}', '{"ep":7,"s":1,"kind":"snap"}', '[1'])('%s is none', (text) => {
    expect(readUpdate(text)).toBeNull();
  });

  it('survive the wire', () => {
    const sent = update(11, { tickers: [row('BTC/USDT', '2')], trades: { 'BTC/USDT': [trade(1)] } });
    expect(readUpdate(JSON.stringify(sent))).toEqual(sent);
  });
});

describe('what the board keeps', () => {
  it('is the two newest bars of a series, whatever order they come in', () => {
    const board = fedBoard();
    const minute = (count: number) => NOW + count * 60_000;
    board.apply(update(11, { candles: [bar('BTC/USDT', minute(1), '2'), bar('BTC/USDT', minute(0), '1')] }), NOW);
    board.apply(update(12, { candles: [bar('BTC/USDT', minute(2), '3'), bar('BTC/USDT', minute(1), '2.5')] }), NOW);
    expect(board.candles('BTC/USDT', '1min').map(({ close }) => close)).toEqual(['2.5', '3']);
    expect(board.candles('BTC/USDT', '5min')).toEqual([]);
  });

  it('is the last 50 trades, and it knows when it cannot tell all the new ones', () => {
    const board = fedBoard();
    const trades = (first: number, count: number) => ({
      trades: { 'BTC/USDT': Array.from({ length: count }, (_, place) => trade(first + place)) },
    });
    board.apply(update(11, trades(1, 40)), NOW);
    board.apply(update(12, trades(41, 5)), NOW);
    board.apply(update(13, trades(46, 20)), NOW);
    expect(board.trades('BTC/USDT').map(({ id }) => Number(id))).toEqual(Array.from({ length: 50 }, (_, i) => i + 16));
    const after = (s: number) => board.tradeTape('BTC/USDT')?.after(s)?.length ?? null;
    expect([after(13), after(12), after(11), after(10)]).toEqual([0, 20, 25, null]);
  });

  it('makes the JSON of an entry once', () => {
    const board = fedBoard();
    const entry = board.tickerEntry('BTC/USDT');
    const json = entry?.json;
    if (entry) entry.value.last = 'changed behind its back';
    expect(entry?.json).toBe(json);
  });
});

describe('time alone', () => {
  it('makes the feed lost after 5 s without a word, in an epoch of the board alone', () => {
    const board = fedBoard();
    const markets = [unfed('BTC/USDT'), unfed('AAPL/USD', { closed: 'session-closed' })];
    board.check(NOW + 5000, markets);
    expect([board.epoch, board.ticker('BTC/USDT', NOW + 5000)?.status]).toEqual(['7', 'live']);
    expect(board.ticker('BTC/USDT', NOW + 5001)).toMatchObject({ status: 'stale', reason: 'feed-lost', last: '100' });
    board.check(NOW + 5001, markets);
    expect(board.epoch).not.toBe('7');
    expect(board.covers('7', 10)).toBe(false);
    expect(board.ticker('BTC/USDT', NOW + 5001)).toMatchObject({ status: 'stale', reason: 'feed-lost', mark: null });
    expect(board.ticker('AAPL/USD', NOW + 5001)).toMatchObject({ status: 'closed', reason: 'session-closed' });
  });

  it('goes on changing statuses in that epoch, entry by entry', () => {
    const board = fedBoard();
    board.check(NOW + 6000, [unfed('BTC/USDT'), unfed('ETH/USDT')]);
    const { epoch, sequence } = board;
    board.check(NOW + 7000, [unfed('BTC/USDT'), unfed('ETH/USDT')]);
    expect([board.epoch, board.sequence]).toEqual([epoch, sequence]);
    board.check(NOW + 8000, [unfed('BTC/USDT', { halted: true }), unfed('ETH/USDT')]);
    expect(board.covers(epoch, sequence)).toBe(true);
    expect(board.tickerEntry('BTC/USDT')?.s).toBe(sequence + 1);
    expect(board.tickerEntry('ETH/USDT')?.s).toBeLessThanOrEqual(sequence);
  });

  it('ends with a snapshot of the same feeding process, or of its successor, and never with a delta', () => {
    for (const ep of ['7', '8']) {
      const board = fedBoard();
      board.check(NOW + 6000, [unfed('BTC/USDT')]);
      expect(board.apply(update(11, { ep }), NOW + 7000)).toBe('gap');
      const snapshot = update(11, { ep, kind: 'snap', tickers: [row('BTC/USDT', '101')] });
      expect(board.apply(snapshot, NOW + 7000)).toBe('taken');
      expect([board.epoch, board.ticker('BTC/USDT', NOW + 7000)?.status]).toEqual([ep, 'live']);
    }
  });

  it('does not end with a snapshot from before the silence', () => {
    const board = fedBoard();
    board.apply(update(11, { tickers: [row('BTC/USDT', '2')] }), NOW);
    board.check(NOW + 6000, [unfed('BTC/USDT')]);
    expect(board.apply(update(10, { kind: 'snap', tickers: [row('BTC/USDT', '1')] }), NOW + 7000)).toBe('ignored');
    expect([board.unfed, board.ticker('BTC/USDT', NOW + 7000)?.last]).toEqual([true, '2']);
  });

  it('shows before any feed what was stored, and no data where nothing was, never as live', () => {
    const board = new MarketBoard();
    const stored = { ...emptyRow('BTC/USDT'), last: '64000', pricedAt: NOW - 60_000, volume: '5' };
    board.check(NOW, [unfed('BTC/USDT', { row: stored }), unfed('ETH/USDT')]);
    expect(board.ticker('BTC/USDT', NOW)).toMatchObject({
      last: '64000',
      volume: '5',
      status: 'stale',
      reason: 'feed-lost',
    });
    expect(board.ticker('ETH/USDT', NOW)).toMatchObject({
      last: null,
      volume: null,
      status: 'stale',
      reason: 'no-data',
    });
    expect(board.ticker('XXX/YYY', NOW)).toBeNull();
  });
});

/** A feeding process that changes a few entries at each step, and its own board. */
class Feeder {
  readonly board = new MarketBoard();
  s = 0;

  step(choice: number): MarketUpdate {
    this.s += 1;
    const symbol = SYMBOLS[choice % SYMBOLS.length] ?? 'BTC/USDT';
    // Few different values, so that entries change and change back.
    const value = String(100 + (Math.floor(choice / 3) % 2));
    const next = update(this.s, {
      kind: this.s === 1 ? 'snap' : 'delta',
      tickers: choice % 2 ? [row(symbol, value)] : [],
      marks: choice % 5 === 0 ? [mark(symbol, value)] : [],
      candles: choice % 4 === 0 ? [bar(symbol, NOW + Math.floor(this.s / 20) * 60_000, value)] : [],
      trades: choice % 3 === 0 ? { [symbol]: [trade(this.s)] } : {},
    });
    this.board.apply(next, NOW);
    return next;
  }
}

/** A client of one entry that only ever hears what changed after the place it stands at. */
function follow(board: MarketBoard, client: { ep: string; s: number; rows: Map<string, string> }): void {
  const entries = SYMBOLS.map((symbol) => board.tickerEntry(symbol));
  const covered = board.covers(client.ep, client.s);
  if (!covered) client.rows.clear();
  for (const entry of entries) {
    if (entry && (!covered || entry.s > client.s)) client.rows.set(entry.value.symbol, entry.json);
  }
  client.ep = board.epoch;
  client.s = board.sequence;
}

function picture(board: MarketBoard) {
  const { ep: _ep, s: _s, at: _at, ...content } = board.whole(NOW);
  return content;
}

describe('after random loss, repetition and reordering', () => {
  const fate = fc.constantFrom('arrives', 'arrives', 'arrives', 'lost', 'twice', 'late', 'snapshot');

  it('the board equals that of the feeding process, and so does a client that roams between two gateways', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(59), fate, fate), { minLength: 1, maxLength: 150 }),
        fc.array(fc.nat(1), { minLength: 150, maxLength: 150 }),
        (steps, roaming) => {
          const feeder = new Feeder();
          const gateways = [new MarketBoard(), new MarketBoard()];
          const late: MarketUpdate[][] = [[], []];
          const client = { ep: '', s: 0, rows: new Map<string, string>() };
          steps.forEach(([choice, ...fates], at) => {
            const next = feeder.step(choice);
            gateways.forEach((board, place) => deliver(board, next, fates[place] ?? 'lost', late[place] ?? [], feeder));
            follow(gateways[roaming[at] ?? 0] as MarketBoard, client);
          });
          for (const board of gateways) {
            if (board.sequence !== feeder.s || board.unfed) board.apply(feeder.board.whole(NOW), NOW);
            expect(picture(board)).toEqual(picture(feeder.board));
            follow(board, client);
            const shown = SYMBOLS.flatMap((symbol) => board.tickerEntry(symbol)?.json ?? []);
            expect(new Set(client.rows.values())).toEqual(new Set(shown));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  function deliver(board: MarketBoard, next: MarketUpdate, how: string, late: MarketUpdate[], feeder: Feeder): void {
    if (how === 'arrives' || how === 'twice') board.apply(next, NOW);
    if (how === 'twice') board.apply(next, NOW);
    if (how === 'late') late.push(next);
    else for (const held of late.splice(0).reverse()) board.apply(held, NOW);
    if (how === 'snapshot') board.apply(feeder.board.whole(NOW), NOW);
  }
});
