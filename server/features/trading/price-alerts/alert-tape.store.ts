import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A second of a market's tape. */
export interface TapedPrice {
  marketId: number;
  /** Unix milliseconds. */
  at: number;
  index: DecimalText;
  mark: DecimalText | null;
  origin: PriceOrigin;
}

/** Up to which second a market's tape was judged. */
export interface JudgedPlace {
  marketId: number;
  at: number;
}

/** A part of a market's tape: after an instant, up to another one. */
export interface Stretch {
  marketId: number;
  after: number;
  until: number;
}

/** A price that is asked for: of the market at the instant, or shortly before. */
export interface PriceAsked {
  marketId: number;
  at: number;
  origin: PriceOrigin;
}

/** How far before the instant a price of the past may be: the tape has gaps. */
const GAP_SECONDS = 60;

const PRICE = `s.market_id as "marketId", (extract(epoch from s.second) * 1000)::float8 as at, s.index::text as index,
  s.mark::text as mark, s.origin`;
const SOUND = `s.index_state = 'ok' and s.index is not null`;

/** Reads the tape for alerts, and keeps up to where it was read. */
@Injectable()
export class AlertTapeStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Up to where each market's tape was judged; one that is new begins where its tape ends now. */
  async places(tx: Transaction): Promise<JudgedPlace[]> {
    await tx.query(
      `insert into price_alert_place (market_id, second)
       select h.market_id, h.second from tape_head h
        where h.sequence > 0 and not exists (select from price_alert_place p where p.market_id = h.market_id)
        order by h.market_id`,
    );
    return tx.query(
      `select market_id as "marketId", (extract(epoch from second) * 1000)::float8 as at from price_alert_place order by 1`,
    );
  }

  async movePlaces(tx: Transaction, places: readonly JudgedPlace[]): Promise<void> {
    await tx.query(
      `update price_alert_place p set second = to_timestamp(given.at / 1000)
         from unnest($1::integer[], $2::float8[]) as given (market_id, at)
        where p.market_id = given.market_id and p.second < to_timestamp(given.at / 1000)`,
      [places.map(({ marketId }) => marketId), places.map(({ at }) => at)],
    );
  }

  /**
   * Sound seconds of these stretches of the tape in which their markets were not halted, the oldest first, at most so many.
   * @param oldest what is older is not worth telling.
   */
  stretches(
    tx: Transaction,
    stretches: readonly Stretch[],
    { oldest, limit }: { oldest: number; limit: number },
  ): Promise<TapedPrice[]> {
    return tx.query(
      `with stretch as materialized (
         select given.market_id, to_timestamp(after / 1000) as after, to_timestamp(until / 1000) as until,
                market_halted_spans(given.market_id, to_timestamp(after / 1000),
                  to_timestamp(until / 1000) + interval '1 second') as halted
           from unnest($1::integer[], $2::float8[], $3::float8[]) as given (market_id, after, until))
       select ${PRICE} from stretch
         join price_sample s on s.market_id = stretch.market_id and s.second > stretch.after and s.second <= stretch.until
        where s.second >= to_timestamp($4::float8 / 1000) and ${SOUND} and not stretch.halted @> s.second
        order by s.second, s.market_id limit $5`,
      [
        stretches.map(({ marketId }) => marketId),
        stretches.map(({ after }) => after),
        stretches.map(({ until }) => until),
        oldest,
        limit,
      ],
    );
  }

  /** The newest second of each market's tape, sound or not. */
  heads(tx: Transaction): Promise<JudgedPlace[]> {
    return tx.query(
      `select market_id as "marketId", (extract(epoch from second) * 1000)::float8 as at from tape_head where sequence > 0`,
    );
  }

  /**
   * The index at each of these instants or up to a minute before, of the same origin; null where the tape has none. Of an instant in
   * a halt: that of before it began.
   */
  async indexAt(asked: readonly PriceAsked[], tx: Transaction = this.source.manager): Promise<(DecimalText | null)[]> {
    if (asked.length === 0) return [];
    const rows: { index: string | null }[] = await tx.query(
      `select past.index::text as index
         from unnest($1::integer[], $2::float8[], $3::text[]) with ordinality as asked (market_id, at, origin, place)
        cross join lateral (
           select market_halted_spans(asked.market_id, '-infinity', to_timestamp(asked.at / 1000) + interval '1 second')
                    as halted) halts
        cross join lateral (
           select coalesce((select lower(h.span) from unnest(halts.halted) h (span)
                             where h.span @> to_timestamp(asked.at / 1000)), to_timestamp(asked.at / 1000)) as until) known
         left join lateral (
           select s.index from price_sample s
            where s.market_id = asked.market_id and s.second <= known.until
              and s.second >= known.until - interval '${GAP_SECONDS} seconds' and s.origin = asked.origin and ${SOUND}
              and not halts.halted @> s.second
            order by s.second desc limit 1) past on true
        order by asked.place`,
      [asked.map(({ marketId }) => marketId), asked.map(({ at }) => at), asked.map(({ origin }) => origin)],
    );
    return rows.map(({ index }) => index);
  }

  /** The last sound second of a market of these origins, not older than the instant. */
  async lastSound(marketId: number, origins: readonly PriceOrigin[], oldest: number): Promise<TapedPrice | null> {
    const rows: TapedPrice[] = await this.source.query(
      `select ${PRICE} from price_sample s
        where s.market_id = $1 and s.second >= to_timestamp($3::float8 / 1000) and s.origin = any ($2) and ${SOUND}
        order by s.second desc limit 1`,
      [marketId, origins, oldest],
    );
    return rows[0] ?? null;
  }
}
