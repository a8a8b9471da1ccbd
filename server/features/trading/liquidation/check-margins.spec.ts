import { Decimal } from '../../../contract/decimal.js';
import type { HeldPosition, PricedMarket } from '../futures-index/index.js';
import { CheckMargins } from './check-margins.js';

/** Decisions by market data that are given. */
const HELD: HeldPosition = {
  id: '7',
  version: '1',
  userId: '5',
  marketId: 1,
  currencyId: 3,
  demo: false,
  side: 'long',
  marginMode: 'isolated',
  lots: 10,
  lotSize: '1',
  entryPrice: '100',
  margin: '100',
  closeFeeRatio: '0',
  exposure: '10',
  ordered: '0',
  warnedLevel: 'safe',
};
const MARKET: PricedMarket = {
  tiers: [{ floor: '0', rate: '0.1', deduction: '0', maxLeverage: 10 }],
  scale: 8,
  marks: { long: '90', short: '90' },
  closing: () => ({ price: new Decimal('90'), from: 'mark', fills: [], takes: null }),
  after: () => MARKET,
};
const REPORTED = { mark: '90', markAt: 1, markBefore: '90', markBeforeAt: 0 };

it.each([
  ['its marks are those that the report shows', REPORTED, 1],
  ['its marks have expired since it was priced', null, 0],
])('a position is liquidated where %s', async (_what, reported, liquidated) => {
  const markets = { sample: () => true, closable: async () => MARKET, reported: () => reported };
  const reads = { isolated: async () => [HELD] };
  const check = new CheckMargins(reads as never, markets as never, {} as never, {} as never);
  const verdict = await check.decide([7]);
  expect(verdict.groups).toHaveLength(liquidated);
  expect(verdict.marks).toEqual(reported ? { 1: REPORTED } : {});
});
