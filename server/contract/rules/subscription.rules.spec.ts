import * as fc from 'fast-check';
import { Decimal } from '../decimal.js';
import {
  accumulatedReturn,
  DAY_MS,
  expectedReturn,
  hasEnded,
  launchDeadline,
  offerPhase,
  type OfferTimes,
  purchase,
  releaseAt,
  soldPercent,
  SUBSCRIPTION_STATES,
  SUBSCRIPTION_STEPS,
} from './subscription.rules.js';

const START = Date.UTC(2028, 1, 1);
const END = START + 7 * DAY_MS;
const OPEN: OfferTimes = { status: 'open', startsAt: START, endsAt: END, left: '100', launchedAt: null, lockDays: 30 };
const LAUNCH = END + DAY_MS;
const LAUNCHED: OfferTimes = { ...OPEN, status: 'launched', launchedAt: LAUNCH };

describe('what an offer is', () => {
  it.each([
    ['before its start', OPEN, START - 1, 'upcoming'],
    ['from its start on', OPEN, START, 'subscribing'],
    ['until its end', OPEN, END - 1, 'subscribing'],
    ['at its end', OPEN, END, 'awaiting-launch'],
    ['with nothing left', { ...OPEN, left: '0.000' }, START, 'sold-out'],
    ['sold out before, at its end', { ...OPEN, left: '0' }, END, 'awaiting-launch'],
    ['launched', LAUNCHED, LAUNCH, 'redeeming'],
    ['a moment before the release', LAUNCHED, LAUNCH + 30 * DAY_MS - 1, 'redeeming'],
    ['at the release', LAUNCHED, LAUNCH + 30 * DAY_MS, 'finished'],
    ['without a lock-up, at its launch', { ...LAUNCHED, lockDays: 0 }, LAUNCH, 'finished'],
    ['cancelled', { ...OPEN, status: 'cancelled' as const }, START, 'cancelled'],
  ])('%s', (_when, offer, now, phase) => expect(offerPhase(offer, now)).toBe(phase));

  it('is released whole days after its launch, and returned 30 days after one that never came', () => {
    expect(releaseAt(LAUNCH, 30)).toBe(Date.UTC(2028, 2, 10));
    expect(launchDeadline(Date.UTC(2028, 1, 9))).toBe(Date.UTC(2028, 2, 10));
  });
});

describe('the steps of an order', () => {
  it('lead from review to an end, and from an end nowhere', () => {
    expect(SUBSCRIPTION_STATES.filter(hasEnded)).toEqual(['released', 'returned']);
    const reached = new Set<string>(['review']);
    for (const state of SUBSCRIPTION_STATES)
      if (reached.has(state)) for (const next of SUBSCRIPTION_STEPS[state]) reached.add(next);
    expect([...reached].sort()).toEqual([...SUBSCRIPTION_STATES].sort());
  });

  it('never give a payment back once the coins are there', () => {
    expect(SUBSCRIPTION_STEPS.locked).not.toContain('returned');
    expect(SUBSCRIPTION_STEPS.released).toEqual([]);
  });
});

describe('what an amount buys', () => {
  it.each([
    ['100', '0.25', 6, 8, '400', '100'],
    ['1', '3', 0, 8, '0', '0'],
    ['10', '3', 0, 8, '3', '9'],
    // 1 / 0.3 = 3.33333333…; 3.333333 x 0.3 = 0.9999999
    ['1', '0.3', 6, 8, '3.333333', '0.9999999'],
    // 0.333333 x 3 = 0.999999, raised to cents
    ['1', '3', 6, 2, '0.333333', '1'],
  ])('%s at %s', (amount, price, coinScale, paymentScale, coins, cost) => {
    expect(purchase({ amount, price, coinScale, paymentScale })).toEqual({ coins, cost });
  });

  it('never costs more than the amount, and one unit more would', () => {
    const units = (most: number) => fc.integer({ min: 1, max: most });
    fc.assert(
      fc.property(
        units(1e9),
        units(1e9),
        fc.integer({ min: 0, max: 18 }),
        fc.integer({ min: 2, max: 8 }),
        (a, p, s, m) => {
          const [amount, price] = [new Decimal(a).dividedBy(100), new Decimal(p).dividedBy(1e6)];
          const bought = purchase({ amount: amount.toFixed(), price: price.toFixed(), coinScale: s, paymentScale: m });
          const more = new Decimal(bought.coins).plus(new Decimal(10).pow(-s));
          return !amount.lt(bought.cost) && more.times(price).gt(amount);
        },
      ),
    );
  });
});

describe('the return', () => {
  const order = { coins: '400', yieldRatio: '0.03', coinScale: 6, lockDays: 30, lockedAt: LAUNCH };

  it.each([
    ['before the launch', null, 0, '0'],
    ['on the first day', LAUNCH, 0.9, '0'],
    // 12 in 30 days: 0.4 a day
    ['after a day', LAUNCH, 1, '0.4'],
    ['after ten days and a half', LAUNCH, 10.5, '4'],
    ['at the end', LAUNCH, 30, '12'],
    ['long after', LAUNCH, 300, '12'],
  ])('%s', (_when, lockedAt, days, paid) => {
    expect(accumulatedReturn({ ...order, lockedAt }, LAUNCH + days * DAY_MS)).toBe(paid);
  });

  it('is cut to the coin, is nothing without a ratio, and whole at once without a lock-up', () => {
    expect(expectedReturn({ coins: '1.11', yieldRatio: '0.015', coinScale: 3 })).toBe('0.016');
    expect(expectedReturn({ coins: '400', yieldRatio: '0', coinScale: 6 })).toBe('0');
    expect(accumulatedReturn({ ...order, lockDays: 0 }, LAUNCH)).toBe('12');
  });

  it('grows, and never beyond what is expected', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 365 }),
        (c, day, lockDays) => {
          const held = { ...order, coins: String(c), lockDays };
          const at = (days: number) => new Decimal(accumulatedReturn(held, LAUNCH + days * DAY_MS));
          return at(day).lte(at(day + 1)) && at(day).lte(expectedReturn(held));
        },
      ),
    );
  });
});

it.each([
  ['1000', '1000', '0'],
  ['1000', '1', '99.9'],
  ['1000', '0.001', '99.9'],
  ['1000', '0', '100'],
])('of %s with %s left is sold %s %%', (total, left, percent) => expect(soldPercent(total, left)).toBe(percent));
