import type { DataSource } from 'typeorm';

export interface SampledPremium {
  marketId: number;
  /** Unix milliseconds. */
  at: number;
  premium: string;
  index?: string;
}

/** Puts a premium of a second that may be any: a worker writes one in its own five seconds alone (decision 199). */
export async function putPremium(
  source: DataSource,
  { marketId, at, premium, index = '60000' }: SampledPremium,
): Promise<void> {
  await source.query(
    `insert into funding_premium (market_id, at, premium, index, origin) values ($1, $2, $3, $4, 'live') on conflict do nothing`,
    [marketId, new Date(at), premium, index],
  );
}
