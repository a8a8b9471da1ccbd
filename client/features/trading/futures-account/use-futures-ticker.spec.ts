import { describe, expect, it } from '@jest/globals';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { withQuote } from './use-futures-ticker';

const PAIR: TickerView = {
  symbol: 'BTC/USDT',
  last: '60000',
  mark: '60900',
  index: '60000',
  indexState: 'ok',
  open: '59000',
  high: '61000',
  low: '58000',
  volume: '1',
  quoteVolume: '60000',
  change: '1.69',
  windowMs: 86_400_000,
  status: 'live',
  reason: null,
  opensAt: null,
  origin: 'live',
  pricedAt: 1000,
};

describe('the row of a futures market', () => {
  it("has the perpetual's last price, status and age, and the pair's figures of the day", () => {
    const quote = { symbol: 'BTC/USDT', last: '61000', origin: 'live', pricedAt: 900 } as const;
    expect(withQuote(PAIR, { ...quote, status: 'stale', reason: 'price-too-old' })).toEqual({
      ...PAIR,
      last: '61000',
      status: 'stale',
      reason: 'price-too-old',
      pricedAt: 900,
    });
  });

  it("never has the pair's price while its own has not arrived", () => {
    expect(withQuote(PAIR, null)).toMatchObject({ last: null, status: 'stale', reason: 'no-data', pricedAt: null });
  });
});
