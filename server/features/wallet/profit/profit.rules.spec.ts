import * as fc from 'fast-check';
import { fromUnits } from '../../../contract/money.js';
import { type KnownPrice, type Prices, profitOf } from './profit.rules.js';

const SINCE = Date.UTC(2026, 0, 5, 12);
const LATER = SINCE + 3_600_000;

/** USDT is worth 1; everything else what the test says of the instant, or nothing known. */
function prices(known: Record<string, KnownPrice> = {}): Prices {
  const of = (key: string, code: string): KnownPrice =>
    code === 'USDT' ? { price: '1' } : (known[key] ?? { reason: 'none', ageMs: null });
  return { now: (code) => of(`${code} now`, code), at: (code, at) => of(`${code} ${at}`, code) };
}

const usdt = (before: string, now: string) => ({ code: 'USDT', before, now });
const btc = (before: string, now: string) => ({ code: 'BTC', before, now });
const moved = (code: string, amount: string, minutes = 0) => {
  const at = LATER + minutes * 60_000;
  return { code, amount, at, pricedAt: at };
};
const OUT_AND_BACK = Array.from({ length: 10 }, (_, place) => moved('USDT', place % 2 === 0 ? '-900' : '900', place));

describe('profit of a day', () => {
  it.each([
    ['nothing at all', [], [], '0', null],
    ['a deposit alone', [usdt('0', '9000')], [moved('USDT', '9000')], '0', '0'],
    ['a withdrawal alone', [usdt('9000', '100')], [moved('USDT', '-8900')], '0', '0'],
    ['a deposit of 9,000 of which 2,530 are lost', [usdt('0', '6470')], [moved('USDT', '9000')], '-2530', '-28.11'],
    ['a gain on what was there', [usdt('1000', '1100.5')], [], '100.5', '10.05'],
    ['all of it lost', [usdt('200', '0')], [], '-200', '-100'],
    [
      'a loss, after most of it had gone out and come back five times',
      [usdt('1000', '720')],
      OUT_AND_BACK,
      '-280',
      '-28',
    ],
    [
      'a loss of what came in after the rest had gone out',
      [usdt('1000', '450')],
      [moved('USDT', '-1000'), moved('USDT', '500', 1)],
      '-50',
      '-5',
    ],
  ])('%s', (_, holdings, flows, profit, percent) => {
    const view = profitOf({ holdings, moved: flows, since: SINCE }, prices());
    expect(view).toMatchObject({ profit, percent, unknown: null, missing: [] });
  });

  it('values each amount at the price of its own instant', () => {
    const known = prices({
      [`BTC ${SINCE}`]: { price: '50000' },
      [`BTC ${LATER}`]: { price: '60000' },
      'BTC now': { price: '55000' },
    });
    // 0.1 rose from 5,000 to 5,500; 0.2 came in at 12,000 and are worth 11,000.
    const view = profitOf({ holdings: [btc('0.1', '0.3')], moved: [moved('BTC', '0.2')], since: SINCE }, known);
    expect(view).toEqual({
      profit: '-500',
      percent: '-2.94',
      before: '5000',
      received: '12000',
      given: '0',
      now: '16500',
      unknown: null,
      missing: [],
    });
  });

  it('brings in what was paid before as what it was worth when it was paid', () => {
    const known = prices({ [`BTC ${LATER}`]: { price: '60000' }, 'BTC now': { price: '70000' } });
    const back = { ...moved('BTC', '0.1', 5), pricedAt: LATER };
    // What it rose meanwhile is won on the day on which it comes back.
    const view = profitOf({ holdings: [btc('0', '0.1')], moved: [back], since: SINCE }, known);
    expect(view).toMatchObject({ received: '6000', now: '7000', profit: '1000' });
  });

  it('says nothing where a price is missing or too old, and which', () => {
    const known = prices({ [`BTC ${SINCE}`]: { reason: 'old', ageMs: 1_200_000 }, 'BTC now': { price: '55000' } });
    expect(profitOf({ holdings: [usdt('1', '2'), btc('1', '1')], moved: [], since: SINCE }, known)).toEqual({
      profit: null,
      percent: null,
      before: null,
      received: null,
      given: null,
      now: null,
      unknown: 'price',
      missing: [{ currency: 'BTC', when: 'before', reason: 'old', ageMs: 1_200_000 }],
    });
    expect(profitOf({ holdings: [btc('0', '1')], moved: [moved('BTC', '1')], since: SINCE }, prices()).missing).toEqual(
      [
        { currency: 'BTC', when: 'now', reason: 'none', ageMs: null },
        { currency: 'BTC', when: 'moved', reason: 'none', ageMs: null },
      ],
    );
  });

  it('needs no price of what was not there', () => {
    const known = prices({ 'BTC now': { price: '55000' } });
    expect(profitOf({ holdings: [btc('0', '1'), usdt('50000', '0')], moved: [], since: SINCE }, known)).toMatchObject({
      profit: '5000',
      missing: [],
    });
  });

  it('is nought however often money comes and goes, as long as nothing is won', () => {
    const units = fc.bigInt({ min: -(10n ** 26n), max: 10n ** 26n });
    fc.assert(
      fc.property(fc.array(units, { maxLength: 20 }), fc.bigInt({ min: 0n, max: 10n ** 26n }), (flows, before) => {
        const now = flows.reduce((total, one) => total + one, before);
        const view = profitOf(
          {
            holdings: [usdt(fromUnits(before), fromUnits(now))],
            moved: flows.map((flow) => moved('USDT', fromUnits(flow))),
            since: SINCE,
          },
          prices(),
        );
        expect(view.profit).toBe('0');
      }),
    );
  });
});
