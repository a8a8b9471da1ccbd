import type { EntityManager } from 'typeorm';

/**
 * What is offered at first, in every market with options: shorter times pay less. Seconds, payout of rise and fall,
 * payout and band of even, how far the index may leave a quote, smallest and largest stake.
 */
const TERMS = [
  [60, '0.80', '3', '0.0001', '0.0001', '10', '5000'],
  [120, '0.82', '3', '0.00015', '0.0001', '10', '10000'],
  [180, '0.83', '3', '0.0002', '0.00015', '10', '10000'],
  [300, '0.85', '3', '0.00025', '0.0002', '10', '20000'],
  [600, '0.88', '3', '0.0004', '0.0003', '10', '20000'],
  [900, '0.90', '3', '0.0005', '0.0003', '10', '20000'],
] as const;

/** What orders are paid in, the most that a user may have on open orders, and the amounts that a page offers. */
const CURRENCIES = [
  ['USDT', '100000', '{10,50,100,500,1000}', 1],
  ['USDC', '100000', '{10,50,100,500,1000}', 2],
] as const;

/** Rows that exist stay as they are: operators may have changed them. */
export async function seedOptions(tx: EntityManager): Promise<void> {
  for (const term of TERMS) {
    await tx.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, move_ratio, minimum, maximum)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      term.slice(),
    );
  }
  for (const currency of CURRENCIES) {
    await tx.query(
      `insert into option_currency (currency_id, holding_maximum, amounts, sort)
       select id, $2, $3, $4 from currency where code = $1 on conflict do nothing`,
      currency.slice(),
    );
  }
}
