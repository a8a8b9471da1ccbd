import { ageOf, type PriceAge, secondsTooOld } from './age';

const NOW = 1_700_000_000_000;
const price = (change: Partial<PriceAge> = {}): PriceAge => ({
  status: 'live',
  reason: null,
  origin: 'live',
  pricedAt: NOW - 400,
  ...change,
});

describe('the age of a price', () => {
  it.each([
    ['a live market', price(), null, { kind: 'live' }],
    ['a quiet live market', price({ pricedAt: NOW - 9000 }), null, { kind: 'live' }],
    [
      'a live market not told of for ten seconds',
      price({ pricedAt: NOW - 10_000 }),
      null,
      { kind: 'delayed', seconds: 10 },
    ],
    ['a live market not told of for a minute', price({ pricedAt: NOW - 60_000 }), null, { kind: 'frozen' }],
    ['a server lost a second ago', price({ pricedAt: NOW - 1100 }), NOW - 1000, { kind: 'live' }],
    [
      'a server lost at an instant that is still to come',
      price({ pricedAt: NOW - 1100 }),
      NOW + 1,
      { kind: 'delayed', seconds: 1 },
    ],
    ['a server lost this instant', price({ pricedAt: NOW - 1100 }), NOW, { kind: 'live' }],
    ['a server lost six seconds ago', price({ pricedAt: NOW - 6900 }), NOW - 6000, { kind: 'delayed', seconds: 6 }],
    ['a server lost a minute ago', price({ pricedAt: NOW - 60_000 }), NOW - 60_000, { kind: 'frozen' }],
    ['a stale market', price({ status: 'stale', pricedAt: NOW - 12_400 }), null, { kind: 'delayed', seconds: 12 }],
    ['a market stale for long', price({ status: 'stale', pricedAt: NOW - 3_600_000 }), null, { kind: 'frozen' }],
    [
      'a closed market',
      price({ status: 'closed', reason: 'session-closed', opensAt: NOW + 5000 }),
      null,
      { kind: 'closed', opensAt: NOW + 5000 },
    ],
    [
      'a closed market that nothing was ever heard of',
      price({ status: 'closed', reason: 'session-closed', opensAt: NOW + 5000, pricedAt: null }),
      null,
      { kind: 'closed', opensAt: NOW + 5000 },
    ],
    ['a holiday', price({ status: 'closed', reason: 'holiday' }), null, { kind: 'holiday', opensAt: null }],
    ['a halted market', price({ status: 'halted', reason: 'operator' }), null, { kind: 'halted' }],
    ['no price at all', price({ status: 'stale', pricedAt: null }), null, { kind: 'none' }],
    ['a price from the future', price({ status: 'stale', pricedAt: NOW + 500 }), null, { kind: 'delayed', seconds: 0 }],
    ['a live price a little ahead of the clock', price({ pricedAt: NOW + 9999 }), null, { kind: 'live' }],
    ['a live price far ahead of the clock', price({ pricedAt: NOW + 10_001 }), null, { kind: 'frozen' }],
    [
      'one that was kept before the clock was set back',
      price({ status: 'stale', pricedAt: NOW + 7_200_000 }),
      NOW + 7_200_000,
      { kind: 'frozen' },
    ],
  ])('%s', (_name, of, heardAt, state) => {
    expect(ageOf(of, NOW, heardAt)).toEqual(state);
  });
});

describe('a moment that should be of now', () => {
  it.each([
    ['of now', NOW, null],
    ['of nearly ten seconds ago', NOW - 9999, null],
    ['of ten seconds ago', NOW - 10_000, 10],
    ['a little ahead of the clock', NOW + 9999, null],
    ['so far ahead that the clock is wrong', NOW + 3_600_500, 3600],
  ])('%s', (_name, at, seconds) => {
    expect(secondsTooOld(at, NOW)).toBe(seconds);
  });
});
