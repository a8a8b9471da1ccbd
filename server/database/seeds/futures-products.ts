import { Decimal } from '../../contract/decimal.js';
import { type MaintenanceTier, type TierRow, withDeductions } from '../../contract/rules/margin.rules.js';

/** A row of `futures_product` with its maintenance table. */
export interface FuturesProductSeed {
  leverages: number[];
  openLotsMax: number;
  tiers: (MaintenanceTier & { cap: string })[];
}

type Step = readonly [cap: string, maxLeverage: number, rate: string];

/** The BTCUSDT table that Binance published on 18 Mar 2021 (B.4): the best-documented one there is. */
const BTC: readonly Step[] = [
  ['50000', 125, '0.004'],
  ['250000', 100, '0.005'],
  ['1000000', 50, '0.01'],
  ['10000000', 20, '0.025'],
  ['20000000', 10, '0.05'],
  ['50000000', 5, '0.1'],
  ['100000000', 4, '0.125'],
  ['200000000', 3, '0.15'],
  ['300000000', 2, '0.25'],
  ['500000000', 1, '0.5'],
];

/** Everything else: the same rates from a higher one on, and far smaller caps, because the books are thinner. */
const OTHERS: readonly Step[] = [
  ['25000', 50, '0.01'],
  ['100000', 20, '0.025'],
  ['250000', 10, '0.05'],
  ['500000', 5, '0.1'],
  ['1000000', 4, '0.125'],
  ['2000000', 3, '0.15'],
  ['3000000', 2, '0.25'],
  ['5000000', 1, '0.5'],
];

const LEVERAGES = [1, 2, 3, 5, 10, 20, 50, 100, 125];
/** Value that may be open on one side of a market, at the price that the simulation starts from. */
const OPEN_VALUE = { BTC: '100000000', ETH: '50000000' } as const;
const OPEN_VALUE_OF_OTHERS = '5000000';

/** Terms of a market's futures. */
export function futuresProduct(market: { base: string; lotSize: string; simulatedPrice: string }): FuturesProductSeed {
  const steps = market.base === 'BTC' ? BTC : market.base === 'ETH' ? half(BTC) : OTHERS;
  const lotValue = new Decimal(market.lotSize).times(market.simulatedPrice);
  const value = market.base === 'BTC' || market.base === 'ETH' ? OPEN_VALUE[market.base] : OPEN_VALUE_OF_OTHERS;
  return {
    leverages: LEVERAGES.filter((leverage) => leverage <= (steps[0]?.[1] ?? 1)),
    openLotsMax: new Decimal(value).dividedBy(lotValue).floor().toNumber(),
    tiers: withCaps(steps),
  };
}

function half(steps: readonly Step[]): Step[] {
  return steps.map(([cap, maxLeverage, rate]) => [new Decimal(cap).dividedBy(2).toFixed(), maxLeverage, rate]);
}

function withCaps(steps: readonly Step[]): (MaintenanceTier & { cap: string })[] {
  const rows: TierRow[] = steps.map(([, maxLeverage, rate], index) => ({
    floor: steps[index - 1]?.[0] ?? '0',
    rate,
    maxLeverage,
  }));
  return withDeductions(rows).map((tier, index) => ({ ...tier, cap: (steps[index] as Step)[0] }));
}
