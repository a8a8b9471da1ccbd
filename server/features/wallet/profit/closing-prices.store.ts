import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';

/** A currency's price when a day ended; null where none was recorded. */
export interface ClosingPrice {
  currencyId: number;
  day: string;
  price: DecimalText | null;
}

export interface ClosingPricesWanted {
  /** So many that are over, the newest first. */
  days: number;
  /** Most prices at once. */
  limit: number;
  /** How long a day has been over by then: its last bar is written a moment after it ended, and what is kept stays. */
  lagSeconds: number;
}

/** The last instant of a day. */
const CLOSE = `(day + 1)::timestamp at time zone 'UTC' - interval '1 millisecond'`;

/** Closing prices of days, by the bars of a minute. What is kept of them saves looking, and decides nothing. */
@Injectable()
export class ClosingPricesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Of days that are over, both ends included. */
  of(currencyIds: readonly number[], from: string, to: string): Promise<ClosingPrice[]> {
    return this.source.query(
      `select currency_id as "currencyId", day::text as day, trim_scale(price)::text as price
         from (select wanted.currency_id, day::date as day, coalesce(k.price, recorded_price(wanted.currency_id, ${CLOSE})) as price
                 from unnest($1::integer[]) as wanted (currency_id)
                cross join lateral (select day::date as day from generate_series($2::date, $3::date, '1 day') as day) days
                 left join profit_price k using (currency_id, day)
                where day < (now() at time zone 'UTC')::date) closes`,
      [currencyIds, from, to],
    );
  }

  /**
   * Keeps those of the days that are over and not there yet, so many at once; those of the last days are looked for again where
   * there was none, because bars come later after an outage. Answers how many.
   */
  async saveMissing({ days, limit, lagSeconds }: ClosingPricesWanted): Promise<number> {
    const rows: { saved: number }[] = await this.source.query(
      `with ended as (select ((now() - make_interval(secs => $3)) at time zone 'UTC')::date - 1 as last),
       wanted as (
         select w.currency_id, days.day
           from wallet_currency w cross join ended
          cross join lateral (
            select day::date as day from generate_series(ended.last - $1::integer + 1, ended.last, '1 day') as day) days
           left join profit_price k on k.currency_id = w.currency_id and k.day = days.day
          where k.day is null or (k.price is null and days.day > ended.last - 3)
          order by days.day desc, w.currency_id limit $2),
       saved as (
         insert into profit_price as p (currency_id, day, price)
         select currency_id, day, recorded_price(currency_id, ${CLOSE}) from wanted
         on conflict (currency_id, day) do update set price = excluded.price where p.price is null and excluded.price is not null
         returning 1)
       select count(*)::integer as saved from saved`,
      [days, limit, lagSeconds],
    );
    return rows[0]?.saved ?? 0;
  }
}
