import type { TickerView } from '../../../contract/markets/markets.dto.js';
import type { MarketEntity } from '../market-board/market.entity.js';
import { emptyRow } from '../market-board/market-status.rules.js';
import { pairView } from './pair-view.js';

const NOW = Date.UTC(2026, 0, 5, 12);

function aMarket(change: Partial<MarketEntity> = {}): MarketEntity {
  return {
    id: 14,
    symbol: 'SHIB/USDT',
    name: 'Shiba Inu',
    category: 'crypto',
    base: { id: 14, code: 'SHIB', name: 'Shiba Inu', scale: 8, logo: '/shib.svg' },
    quote: { id: 3, code: 'USDT', name: 'Tether', scale: 8, logo: '' },
    priceScale: 9,
    quantityScale: 0,
    spot: true,
    perpetual: false,
    option: true,
    displayed: true,
    recommended: false,
    sort: 14,
    calendar: 'always',
    lotSize: '10000000.000000000000000000',
    lotsMin: 1,
    lotsMax: 500,
    spread: '0.000000001000000000',
    perpetualFeePercent: '0.05',
    optionFeePercent: '1',
    overnightPercent: '0',
    priceInstrument: 'bybit:spot:SHIBUSDT',
    perpetualInstrument: null,
    markInstrument: null,
    fundingRate: null,
    constituentsMin: 3,
    isSingleVenue: false,
    outlierRatio: '0.03',
    bandRatio: '0.05',
    simulatedPrice: '0.00000472',
    haltedReason: null,
    ...change,
  };
}

function aTicker(change: Partial<TickerView> = {}): TickerView {
  return { ...emptyRow('SHIB/USDT'), status: 'live', reason: null, pricedAt: NOW - 1500, ...change };
}

const view = (ticker: TickerView | null, market = aMarket()) =>
  pairView({ market, ticker, spark: [], rate: { yuan: '7.1', setAt: 1_000, ageMs: 5000 }, now: NOW });

describe('a pair on the wire', () => {
  it('keeps every decimal of a market that has more than eight', () => {
    expect(view(aTicker({ last: '0.000004723' }))).toMatchObject({ now_price: '0.000004723', spread: '0.000000001' });
  });

  it.each([
    ['1.23', '+1.23'],
    ['+1.23', '+1.23'],
    ['-0.50', '-0.50'],
    ['0.00', '+0.00'],
    [null, ''],
  ])('writes the change %j as %j', (change, text) => {
    expect(view(aTicker({ change })).change).toBe(text);
  });

  it('truncates and never rounds', () => {
    expect(view(aTicker({ volume: '1.999999999' })).volume).toBe('1.99999999');
  });

  it('has flags of 0 and 1 and no lots beyond the limits of the market', () => {
    expect(view(null)).toMatchObject({
      open_coin_trade: 1,
      open_transaction: 1,
      open_lever: 0,
      open_microtrade: 1,
      is_display: 1,
      recommended: 0,
      lever_min_share: 1,
      lever_max_share: 500,
      lever_share_num: '10000000.00000000',
    });
  });

  it('says that nothing is known without a zero or a null in the old names', () => {
    const pair = view(null);
    expect([pair.now_price, pair.close, pair.open, pair.high, pair.low, pair.volume, pair.change]).toEqual(
      Array(7).fill(''),
    );
    expect(pair).toMatchObject({ status: 'stale', reason: 'no-data', price_age_ms: null, ticker: null, is_open: 0 });
  });

  it('tells the age of the price, which is never negative', () => {
    expect(view(aTicker()).price_age_ms).toBe(1500);
    expect(view(aTicker({ pricedAt: NOW + 10 })).price_age_ms).toBe(0);
  });

  it.each([
    ['live', 1],
    ['stale', 1],
    ['closed', 0],
    ['halted', 0],
  ] as const)('is_open of a market that is %s is %i', (status, open) => {
    expect(view(aTicker({ status })).is_open).toBe(open);
  });
});
