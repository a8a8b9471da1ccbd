import { MarketProfitSums, type ProfitLine } from './market-profit.rules.js';

const line = (changes: Partial<ProfitLine>): ProfitLine => ({
  day: null,
  marketId: 1,
  symbol: 'BTC/USDT',
  product: 'perpetual',
  currencyId: 3,
  coin: 'USDT',
  isFunding: false,
  amount: '1',
  ...changes,
});

it('puts each account of the house into its figure, and leaves the insurance out of the total', () => {
  const sums = new MarketProfitSums();
  sums.add('house_pnl', [line({ amount: '-10' }), line({ amount: '2', isFunding: true })]);
  sums.add('fee', [line({ amount: '0.5' })]);
  sums.add('insurance', [line({ amount: '7' })]);
  // Another slice of the same.
  sums.add('house_pnl', [line({ amount: '0.000000000000000001' })]);
  expect(sums.views()).toEqual([
    {
      day: null,
      marketId: 1,
      symbol: 'BTC/USDT',
      product: 'perpetual',
      coin: 'USDT',
      trading: '-9.999999999999999999',
      fees: '0.5',
      funding: '2',
      total: '-7.499999999999999999',
      insurance: '7',
    },
  ]);
});

it('tells days, markets, products and coins apart, the newest day first and what is of no market last', () => {
  const sums = new MarketProfitSums();
  sums.add('fee', [
    line({ day: '2026-01-01' }),
    line({ day: '2026-01-02', marketId: null, symbol: null, product: 'options' }),
    line({ day: '2026-01-02', product: 'spot', currencyId: 1, coin: 'BTC' }),
    line({ day: '2026-01-02', product: 'spot' }),
    line({ day: '2026-01-02', marketId: 2, symbol: 'ADA/USDT' }),
    line({ day: '2026-01-02' }),
  ]);
  expect(sums.views().map(({ day, symbol, product, coin }) => [day, symbol, product, coin])).toEqual([
    ['2026-01-02', 'ADA/USDT', 'perpetual', 'USDT'],
    ['2026-01-02', 'BTC/USDT', 'perpetual', 'USDT'],
    ['2026-01-02', 'BTC/USDT', 'spot', 'BTC'],
    ['2026-01-02', 'BTC/USDT', 'spot', 'USDT'],
    ['2026-01-02', null, 'options', 'USDT'],
    ['2026-01-01', 'BTC/USDT', 'perpetual', 'USDT'],
  ]);
});
