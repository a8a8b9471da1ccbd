import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { toUnits } from '../../../contract/money.js';
import { MINUTE_MS } from '../candle-series/index.js';
import { BAD_TICKS_MAX, barFault, type Elsewhere, type Tick, type TickFault, TickGuard } from './tick-guard.rules.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const BAND = toUnits('0.05');
const alone: Elsewhere = () => 'away';

function settledGuard(price = '100'): TickGuard {
  const guard = new TickGuard(BAND);
  for (let at = NOW - 3000; at <= NOW; at += 250) expect(guard.judge(tick({ price, at }), at, alone).fault).toBeNull();
  return guard;
}

function tick(values: Partial<Tick> = {}): Tick {
  return { stream: 'trade', at: NOW, price: '100', ...values };
}

describe('one tick', () => {
  const cases: [string, Partial<Tick>, TickFault | null][] = [
    ['an ordinary price', {}, null],
    ['at the edge of the band', { price: '105' }, null],
    ['just outside the band', { price: '105.000000000000000001' }, 'out-of-band'],
    ['below the band', { price: '94.9' }, 'out-of-band'],
    ['zero', { price: '0' }, 'not-positive'],
    ['zero with decimals', { price: '0.000' }, 'not-positive'],
    ['negative', { price: '-100' }, 'not-positive'],
    ['NaN', { price: 'NaN' }, 'unreadable'],
    ['text', { price: 'abc' }, 'unreadable'],
    ['empty', { price: '' }, 'unreadable'],
    ['a number instead of text', { price: 100 }, 'unreadable'],
    ['an exponent', { price: '1e2' }, 'unreadable'],
    ['infinite', { price: 'Infinity' }, 'unreadable'],
    ['nothing at all', { price: undefined }, 'unreadable'],
    ['absurdly long', { price: `100.${'0'.repeat(10_000)}` }, 'unreadable'],
    ['5 s old', { at: NOW - 5000, stream: 'book' }, null],
    ['older than 5 s', { at: NOW - 5001 }, 'too-old'],
    ['from the future', { at: NOW + 5001 }, 'from-the-future'],
    ['without an instant', { at: Number.NaN }, 'unreadable'],
    ['before the one before it', { at: NOW - 1 }, 'out-of-order'],
    ['earlier, but of another stream', { at: NOW - 1, stream: 'ticker' }, null],
    ['crossed', { bid: '101', ask: '100' }, 'crossed'],
    ['locked', { bid: '100', ask: '100' }, 'crossed'],
    ['with a bid of zero', { bid: '0', ask: '100' }, 'not-positive'],
    ['with an unreadable ask', { bid: '99', ask: '1,000' }, 'unreadable'],
    ['with two sound sides', { bid: '99', ask: '101' }, null],
  ];

  it.each(cases)('%s', (_name, values, fault) => {
    expect(settledGuard().judge(tick(values), NOW, alone).fault).toBe(fault);
  });

  it('does not make the next one late when it is stamped ahead of us', () => {
    const guard = settledGuard();
    expect(guard.judge(tick({ at: NOW + 4000 }), NOW, alone).fault).toBeNull();
    expect(guard.judge(tick({ at: NOW + 10 }), NOW + 10, alone).fault).toBeNull();
  });

  it('is taken exactly', () => {
    expect(settledGuard().judge(tick({ price: '100.123456789012345678' }), NOW, alone)).toEqual({
      fault: null,
      price: 100_123456789012345678n,
    });
  });
});

