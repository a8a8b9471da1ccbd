import type { TrustProductView } from '../../../../server/contract/trading/trust.dto';
import { cameBack, isMore, percentOf, percentText, smallest } from './rates';
import { clockUntil, exampleDays, nextMidnight, planOf, termsOf, waitingOf } from './term';

const PRODUCT: TrustProductView = {
  id: 1,
  name: 'USDT 15-day trust',
  currency_id: 3,
  currency_name: 'USDT',
  currency_logo: '',
  interest_rate: '6',
  daily_ratio: '0.004',
  day: 15,
  save_min: '1000',
  save_max: '1000000',
  quota_left: '',
  scale: 8,
  redemption_rule: 'remaining-days',
  redemption_ratio: '0.004',
  penalty_capped: false,
  yield_source: 'house',
  intro: '',
  type: 1,
  created_at: '2026-01-01 00:00:00',
};

describe('what a purchase would bring', () => {
  it('is the example of the specification, over a leap day', () => {
    expect(planOf(termsOf(PRODUCT, '10000'), '2028-02-27')).toEqual({
      daily: '40',
      total: '600',
      start: '2028-02-27',
      first: '2028-02-29',
      end: '2028-03-14',
    });
  });

  it.each([
    [15, [0, 7, 14]],
    [3, [0, 1, 2]],
    [2, [0, 1]],
    [1, [0]],
  ])('is worked for days before the end of %s', (term, days) => {
    expect(exampleDays(term)).toEqual(days);
  });
});

describe('what an order in custody waits for', () => {
  const order = { start_at: '2026-03-01', day: 15, return_days: 2 };

  it.each([
    ['2026-03-04', 2, 'next'],
    ['2026-03-05', 2, 'booking'],
    ['2026-03-16', 15, 'returning'],
    ['2026-04-30', 15, 'returning'],
  ])('on %s with %s days booked: %s', (today, return_days, waiting) => {
    expect(waitingOf({ ...order, return_days }, today)).toBe(waiting);
  });

  it('is counted down to the next 00:00 UTC', () => {
    const now = Date.UTC(2026, 2, 1, 18, 0, 0, 500);
    expect(nextMidnight(now)).toBe(Date.UTC(2026, 2, 2));
    expect(nextMidnight(Date.UTC(2026, 2, 2))).toBe(Date.UTC(2026, 2, 3));
    expect(clockUntil(nextMidnight(now), now)).toBe('06:00:00');
    expect(clockUntil(now, now + 5000)).toBe('00:00:00');
  });
});

describe('rates and bounds', () => {
  it('are shown with all their digits', () => {
    expect(percentOf('0.00012')).toBe('0.012');
    expect(percentText('0.0120', 'en')).toBe('0.012%');
    expect(percentText('0.012', 'es')).toBe('0,012%');
  });

  it('take the smallest bound that there is, to the last digit', () => {
    expect(smallest(['10.5', '', null, '10.49999999'])).toBe('10.49999999');
    expect(smallest(['', null])).toBeNull();
    expect(isMore('1000.00000001', '1000')).toBe(true);
    expect(isMore('1000', '1000.0')).toBe(false);
  });
});

describe('what an order brought back', () => {
  // Specification, section 9: 0.4 % × 3 days × 1000 is a penalty of 12, so 988 come back.
  it.each([
    ['1000', '0', '12', '988'],
    ['1000.5', '28.014', '28.014', '1000.5'],
    ['10000', '600', '0', '10600'],
  ])('%s with %s of interest and a penalty of %s: %s', (amount, total_interest, cancel_fee, back) => {
    expect(cameBack({ amount, total_interest, cancel_fee })).toBe(back);
  });
});
