import { playedOnly, type MarketSeed } from './market-seed.js';

type Row = readonly [
  id: number,
  base: string,
  name: string,
  calendar: string,
  priceScale: number,
  lotSize: string,
  spread: string,
  simulatedPrice: string,
];

/**
 * The specification's ten commodities in USDT: gold, silver, platinum and palladium per troy ounce and copper per
 * pound, in the hours of COMEX; rebar, lead, nickel, tin and zinc per tonne, in the hours of Shanghai.
 */
const ROWS: readonly Row[] = [
  [201, 'GOLD', 'Gold', 'comex', 2, '1', '0.5', '4120.00'],
  [202, 'SILVER', 'Silver', 'comex', 3, '50', '0.01', '51.200'],
  [203, 'REBAR', 'Rebar', 'shfe-2300', 2, '10', '0.1', '431.00'],
  [204, 'LEAD', 'Lead', 'shfe-0100', 2, '1', '0.5', '2010.00'],
  [205, 'COPPER', 'Copper', 'comex', 4, '250', '0.001', '5.0400'],
  [206, 'PLATINUM', 'Platinum', 'comex', 2, '1', '0.5', '1545.00'],
  [207, 'PALLADIUM', 'Palladium', 'comex', 2, '1', '0.5', '1398.00'],
  [208, 'NICKEL', 'Nickel', 'shfe-0100', 1, '0.1', '5', '14850.0'],
  [209, 'TIN', 'Tin', 'shfe-0100', 1, '0.1', '10', '36800.0'],
  [210, 'ZINC', 'Zinc', 'shfe-0100', 2, '1', '1', '2985.00'],
];

export const COMMODITY_MARKETS: readonly MarketSeed[] = ROWS.map(
  ([id, base, name, calendar, priceScale, lotSize, spread, simulatedPrice]) => ({
    id,
    base,
    quote: 'USDT',
    name,
    category: 'commodity',
    calendar,
    priceScale,
    quantityScale: 3,
    spot: false,
    perpetual: true,
    option: true,
    recommended: base === 'GOLD' || base === 'SILVER',
    sort: id,
    lotSize,
    spread,
    perpetualFeePercent: '0.05',
    optionFeePercent: '1',
    overnightPercent: '0.02',
    ...playedOnly('commodity', `${base}USDT`, true),
    outlierRatio: '0.03',
    bandRatio: '0.05',
    simulatedPrice,
  }),
);
