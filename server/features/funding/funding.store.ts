import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FundingPastView } from '../../contract/liquidation.dto.js';
import type { Transaction } from '../../platform/database/transaction.js';

/** The premiums of an interval so far. */
export interface PremiumMean {
  marketId: number;
  premium: string;
  samples: number;
}

export interface NewRate {
  marketId: number;
  stamp: Date;
  rate: string;
  premium: string;
  samples: number;
  mark: string;
}

export interface RateKey {
  marketId: number;
  stamp: Date;
}

/** Positions with ids behind `after`, so many at most. */
export interface ChargeRange {
  after: string;
  limit: number;
}

export interface Charged {
  charged: number;
  /** Who has events, each once. */
  users: string[];
  /** Behind which position to go on; null when all are charged, or somebody else is at it. */
  last: string | null;
}

/** Premiums, rates and charges of funding. */
@Injectable()
export class FundingStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** A sample that is there already stays as it is. */
  async keepPremiums(
    at: Date,
    samples: readonly { marketId: number; premium: string; index: string }[],
  ): Promise<void> {
    await this.source.query(
      `insert into funding_premium (market_id, at, premium, index)
       select market_id, $1, premium, index from unnest($2::integer[], $3::numeric[], $4::numeric[])
         as sample (market_id, premium, index)
       on conflict do nothing`,
      [at, samples.map((s) => s.marketId), samples.map((s) => s.premium), samples.map((s) => s.index)],
    );
  }

  async forgetPremiums(before: Date): Promise<void> {
    await this.source.query('delete from funding_premium where at < $1', [before]);
  }

  /** Means from `from` (inclusive) to `to` (exclusive). */
  means(from: Date, to: Date): Promise<PremiumMean[]> {
    return this.source.query(
      `select market_id as "marketId", trim_scale(round(avg(premium), 18))::text as premium, count(*)::integer as samples
         from funding_premium where at >= $1 and at < $2 group by market_id`,
      [from, to],
    );
  }

  /** Markets of these that have no rate for the stamp. */
  async unrated(stamp: Date, marketIds: readonly number[]): Promise<number[]> {
    const rows: { marketId: number }[] = await this.source.query(
      `select wanted.market_id as "marketId" from unnest($2::integer[]) as wanted (market_id)
        where not exists (select from funding_rate r where r.market_id = wanted.market_id and r.stamp = $1)`,
      [stamp, marketIds],
    );
    return rows.map(({ marketId }) => marketId);
  }

  /** The first one counts. */
  async keepRate({ marketId, stamp, rate, premium, samples, mark }: NewRate): Promise<void> {
    await this.source.query(
      `insert into funding_rate (market_id, stamp, rate, premium, samples, mark) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing`,
      [marketId, stamp, rate, premium, samples, mark],
    );
  }

  /** Rates whose positions are not all charged, oldest first. */
  unsettled(): Promise<RateKey[]> {
    return this.source.query(
      `select market_id as "marketId", stamp from funding_rate where settled_at is null order by stamp, market_id`,
    );
  }

  /** Charges up to `limit` positions. Begin with `after` '0' and go on behind what is answered. */
  async settle(tx: Transaction, { marketId, stamp }: RateKey, range: ChargeRange, at: Date): Promise<Charged> {
    const rows: Charged[] = await tx.query(
      'select charged, users::text[] as users, last::text as last from funding_settle($1, $2, $3, $4, $5)',
      [marketId, stamp, range.after, range.limit, at],
    );
    return rows[0] as Charged;
  }

  async past(marketId: number, limit: number): Promise<FundingPastView[]> {
    return this.source.query(
      `select (extract(epoch from stamp) * 1000)::float8 as stamp, trim_scale(rate)::text as rate,
              trim_scale(mark)::text as mark
         from funding_rate where market_id = $1 order by stamp desc limit $2`,
      [marketId, limit],
    );
  }
}
