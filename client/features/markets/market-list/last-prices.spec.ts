import type { QuotationPairView } from '../../../../server/contract/markets/quotations.dto';
import { forgetLastKnown } from '../../../platform/last-known';
import { serverNow } from '../../../platform/server-clock';
import { ageOf } from '../../../ui/age';
import { saveLastPrices, lastPrices, lastPricesAt } from './last-prices';
import { readMarket } from './market';

const PATH = 'currency/quotation_new';
const pair = { symbol: 'BTC/USDT', now_price: '60000', status: 'live', price_age_ms: 500, origin: 'live', change: '1' };
const pick = (reply: unknown) => (reply as QuotationPairView[]).map(readMarket);

beforeEach(() => {
  jest.useFakeTimers();
  forgetLastKnown();
  window.localStorage.clear();
});
afterEach(() => jest.useRealTimers());

describe('the last known prices', () => {
  it('are none where nothing was heard, or what is kept is no reply', () => {
    expect(lastPrices(PATH, pick)).toBeNull();
    window.localStorage.setItem(`last-known ${PATH}`, '{"at":"now"}');
    expect(lastPrices(PATH, pick)).toBeNull();
    window.localStorage.setItem(`last-known ${PATH}`, 'no JSON');
    expect(lastPrices(PATH, pick)).toBeNull();
  });

  it.each([
    ['live', pair],
    [
      'live, with a row of its own',
      { ...pair, ticker: { symbol: 'BTC/USDT', last: '60000', status: 'live', origin: 'live', pricedAt: 2 ** 53 } },
    ],
    ['closed', { ...pair, status: 'closed' }],
  ])('never look live, and are as old as they are, though they were %s', (_state, row) => {
    saveLastPrices(PATH, [row]);
    jest.advanceTimersByTime(10_000);
    const heardAt = serverNow() - 10_000;
    jest.advanceTimersByTime(7_200_000);
    const [market] = lastPrices(PATH, pick) ?? [];
    expect(market?.ticker.last).toBe('60000');
    expect(market?.ticker.pricedAt).toBeLessThanOrEqual(heardAt);
    const { status, reason, origin, pricedAt } = market?.ticker ?? {
      status: 'live',
      reason: null,
      origin: 'live',
      pricedAt: 0,
    };
    expect(ageOf({ status, reason, origin, pricedAt }, serverNow(), null).kind).toBe('frozen');
    expect(lastPricesAt.get()).toBe(heardAt);
  });

  it('look no fresher after the clock of the device was set back', () => {
    saveLastPrices(PATH, [pair]);
    jest.advanceTimersByTime(10_000);
    jest.setSystemTime(Date.now() - 7_200_000);
    const stored = (lastPrices(PATH, pick) ?? []).map(({ ticker }) => ageOf(ticker, serverNow(), null).kind);
    expect(stored).toEqual(['frozen']);
  });

  it('are no more spoken of once the server has said new ones', () => {
    saveLastPrices(PATH, [pair]);
    jest.advanceTimersByTime(10_000);
    lastPrices(PATH, pick);
    saveLastPrices(PATH, [pair]);
    expect(lastPricesAt.get()).toBeNull();
  });

  it('are spoken of as long as the prices of one of the calls are, and as of the oldest', () => {
    saveLastPrices('usstock/quotation', [pair]);
    jest.advanceTimersByTime(10_000);
    const oldest = serverNow() - 10_000;
    saveLastPrices(PATH, [pair]);
    jest.advanceTimersByTime(10_000);
    lastPrices('usstock/quotation', pick);
    lastPrices(PATH, pick);
    expect(lastPricesAt.get()).toBe(oldest);
    saveLastPrices(PATH, [pair]);
    expect(lastPricesAt.get()).toBe(oldest);
    saveLastPrices('usstock/quotation', [pair]);
    expect(lastPricesAt.get()).toBeNull();
  });
});