describe('a real move out of the band', () => {
  it('is believed at once when another source has been believed there', () => {
    const there: Elsewhere = (price) => (price === toUnits('80') ? 'there' : 'away');
    expect(settledGuard().judge(tick({ price: '80' }), NOW, there).fault).toBeNull();
    expect(settledGuard().judge(tick({ price: '81' }), NOW, there).fault).toBe('out-of-band');
  });

  it('is believed after three ticks and 0.2 s when another source waits there', () => {
    const guard = settledGuard();
    const judge = (after: number) =>
      guard.judge(tick({ price: '80', at: NOW + after }), NOW + after, () => 'waiting').fault;
    expect([0, 50, 100, 150, 199].map(judge)).toEqual(Array(5).fill('out-of-band'));
    expect(judge(200)).toBeNull();
    const slow = settledGuard();
    const judgeSlow = (after: number) =>
      slow.judge(tick({ price: '80', at: NOW + after }), NOW + after, () => 'waiting').fault;
    expect([0, 1000, 2000].map(judgeSlow)).toEqual(['out-of-band', 'out-of-band', null]);
  });

  it('is said to others when it was believed, and while it waits, but not of a tick or two', () => {
    const guard = settledGuard();
    const standing = (price: string, after: number) => guard.standing(toUnits(price), NOW + after);
    const judge = (price: string, after: number) => guard.judge(tick({ price, at: NOW + after }), NOW + after, alone);
    expect(standing('104', 0)).toBe('there');
    expect(standing('94', 0)).toBe('away');
    judge('80', 100);
    judge('80', 300);
    expect(standing('80', 300)).toBe('away');
    judge('80.1', 310);
    expect(standing('80', 310)).toBe('waiting');
    expect(standing('80', 3310)).toBe('waiting');
    expect(standing('80', 3311)).toBe('away');
    expect(standing('100', 3001)).toBe('away');
    judge('100', 3400);
    expect([standing('80', 3400), standing('100', 3400)]).toEqual(['away', 'there']);
  });

  it('is believed after 3 s of one source, and then is the new middle', () => {
    const guard = settledGuard();
    const judge = (price: string, after: number) => guard.judge(tick({ price, at: NOW + after }), NOW + after, alone);
    expect(judge('80', 0).fault).toBe('out-of-band');
    expect(judge('80.5', 1500).fault).toBe('out-of-band');
    expect(judge('79.8', 2999).fault).toBe('out-of-band');
    expect(judge('80.1', 3000).fault).toBeNull();
    expect(judge('80.2', 3100).fault).toBeNull();
    expect(judge('100', 3200).fault).toBe('out-of-band');
  });

  it('is not believed while the old level is still heard', () => {
    const guard = settledGuard();
    for (let after = 0; after <= 10_000; after += 100) {
      const wild = after % 200 === 0;
      const verdict = guard.judge(tick({ price: wild ? '80' : '100', at: NOW + after }), NOW + after, alone);
      expect(verdict.fault).toBe(wild ? 'out-of-band' : null);
    }
  });

  it('is not believed from two ticks with a long silence between them', () => {
    const guard = settledGuard();
    for (const after of [0, 11_000, 22_000, 33_000]) {
      expect(guard.judge(tick({ price: '80', at: NOW + after }), NOW + after, alone).fault).toBe('out-of-band');
    }
  });
});

describe('distrust', () => {
  it('comes with ten bad ticks in a row and goes with a good one', () => {
    const guard = settledGuard();
    for (let count = 1; count <= BAD_TICKS_MAX; count += 1) {
      expect(guard.distrusted).toBe(false);
      guard.judge(tick({ price: count % 2 ? '0' : '200' }), NOW, alone);
    }
    expect(guard.distrusted).toBe(true);
    guard.judge(tick(), NOW, alone);
    expect(guard.distrusted).toBe(false);
  });

  it('does not come from ticks that are only late', () => {
    const guard = settledGuard();
    for (let count = 0; count < 100; count += 1) guard.judge(tick({ at: NOW - 6000 }), NOW, alone);
    expect(guard.distrusted).toBe(false);
  });
});

