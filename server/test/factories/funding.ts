import type { DataSource } from 'typeorm';

export interface GivenRate {
  marketId: number;
  stamp: Date;
  rate: string;
  mark: string;
}

/** A rate as a version that did not write down what it followed from would have decided it; nothing judges it. */
export async function aRate(source: DataSource, { marketId, stamp, rate, mark }: GivenRate): Promise<void> {
  await source.query(
    `insert into funding_rate (market_id, stamp, rate, premium, samples, mark, decided_at)
     values ($1, $2, $3, 0, 0, $4, null) on conflict do nothing`,
    [marketId, stamp, rate, mark],
  );
}
