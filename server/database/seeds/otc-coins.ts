import type { EntityManager } from 'typeorm';

/** Currency, the least quantity of an order, and above how many coins two operators decide an appeal. */
const ROWS = [
  [3, '5', '1000'],
  [1, '0.0001', '0.02'],
  [2, '0.002', '0.4'],
  [4, '5', '1000'],
  [5, '20', '5000'],
] as const;

/** Coins that are traded between users. One that exists is left as it is: operators may have changed it. */
export async function seedOtc(tx: EntityManager): Promise<void> {
  for (const [sort, row] of ROWS.entries()) {
    await tx.query(
      `insert into otc_coin (currency_id, least_quantity, second_person_above, sort) values ($1, $2, $3, $4) on conflict do nothing`,
      [...row, sort + 1],
    );
  }
}