describe('the bar of a venue', () => {
  const counted = { volume: '0', quoteVolume: '0.00', trades: 0, closed: false };
  const sound = { open: '2', high: '3', low: '1', close: '2.5', ...counted };

  it.each([
    ['sound', {}, null],
    ['flat', { open: '2', high: '2', low: '2', close: '2' }, null],
    ['with a close above its high', { close: '3.1' }, 'crossed'],
    ['with an open below its low', { open: '0.9' }, 'crossed'],
    ['with a price of zero', { low: '0' }, 'not-positive'],
    ['with text', { high: 'high' }, 'unreadable'],
    ['without a volume', { volume: undefined }, 'unreadable'],
    ['with a negative volume', { quoteVolume: '-1' }, 'unreadable'],
    ['whose venue does not count trades', { trades: null }, null],
    ['with a part of a trade', { trades: 1.5 }, 'unreadable'],
    ['with less than no trades', { trades: -1 }, 'unreadable'],
    ['with a number of trades in text', { trades: '5' }, 'unreadable'],
    ['that is closed', { closed: true }, null],
    ['that may be closed', { closed: 'false' }, 'unreadable'],
    ['that does not say whether it is closed', { closed: undefined }, 'unreadable'],
    ['with as much as a minute can have', { volume: `1${'0'.repeat(15)}`, trades: 1_000_000 }, null],
    ['with a volume beyond that', { volume: `1${'0'.repeat(15)}.1` }, 'too-large'],
    ['with a worth beyond that', { quoteVolume: '9'.repeat(20) }, 'too-large'],
    ['with more trades than a venue can make in a minute', { trades: 1_000_001 }, 'too-large'],
    ['with a number of trades that no integer holds', { trades: 2 ** 31 }, 'too-large'],
  ])('%s', (_name, values, fault) => {
    expect(barFault({ ...sound, ...values }, MINUTE_MS)).toBe(fault);
  });

  it('of an hour may have sixty times as much, and not more', () => {
    const large = { volume: `60${'0'.repeat(15)}`, quoteVolume: `60${'0'.repeat(15)}`, trades: 60_000_000 };
    expect(barFault({ ...sound, ...large }, 60 * MINUTE_MS)).toBeNull();
    expect(barFault({ ...sound, ...large, trades: 60_000_001 }, 60 * MINUTE_MS)).toBe('too-large');
    expect(barFault({ ...sound, ...large, volume: `61${'0'.repeat(15)}` }, 60 * MINUTE_MS)).toBe('too-large');
  });
});

/** What a broken source does to a tick; every one of them must be refused. */
const CORRUPTIONS: ((tick: Tick, size: number) => Tick)[] = [
  (one) => ({ ...one, price: '0' }),
  (one) => ({ ...one, price: `-${String(one.price)}` }),
  (one) => ({ ...one, price: 'NaN' }),
  (one) => ({ ...one, price: String(one.price).repeat(30) }),
  (one) => ({ ...one, price: Number(one.price) }),
  (one, size) => ({ ...one, price: (Number(one.price) * (1.2 + size * 10)).toFixed(4) }),
  (one, size) => ({ ...one, price: (Number(one.price) * (0.8 - size * 0.79)).toFixed(4) }),
  (one) => ({ ...one, at: one.at - 6000 }),
  (one) => ({ ...one, at: one.at + 60_000 }),
  (one) => ({ ...one, bid: '101', ask: '99' }),
];

describe('100,000 ticks of which a third is corrupted', () => {
  it('lets no corrupted one through, and nearly all others', () => {
    const step = fc.record({
      move: fc.double({ min: -0.0005, max: 0.0005, noNaN: true }),
      corruption: fc.option(fc.nat(CORRUPTIONS.length - 1), { freq: 2 }),
      size: fc.double({ min: 0, max: 1, noNaN: true }),
      wait: fc.integer({ min: 1, max: 200 }),
    });
    let sound = 0;
    let taken = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1000, maxLength: 1000 }), (steps) => {
        const guard = settledGuard();
        let price = 100;
        let now = NOW;
        for (const { move, corruption, size, wait } of steps) {
          price *= 1 + move;
          now += wait;
          const good = tick({ price: price.toFixed(4), at: now });
          const corrupt = corruption === null ? undefined : CORRUPTIONS[corruption];
          const { fault } = guard.judge(corrupt ? corrupt(good, size) : good, now, alone);
          if (corrupt && fault === null) throw new Error(`Taken: ${JSON.stringify(corrupt(good, size))}`);
          if (!corrupt) sound += 1;
          if (fault === null) taken += 1;
        }
      }),
      { numRuns: 100, endOnFailure: true },
    );
    expect(taken).toBe(sound);
  });
});
