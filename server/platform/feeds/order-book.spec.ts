import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { BookLevel } from './feed.js';
import {
  binanceFuturesSequence,
  binanceSpotSequence,
  type BookUpdate,
  bybitSequence,
  compareDecimals,
  OrderBook,
  okxSequence,
  type SequenceRule,
  type Verdict,
} from './order-book.js';

function update(
  first: number,
  last: number,
  bids: BookLevel[] = [],
  asks: BookLevel[] = [],
  previous?: number,
): BookUpdate {
  const plain = { first, last, bids, asks, at: 0 };
  return previous === undefined ? plain : { ...plain, previous };
}

describe('compareDecimals', () => {
  it.each([
    ['65114.20', '65114.2', 0],
    ['65114.2', '65114', 1],
    ['9', '10', -1],
    ['9.99999999', '10', -1],
    ['0.00001734', '0.0000174', -1],
    ['100', '100.000', 0],
    ['0.1', '0.01', 1],
  ])('%s against %s', (left, right, sign) => {
    expect(Math.sign(compareDecimals(left, right))).toBe(sign);
    expect(Math.sign(compareDecimals(right, left))).toBe(sign === 0 ? 0 : -sign);
  });

  it('orders as whole numbers of the smallest unit do', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 20n });
    const text = (value: bigint): string => `${value / 10n ** 8n}.${(value % 10n ** 8n).toString().padStart(8, '0')}`;
    fc.assert(
      fc.property(units, units, (left, right) => {
        const expected = left === right ? 0 : left < right ? -1 : 1;
        expect(Math.sign(compareDecimals(text(left), text(right)))).toBe(expected);
        // The same value written without its trailing zeros.
        expect(compareDecimals(text(left).replace(/\.?0+$/, ''), text(left))).toBe(0);
      }),
    );
  });
});

describe('the venues’ sequence rules', () => {
  const rows: [string, SequenceRule, number, boolean, BookUpdate, Verdict][] = [
    ['bybit next', bybitSequence, 10, false, update(11, 11), 'apply'],
    ['bybit repeated', bybitSequence, 10, true, update(10, 10), 'ignore'],
    ['bybit one missing', bybitSequence, 10, false, update(12, 12), 'gap'],
    ['okx next', okxSequence, 10, true, update(25, 25, [], [], 10), 'apply'],
    ['okx unchanged', okxSequence, 10, false, update(10, 10, [], [], 10), 'apply'],
    ['okx after a restart of the service', okxSequence, 10, false, update(3, 3, [], [], 10), 'apply'],
    ['okx one missing', okxSequence, 10, false, update(12, 12, [], [], 11), 'gap'],
    // The examples of Binance's page: snapshot 160.
    ['spot older', binanceSpotSequence, 160, true, update(150, 160), 'ignore'],
    ['spot straddling', binanceSpotSequence, 160, true, update(157, 165), 'apply'],
    ['spot directly after', binanceSpotSequence, 160, true, update(161, 165), 'apply'],
    ['spot too late', binanceSpotSequence, 160, true, update(162, 165), 'gap'],
    ['spot next', binanceSpotSequence, 165, false, update(166, 170), 'apply'],
    ['spot missing', binanceSpotSequence, 165, false, update(168, 170), 'gap'],
    ['futures older', binanceFuturesSequence, 160, true, update(140, 150, [], [], 130), 'ignore'],
    ['futures straddling', binanceFuturesSequence, 160, true, update(155, 170, [], [], 150), 'apply'],
    ['futures ending at the snapshot', binanceFuturesSequence, 160, true, update(155, 160, [], [], 150), 'apply'],
    ['futures too late', binanceFuturesSequence, 160, true, update(190, 200, [], [], 180), 'gap'],
    [
      'futures chained over foreign numbers',
      binanceFuturesSequence,
      170,
      false,
      update(210, 220, [], [], 170),
      'apply',
    ],
    ['futures chain broken', binanceFuturesSequence, 170, false, update(210, 220, [], [], 205), 'gap'],
  ];
  it.each(rows)('%s', (_name, rule, sequence, afterSnapshot, message, verdict) => {
    expect(rule(sequence, afterSnapshot, message)).toBe(verdict);
  });
});

describe('OrderBook', () => {
  it('keeps the published text and finds a level however it is written', () => {
    const book = new OrderBook(bybitSequence);
    book.reset(1, [['65114.20', '1.0']], [['65114.3', '2']]);
    expect(book.update(update(2, 2, [['65114.2', '3.50']], [['65114.30', '0']]))).toBe('apply');
    expect(book.top(5)).toEqual({ bids: [['65114.2', '3.50']], asks: [] });
    expect(book.update(update(3, 3, [['65114.200', '0.000']]))).toBe('apply');
    expect(book.top(5)).toEqual({ bids: [], asks: [] });
  });

  it('waits for a snapshot, drops itself on a gap and when it would be crossed', () => {
    const book = new OrderBook(bybitSequence);
    expect(book.update(update(2, 2, [['1', '1']]))).toBe('waiting');
    book.reset(5, [['1', '1']], [['2', '1']]);
    expect(book.update(update(7, 7))).toBe('gap');
    expect(book.sequence).toBeNull();
    book.reset(8, [['1', '1']], [['2', '1']]);
    expect(book.update(update(9, 9, [['2.0', '1']]))).toBe('crossed');
    expect(book.top(1)).toEqual({ bids: [], asks: [] });
    expect(book.reset(10, [['3', '1']], [['2', '1']])).toBe(false);
  });

  it('equals a plain table of price and quantity after any changes', () => {
    // Bids up to 4.99, asks from 5.00: never crossed by construction.
    const side = (low: number) =>
      fc.array(fc.tuple(fc.integer({ min: low, max: low + 499 }), fc.integer({ min: 0, max: 3 })), { maxLength: 40 });
    const price = (cents: number): string => (cents / 100).toFixed(2);
    fc.assert(
      fc.property(fc.array(fc.tuple(side(0), side(500)), { maxLength: 15 }), (rounds) => {
        const book = new OrderBook(bybitSequence);
        const table = new Map<number, number>();
        book.reset(0, [], []);
        rounds.forEach(([bids, asks], index) => {
          const level = ([cents, quantity]: [number, number]): BookLevel => [price(cents), String(quantity)];
          book.update(update(index + 1, index + 1, bids.map(level), asks.map(level)));
          for (const [cents, quantity] of [...bids, ...asks]) table.set(cents, quantity);
        });
        const sortedLevels = [...table].filter(([, quantity]) => quantity > 0).sort(([a], [b]) => a - b);
        const levels = (list: [number, number][]) => list.map(([cents, quantity]) => [price(cents), String(quantity)]);
        expect(book.top(1000)).toEqual({
          bids: levels(sortedLevels.filter(([cents]) => cents < 500).reverse()),
          asks: levels(sortedLevels.filter(([cents]) => cents >= 500)),
        });
      }),
    );
  });
});
