import type { EntityManager } from 'typeorm';

/** Every spot market: 0.1 % of the amount, 5 to 500,000 of the quote currency an order. What exists is left as it is. */
export async function seedSpot(tx: EntityManager): Promise<void> {
  await tx.query(
    `insert into spot_product (market_id, fee_ratio, minimum_amount, maximum_amount)
     select id, 0.001, 5, 500000 from market where spot on conflict do nothing`,
  );
}
