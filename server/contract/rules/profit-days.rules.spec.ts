import { fromUnits, toUnits } from '../money.js';
import {
  beginningOf,
  type DaysBasis,
  daysBetween,
  percentOf,
  profitDays,
  type ProfitSpan,
  together,
} from './profit-days.rules.js';

const USDT = 3;
const BTC = 1;

function days(basis: Partial<DaysBasis>): ProfitSpan[] {
  return profitDays({ from: '2026-01-01', to: '2026-01-03', gained: [], flows: [], priceAt: () => '1', ...basis });
}
const flow = (day: string, received: string, given = '0') => ({ day, received, given, referral: '0', unpriced: [] });
const brief = (spans: ProfitSpan[]) =>
  spans.map(({ from, opening, closing, profit }) => [from, opening, closing, profit]);

describe('the profit of days', () => {
  it('is what it is worth when they end, less what it was when they began, less what came in', () => {
    const spans = days({
      gained: [
        { currencyId: USDT, day: null, amount: '100' },
        { currencyId: USDT, day: '2026-01-02', amount: '55' },
        { currencyId: USDT, day: '2026-01-03', amount: '-7' },
      ],
      flows: [flow('2026-01-02', '50')],
    });
    expect(brief(spans)).toEqual([
      ['2026-01-01', '100', '100', '0'],
      ['2026-01-02', '100', '155', '5'],
      ['2026-01-03', '155', '148', '-7'],
    ]);
    expect(percentOf(spans[1] as ProfitSpan)).toBe('3.33');
  });

  it('counts the price of coins by each day’s own close', () => {
    const prices: Record<string, string> = {
      '2025-12-31': '10',
      '2026-01-01': '12',
      '2026-01-02': '9',
      '2026-01-03': '9',
    };
    const spans = days({
      gained: [{ currencyId: BTC, day: null, amount: '2' }],
      priceAt: (_id, day) => prices[day] ?? null,
    });
    expect(spans.map(({ profit }) => profit)).toEqual(['4', '-6', '0']);
  });

  it('is not said where a price is missing, of that day and the one after, and names the coin', () => {
    const spans = days({
      gained: [{ currencyId: BTC, day: null, amount: '2' }],
      priceAt: (_id, day) => (day === '2026-01-02' ? null : '5'),
    });
    expect(spans.map(({ closing, profit, unpriced }) => [closing, profit, unpriced])).toEqual([
      ['10', '0', []],
      [null, null, [BTC]],
      ['10', null, [BTC]],
    ]);
    // What stood there at both ends is known.
    expect(together('month', spans)).toMatchObject([{ opening: '10', closing: '10', profit: '0', unpriced: [BTC] }]);
  });

  it('needs no price of what nobody has', () => {
    const spans = days({
      gained: [
        { currencyId: BTC, day: null, amount: '2' },
        { currencyId: BTC, day: '2026-01-01', amount: '-2' },
      ],
      priceAt: (id, day) => (id === BTC && day > '2025-12-31' ? null : '4'),
    });
    expect(spans.map(({ closing }) => closing)).toEqual(['0', '0', '0']);
  });

  it('is not said where what came in had no price', () => {
    const spans = days({ flows: [{ ...flow('2026-01-02', '5'), unpriced: [BTC] }] });
    expect(spans.map(({ profit }) => profit)).toEqual(['0', null, '0']);
    expect(together('all', spans)[0]?.profit).toBeNull();
  });
});

describe('weeks and months', () => {
  it.each([
    ['2026-01-01', '2025-12-29', '2026-01-01'],
    ['2026-01-05', '2026-01-05', '2026-01-01'],
    ['2026-02-01', '2026-01-26', '2026-02-01'],
    ['2028-02-29', '2028-02-28', '2028-02-01'],
  ])('%s is of the week from %s and the month from %s', (day, week, month) => {
    expect([beginningOf('week', day), beginningOf('month', day)]).toEqual([week, month]);
  });

  it('are the sums of their days, and opening, profit and flows are the closing, to the last digit', () => {
    let state = 7;
    const number = (most: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % most;
    };
    const decimal = () => `${number(1000)}.${1 + number(999_999_999)}`;
    for (let time = 0; time < 50; time += 1) {
      const [from, to] = ['2026-01-01', '2026-04-30'];
      const all = daysBetween(from, to);
      const gained = all.flatMap((day) =>
        [USDT, BTC].map((currencyId) => ({ currencyId, day, amount: `${number(3) ? '' : '-'}${decimal()}` })),
      );
      const flows = all
        .filter(() => number(2) > 0)
        .map((day) => flow(day, decimal().slice(0, 9), decimal().slice(0, 9)));
      const prices = new Map<string, string>();
      const priceAt = (id: number, day: string) => {
        const key = `${id} ${day}`;
        prices.set(key, prices.get(key) ?? decimal());
        return prices.get(key) ?? null;
      };
      const found = profitDays({ from, to, gained, flows, priceAt });
      const sum = (spans: ProfitSpan[]) =>
        fromUnits(spans.reduce((total, { profit }) => total + toUnits(profit ?? '0'), 0n));
      const [whole] = together('all', found);
      for (const unit of ['day', 'week', 'month', 'all'] as const) {
        const spans = together(unit, found);
        expect(sum(spans)).toBe(whole?.profit);
        for (const { opening, closing, received, given, profit } of spans) {
          const units = (text: string | null) => toUnits(text ?? 'null');
          expect(units(opening) + units(profit) + units(received) - units(given)).toBe(units(closing));
        }
      }
    }
  });
});
