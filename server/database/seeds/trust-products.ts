import type { EntityManager } from 'typeorm';

type Row = readonly [
  code: string,
  currencyId: number,
  termDays: number,
  minimum: string,
  maximum: string | null,
  dailyRatio: string,
  quota: string | null,
  redemptionRule: string,
  redemptionRatio: string,
  penaltyCapped: boolean,
  yieldSource: string,
];

/**
 * The first is the specification's example, with its second redemption rule; the others show each rule. Rates are what
 * the product pays and nothing is extrapolated from them.
 */
const ROWS: readonly Row[] = [
  ['usdt-15', 3, 15, '1000', '1000000', '0.004', '10000000', 'remaining-days', '0.004', true, 'house'],
  ['usdt-7', 3, 7, '100', '100000', '0.0005', null, 'forfeit-interest', '0', true, 'lending'],
  ['usdt-30', 3, 30, '500', '500000', '0.0008', '20000000', 'fixed-fee', '1.5', true, 'market-making'],
  ['usdt-90', 3, 90, '1000', null, '0.0004', null, 'discounted-rate', '0.0001', true, 'treasury'],
  ['btc-30', 1, 30, '0.01', '10', '0.0001', '500', 'fixed-fee', '1.5', true, 'lending'],
  ['eth-30', 2, 30, '0.1', '200', '0.00012', '5000', 'forfeit-interest', '0', true, 'lending'],
  ['usdc-30', 4, 30, '100', '100000', '0.0003', null, 'fixed-fee', '1.5', true, 'treasury'],
  ['doge-60', 5, 60, '1000', null, '0.0002', null, 'none', '0', true, 'lending'],
];

/** A product that exists is left as it is: operators may have changed it. */
export async function seedTrust(tx: EntityManager): Promise<void> {
  for (const [sort, row] of ROWS.entries()) {
    await tx.query(
      `insert into trust_product (code, currency_id, term_days, minimum, maximum, daily_ratio, quota, redemption_rule,
         redemption_ratio, penalty_capped, yield_source, sort, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now()) on conflict do nothing`,
      [...row, sort + 1],
    );
  }
}
