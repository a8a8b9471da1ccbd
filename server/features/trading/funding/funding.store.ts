import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FundingStampView } from '../../../contract/operations/funding.dto.js';
import type { FundingState } from '../../../contract/operations/words.js';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { FundingPastView } from '../../../contract/trading/liquidation.dto.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';

/** See `funding_premium_sampled`. */
const REFUSED_PREMIUM = 'FN001';

export interface PremiumSample {
  marketId: number;
  premium: string;
  index: string;
  /** Where the prices came from that it was taken from. */
  origin: PriceOrigin;
}

/** The premiums of an interval so far. */
export interface PremiumMean {
  marketId: number;
  premium: string;
  samples: number;
}

export interface RateKey {
  marketId: number;
  stamp: Date;
}

export interface DuePosition {
  id: string;
  userId: string;
}

export interface Charged {
  charged: number;
  /** Users with new events, distinct. */
  users: string[];
}

/** Rates of a state, `$1`; of all where it is null. */
const OF_STATE = `($1::text is null or ($1 = 'void' and r.void is not null) or ($1 = 'charging' and r.settled_at is null))`;

/** Premiums, rates and charges of funding. */
@Injectable()
export class FundingStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * An existing sample is not overwritten.
   * @returns the markets whose sample the table refuses, because the tape or the market's band contradicts it: no other is lost by it
   */
  async savePremiums(at: Date, samples: readonly PremiumSample[]): Promise<number[]> {
    try {
      await this.insertPremiums(at, samples);
      return [];
    } catch (error) {
      if (sqlStateOf(error) !== REFUSED_PREMIUM) throw error;
      if (samples.length === 1) return samples.map(({ marketId }) => marketId);
    }
    const refused: number[] = [];
    for (const sample of samples) refused.push(...(await this.savePremiums(at, [sample])));
    return refused;
  }

  private async insertPremiums(at: Date, samples: readonly PremiumSample[]): Promise<void> {
    await this.source.query(
      `insert into funding_premium (market_id, at, premium, index, origin)
       select market_id, $1, premium, index, origin
         from unnest($2::integer[], $3::numeric[], $4::numeric[], $5::text[])
         as sample (market_id, premium, index, origin)
       on conflict do nothing`,
      [
        at,
        samples.map((s) => s.marketId),
        samples.map((s) => s.premium),
        samples.map((s) => s.index),
        samples.map((s) => s.origin),
      ],
    );
  }

  /** Those that no check asks for any more. */
  async forgetPremiums(at: Date): Promise<void> {
    await callFunction(this.source.manager, 'funding_premiums_forget', { at });
  }

  /** Means from `from` (inclusive) to `to` (exclusive), of samples of these origins. */
  means(from: Date, to: Date, origins: readonly PriceOrigin[]): Promise<PremiumMean[]> {
    return this.source.query(
      `select market_id as "marketId", trim_scale(round(avg(premium), 18))::text as premium, count(*)::integer as samples
         from funding_premium where at >= $1 and at < $2 and origin = any ($3) group by market_id`,
      [from, to, origins],
    );
  }

  /**
   * Stamps of these markets up to the last one that have no rate, oldest first and at most so many: those behind the
   * market's last rate; where it has none, those since its first position was opened, and the last stamp in any case.
   */
  undecided(lastStamp: Date, marketIds: readonly number[], most: number): Promise<RateKey[]> {
    return this.source.query(
      `select wanted.market_id as "marketId", missing.stamp
         from unnest($2::integer[]) as wanted (market_id)
        cross join lateral (select max(r.stamp) as stamp from funding_rate r
                             where r.market_id = wanted.market_id and r.stamp <= $1) decided
        cross join lateral generate_series(coalesce(decided.stamp + interval '8 hours', least($1,
            (select date_bin('8 hours', min(f.opened_at), '2000-01-01 00:00+00') from futures_position f
              where f.market_id = wanted.market_id))), $1, interval '8 hours') as missing (stamp)
        order by missing.stamp, wanted.market_id limit $3`,
      [lastStamp, marketIds, most],
    );
  }

  /**
   * Decides what a market's stamp charges, which the database works out from what it has: premiums, tape, halts. The first
   * decision stays. Answers whether there is one: neither while the market is halted, nor while the mark of the stamp may still
   * come on the tape.
   * @param from when the market's session was open in its eight hours, and prices of which origins may move real money.
   */
  decide(
    { marketId, stamp }: RateKey,
    { open, origins }: { open: readonly { from: number; to: number }[]; origins: readonly PriceOrigin[] },
    at: Date,
  ): Promise<boolean> {
    return callFunction(this.source.manager, 'funding_rate_decide', {
      market: marketId,
      stamp,
      openFrom: open.map(({ from }) => new Date(from)),
      openUntil: open.map(({ to }) => new Date(to)),
      origins: [...origins],
      at,
    });
  }

  /** Rates whose positions are not all charged, oldest first; a market that is halted charges nobody meanwhile. */
  unsettled(): Promise<RateKey[]> {
    return this.source.query(
      `select r.market_id as "marketId", r.stamp from funding_rate r join market m on m.id = r.market_id
        where r.settled_at is null and (m.halted_reason is null or r.void is not null) order by r.stamp, r.market_id`,
    );
  }

  /**
   * Positions that were open at the stamp and have no charge for it, by user and id: from the next `limit` open
   * positions after the id `after`, and from `funding_due` in the same range, which holds the positions that changed
   * since the stamp. `last` is null on the last page. A position that closes meanwhile is in one of the two.
   */
  async due(
    { marketId, stamp }: RateKey,
    after: string,
    limit: number,
  ): Promise<{ positions: DuePosition[]; last: string | null }> {
    const rows: { ids: string[]; users: string[]; last: string | null }[] = await this.source.query(
      `with looked as materialized (
         select id, user_id from futures_position
          where market_id = $1 and status = 1 and opened_at <= $2 and id > $3 order by id limit $4),
       edge as (select case when count(*) = $4 then max(id) end as last from looked),
       found as (
         select id, user_id from looked
         union
         select f.id, f.user_id from edge
           join funding_due d on d.market_id = $1 and d.stamp = $2 and d.position_id > $3
            and (edge.last is null or d.position_id <= edge.last)
           join futures_position f on f.id = d.position_id)
       select coalesce(array_agg(id::text order by user_id, id), '{}') as ids,
              coalesce(array_agg(user_id::text order by user_id, id), '{}') as users, (select last::text from edge) as last
         from found
        -- Looked up one by one: no plan can read all that ever was charged.
        where (select c.position_id from funding_charge c where c.position_id = found.id and c.stamp = $2) is null`,
      [marketId, stamp, after, limit],
    );
    const { ids, users, last } = rows[0] as (typeof rows)[0];
    return { positions: ids.map((id, place) => ({ id, userId: users[place] as string })), last };
  }

  /** Charges those of these that were open at the stamp and have no charge for it; skips locked ones. */
  async charge(tx: Transaction, { marketId, stamp }: RateKey, ids: readonly string[], at: Date): Promise<Charged> {
    return callForRow(tx, 'funding_settle', { market: marketId, stamp, ids: [...ids], at });
  }

  /** Every position that was open at the stamp has its charge. */
  async end({ marketId, stamp }: RateKey, at: Date): Promise<void> {
    await this.source.query(
      'update funding_rate set settled_at = require_reached($3) where market_id = $1 and stamp = $2 and settled_at is null',
      [marketId, stamp, at],
    );
  }

  /** What was decided, newest first. */
  stamps(
    state: FundingState | null,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<FundingStampView[]> {
    return this.source.query(
      `select m.symbol, (extract(epoch from r.stamp) * 1000)::float8 as stamp, trim_scale(r.rate)::text as rate, r.samples,
              r.void, (extract(epoch from r.settled_at) * 1000)::float8 as "settledAt"
         from funding_rate r join market m on m.id = r.market_id
        where ${OF_STATE} order by r.stamp desc, m.sort, m.id limit $2 offset $3`,
      [state, limit, offset],
    );
  }

  async countStamps(state: FundingState | null): Promise<{ total: number; voided: number; charging: number }> {
    const rows: { total: number; voided: number; charging: number }[] = await this.source.query(
      `select count(*) filter (where ${OF_STATE})::integer as total, count(r.void)::integer as voided,
              count(*) filter (where r.settled_at is null)::integer as charging
         from funding_rate r`,
      [state],
    );
    return rows[0] as (typeof rows)[0];
  }

  async past(marketId: number, limit: number): Promise<FundingPastView[]> {
    return this.source.query(
      `select (extract(epoch from stamp) * 1000)::float8 as stamp, trim_scale(rate)::text as rate,
              trim_scale(mark)::text as mark, void
         from funding_rate where market_id = $1 order by stamp desc limit $2`,
      [marketId, limit],
    );
  }
}
