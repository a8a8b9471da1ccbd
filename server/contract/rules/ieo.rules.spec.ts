import * as fc from 'fast-check';
import {
  allot,
  IEO_DATES,
  IEO_SPANS,
  IEO_SPANS_SHORT,
  IEO_STATES,
  type IeoDates,
  type IeoSpans,
  ieoResult,
  IEO_STATUS,
  IEO_STEPS,
  mayUser,
  listingDeadline,
  releaseAt,
  releasedUnits,
  type Wish,
  spanText,
  wrongDate,
} from './ieo.rules.js';

/** Applied for, with a cap of 100 units unless said otherwise. */
const wish = (weight: number, order = String(weight), cap = 100): Wish => ({
  weight: BigInt(weight),
  limit: BigInt(Math.min(weight, cap)),
  order: () => order,
});
const shared = (wishes: Wish[], supply: number) => allot(wishes, BigInt(supply)).map(Number);

describe('an allotment', () => {
  it.each<[string, Wish[], number, number[]]>([
    ['everybody gets all where there is enough', [wish(10), wish(20), wish(30)], 100, [10, 20, 30]],
    ['never more than the cap, however much is left', [wish(500), wish(20)], 1000, [100, 20]],
    ['in proportion where there is less', [wish(10), wish(30), wish(60)], 50, [5, 15, 30]],
    // 1000 of 1200 would be 125 of 150: 100 is the cap, and 50 are shared between 100 and 100.
    ['what is above the cap goes to the others', [wish(1000), wish(100, 'a'), wish(100, 'b')], 150, [100, 25, 25]],
    // Shares 3.33 each: one unit is left, and the smallest order gets it.
    ['dust by the order where remainders are the same', [wish(10, 'c'), wish(10, 'a'), wish(10, 'b')], 10, [3, 4, 3]],
    // Of 7: 1.4, 2.1, 3.5; one is left, and 0.5 is the largest remainder.
    ['dust to the largest remainder', [wish(2), wish(3), wish(5)], 7, [1, 2, 4]],
    ['fewer units than people', [wish(5, 'b'), wish(5, 'a'), wish(5, 'c')], 1, [0, 1, 0]],
    ['nothing to share', [wish(5), wish(7)], 0, [0, 0]],
    ['nobody', [], 10, []],
    // 60 and 60 with caps of 10 first, then 20 for the one of 20 (weight 20 of 20).
    ['caps one after the other', [wish(600, 'a', 10), wish(600, 'b', 10), wish(50, 'c', 50)], 40, [10, 10, 20]],
  ])('%s', (_, wishes, supply, expected) => {
    expect(shared(wishes, supply)).toEqual(expected);
  });

  const wishes = fc.uniqueArray(
    fc.record({ weight: fc.bigInt(1n, 10_000n), cap: fc.bigInt(0n, 500n), order: fc.uuid() }),
    { selector: ({ order }) => order, maxLength: 60 },
  );
  const asWishes = (rows: { weight: bigint; cap: bigint; order: string }[]): Wish[] =>
    rows.map(({ weight, cap, order }) => ({ weight, limit: weight < cap ? weight : cap, order: () => order }));
  const total = (units: bigint[]) => units.reduce((sum, one) => sum + one, 0n);

  it('gives out the least of supply and demand, and nobody more than the limit', () => {
    fc.assert(
      fc.property(wishes, fc.bigInt(0n, 20_000n), (rows, supply) => {
        const given = asWishes(rows);
        const units = allot(given, supply);
        const demand = given.reduce((sum, { limit }) => sum + limit, 0n);
        expect(total(units)).toBe(demand < supply ? demand : supply);
        expect(units.every((one, place) => one >= 0n && one <= (given[place]?.limit ?? 0n))).toBe(true);
      }),
    );
  });

  it('does not depend on who came first', () => {
    fc.assert(
      fc.property(wishes, fc.bigInt(0n, 20_000n), fc.integer(), (rows, supply, seed) => {
        const given = asWishes(rows);
        const other = [...given].sort(
          (one, two) => ((Number(one.weight) * 31 + seed) % 17) - ((Number(two.weight) * 31 + seed) % 17),
        );
        const byOrder = (list: Wish[]) =>
          new Map(allot(list, supply).map((units, place) => [list[place]?.order(), units]));
        expect(new Map(byOrder(other))).toEqual(new Map(byOrder(given)));
      }),
    );
  });

  it('gives what is left over to the largest remainders, then by the order: as if all were sorted by both', () => {
    // Few weights, so that most remainders are shared by many.
    const alike = fc.uniqueArray(fc.record({ weight: fc.bigInt(1n, 4n), order: fc.uuid() }), {
      selector: ({ order }) => order,
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(alike, fc.double({ min: 0, max: 0.99, noNaN: true }), (rows, part) => {
        const weights = rows.reduce((sum, { weight }) => sum + weight, 0n);
        const supply = BigInt(Math.floor(Number(weights) * part));
        const given = rows.map(({ weight, order }) => ({ weight, limit: weight, order: () => order }));
        const exact = rows.map(({ weight, order }) => ({
          order,
          rest: (supply * weight) % weights,
          units: (supply * weight) / weights,
        }));
        const over = supply - exact.reduce((sum, { units }) => sum + units, 0n);
        const first = new Set(
          [...exact]
            .sort((one, other) =>
              one.rest === other.rest ? (one.order < other.order ? -1 : 1) : one.rest > other.rest ? -1 : 1,
            )
            .slice(0, Number(over)),
        );
        expect(allot(given, supply)).toEqual(exact.map((one) => one.units + (first.has(one) ? 1n : 0n)));
      }),
    );
  });

  it('is within one unit of the share of everybody who is below the limit', () => {
    fc.assert(
      fc.property(wishes, fc.bigInt(1n, 20_000n), (rows, supply) => {
        const given = asWishes(rows);
        const units = allot(given, supply);
        const below = given
          .map((_, place) => place)
          .filter((place) => (units[place] ?? 0n) < (given[place]?.limit ?? 0n));
        for (const one of below) {
          for (const two of below) {
            const [a, b] = [given[one] as Wish, given[two] as Wish];
            // |u1/w1 - u2/w2| < 1/w1 + 1/w2
            const apart = (units[one] ?? 0n) * b.weight - (units[two] ?? 0n) * a.weight;
            expect(apart < a.weight + b.weight).toBe(true);
          }
        }
      }),
    );
  });

  it('gives nobody less for a larger application', () => {
    fc.assert(
      fc.property(wishes, fc.bigInt(0n, 20_000n), (rows, supply) => {
        const given = rows.map(({ weight, order }) => ({
          weight,
          limit: weight < 200n ? weight : 200n,
          order: () => order,
        }));
        const units = allot(given, supply);
        for (const [one, a] of given.entries()) {
          for (const [two, b] of given.entries()) {
            if (a.weight > b.weight) expect((units[one] ?? 0n) >= (units[two] ?? 0n)).toBe(true);
          }
        }
      }),
    );
  });
});

describe('the states', () => {
  it('are numbered as the specification has them, with its four results', () => {
    expect(IEO_STATES.map((state) => [state, IEO_STATUS[state], ieoResult(state)])).toEqual([
      ['committed', 1, 'processing'],
      ['failed', 2, 'fail'],
      ['allotted', 3, 'pending payment'],
      ['missed', 2, 'fail'],
      ['paid', 4, 'success'],
      ['locked', 5, 'success'],
      ['releasing', 6, 'success'],
      ['cancelled', 2, 'fail'],
    ]);
  });

  it('go 1 to 2 or 3, 4, 5, 6, and never back', () => {
    const edges = IEO_STEPS.filter(({ from, to }) => from !== null && from !== to).map(
      ({ from, to }) => `${from} ${to}`,
    );
    expect([...new Set(edges)].sort()).toEqual([
      'allotted cancelled',
      'allotted missed',
      'allotted paid',
      'committed allotted',
      'committed cancelled',
      'committed failed',
      'locked releasing',
      'paid cancelled',
      'paid locked',
    ]);
  });
});

it('a user pays for what is allotted, and may add to what is not sealed', () => {
  expect(IEO_STATES.filter((state) => mayUser('pay', state))).toEqual(['allotted', 'paid']);
  expect(IEO_STATES.filter((state) => mayUser('apply', state))).toEqual(['committed']);
});

describe('the dates', () => {
  const HOUR = 3_600_000;
  const now = Date.UTC(2027, 0, 4, 9);
  /** Each at the least of its spans. */
  const least = (spans: IeoSpans): IeoDates => {
    let at = now;
    return Object.fromEntries(IEO_DATES.map((name) => [name, (at += spans[name])])) as unknown as IeoDates;
  };

  it('leave a day to apply and to pay, an hour to read before, and three for the hour that a sale is drawn by', () => {
    expect(IEO_SPANS).toEqual({
      applyFrom: HOUR,
      applyUntil: 24 * HOUR,
      allotAt: 3 * HOUR,
      payUntil: 24 * HOUR,
      secondPayUntil: 24 * HOUR,
      listAt: HOUR,
      lockUntil: 24 * HOUR,
    });
  });

  it.each([
    ['real', IEO_SPANS],
    ['short', IEO_SPANS_SHORT],
  ])('follow each other by the least of each span: %s', (_name, spans) => {
    const dates = least(spans);
    expect(wrongDate(dates, { now, spans })).toBeNull();
    for (const [place, name] of IEO_DATES.entries()) {
      // This one a millisecond sooner, with all that follow it.
      const early = IEO_DATES.map((one, at) => [one, at < place ? dates[one] : dates[one] - 1]);
      const sooner = Object.fromEntries(early) as unknown as IeoDates;
      expect(wrongDate(sooner, { now, spans })).toEqual({ name, span: spans[name] });
    }
  });

  it('are told by the hour, the minute and the second', () => {
    expect([86_400_000, 3_600_000, 60_000, 1000].map(spanText)).toEqual(['24 h', '1 h', '1 min', '1 s']);
  });
});

describe('the release', () => {
  it('of 10 units in 3 parts is 3, 6 and 10', () => {
    expect([0, 1, 2, 3].map((done) => releasedUnits(10n, 3, done))).toEqual([0n, 3n, 6n, 10n]);
  });

  it('is a month after the one before, where the schedule says 30 days', () => {
    expect(releaseAt(0, 30, 1, null)).toBe(0);
    expect(releaseAt(0, 30, 3, 0)).toBe(60 * 86_400_000);
  });

  it('is never before a listing that came late', () => {
    const late = 45 * 86_400_000;
    expect([1, 2, 3].map((part) => releaseAt(0, 30, part, late))).toEqual([late, late, 60 * 86_400_000]);
  });

  it('comes to nothing thirty days after a date without a listing', () => {
    expect(listingDeadline(1000)).toBe(1000 + 30 * 86_400_000);
  });
});
