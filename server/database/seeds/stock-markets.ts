import { playedOnly, type MarketSeed } from './market-seed.js';

type Row = readonly [id: number, base: string, name: string, simulatedPrice: string];

const ROWS: readonly Row[] = [
  [101, 'AAPL', 'Apple', '268.40'],
  [102, 'AMZN', 'Amazon', '231.70'],
  [103, 'GOOGL', 'Alphabet', '312.20'],
  [104, 'META', 'Meta Platforms', '652.90'],
  [105, 'MSFT', 'Microsoft', '498.60'],
  [106, 'NVDA', 'NVIDIA', '187.30'],
  [107, 'TSLA', 'Tesla', '412.50'],
];

/** US stocks in dollars: quotes only, nothing of ours is traded on them yet. */
export const STOCK_MARKETS: readonly MarketSeed[] = ROWS.map(([id, base, name, simulatedPrice]) => ({
  id,
  base,
  quote: 'USD',
  name,
  category: 'stock',
  calendar: 'nyse',
  priceScale: 2,
  quantityScale: 0,
  spot: false,
  perpetual: false,
  option: false,
  recommended: false,
  sort: id,
  lotSize: '1',
  spread: '0.02',
  perpetualFeePercent: '0',
  optionFeePercent: '0',
  overnightPercent: '0',
  ...playedOnly('stock', `${base}USD`, false),
  outlierRatio: '0.03',
  bandRatio: '0.1',
  simulatedPrice,
}));
