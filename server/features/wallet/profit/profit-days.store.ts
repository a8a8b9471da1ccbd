import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { capitalReasons, headSql } from '../ledger/index.js';
import { crossingsSql, paidSql } from './crossings.js';

/** What an account gained or lost of a currency: on a day, or on all days before the first one (null). */
export interface DayAmount {
  account: WalletAccount;
  currencyId: number;
  day: string | null;
  amount: DecimalText;
}

/** What crossed an account's border on a day, in USDT, each at the price of its minute, or of when it was paid, and cut to eight decimals. */
export interface DayFlow {
  account: WalletAccount;
  day: string;
  kind: 'outside' | 'between' | 'referral';
  received: DecimalText;
  given: DecimalText;
  /** Currencies that had no price in their minute. */
  unpriced: number[];
}

export interface DayRows {
  amounts: DayAmount[];
  flows: DayFlow[];
  /** The day that it is, by the database's clock. */
  today: string;
  /** Whether there are more journals that are not added up yet than are read at once. */
  isBehind: boolean;
}

export interface DayQuery {
  userId: string;
  demo: boolean;
  from: string;
  to: string;
  /** Most lines of an account that are read beside what is added up. */
  limit: number;
}

/** The oldest of the lines that were read: all of them added up already means that none before them is missing. */
const EDGE_LINES = 64;

/** Of what is written: the days of each account, and what crossed its border. */
const foldSql = () => `
  with posted as materialized (
    select a.owner_id as user_id, p.demo, replace(a.kind, '_frozen', '') as account, p.currency_id, p.journal_id, j.at, j.reason,
           j.reference, j.reason = any ($3::text[]) as is_outside, sum(p.amount) as amount
      from ledger_posting p
      join ledger_account a on a.id = p.account_id
      join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
     where p.journal_id > $1 and p.journal_id <= $2 and a.owner_id is not null
     group by a.owner_id, p.demo, replace(a.kind, '_frozen', ''), p.currency_id, p.journal_id, j.at, j.reason, j.reference),
  ${crossingsSql()},
  days as (
    insert into profit_day as d (user_id, demo, account, currency_id, day, amount)
    select user_id, demo, account, currency_id, (at at time zone 'UTC')::date, sum(amount) from posted
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (user_id, demo, account, currency_id, day) do update set amount = d.amount + excluded.amount
    returning 1),
  flows as (
    insert into profit_flow (user_id, demo, at, journal_id, account, currency_id, kind, amount, price)
    select user_id, demo, at, journal_id, account, currency_id, kind, amount,
           case when is_paid then paid_price else recorded_price(currency_id, at) end from crossed
    returning 1)
  select (select count(*) from days)::integer as days, (select count(*) from flows)::integer as flows`;

/** Of what is read: what is added up, and the newest lines that are not yet, all of one moment. */
const readSql = () => `
  with place as (select journal_id from profit_place),
  recent as materialized (
    select a.owner_key as user_id, a.demo, replace(a.kind, '_frozen', '') as account, a.currency_id, p.journal_id, p.amount,
           row_number() over (partition by a.id order by p.sequence) as age, count(*) over (partition by a.id) as lines
      from ledger_account a
     cross join lateral (select journal_id, sequence, amount from ledger_posting
                          where account_id = a.id order by sequence desc limit $5::integer) p
     where a.owner_key = $1 and a.demo = $2),
  posted as materialized (
    select r.user_id, r.demo, r.account, r.currency_id, r.journal_id, j.at, j.reason, j.reference,
           j.reason = any ($6::text[]) as is_outside, sum(r.amount) as amount
      from recent r cross join lateral (
        select reason, reference, at from ledger_journal where id = r.journal_id and demo = r.demo offset 0) j
     where r.journal_id > (select journal_id from place)
     group by r.user_id, r.demo, r.account, r.currency_id, r.journal_id, j.at, j.reason, j.reference),
  ${crossingsSql()},
  amounts as (
    select account, currency_id, case when day >= $3::date then day end as day, sum(amount) as amount
      from (select account, currency_id, day, amount from profit_day where user_id = $1 and demo = $2 and day <= $4::date
            union all
            select account, currency_id, (at at time zone 'UTC')::date, amount from posted
             where (at at time zone 'UTC')::date <= $4::date) known
     group by 1, 2, 3 having sum(amount) <> 0),
  entered as (
    select account, (at at time zone 'UTC')::date as day, kind, currency_id, amount,
           case when price is not null then price when is_paid then paid_price
                else recorded_price(currency_id, at) end as price
      from (select f.account, f.at, f.kind, f.currency_id, f.amount, f.price, again.price as paid_price,
                   again.currency_id is not null as is_paid
              from profit_flow f
              left join lateral (
                select paid.currency_id, paid.price from ledger_journal c cross join lateral (select ${headSql('c.reference')} as head) j
                 cross join lateral (${paidSql()}) paid
                 where f.price is null and f.kind = 'outside' and c.id = f.journal_id and c.demo = f.demo) again on true
             where f.user_id = $1 and f.demo = $2 and f.at >= $3::date::timestamp at time zone 'UTC'
               and f.at < ($4::date + 1)::timestamp at time zone 'UTC'
            union all
            select account, at, kind, currency_id, amount, null, paid_price, is_paid from crossed
             where at >= $3::date::timestamp at time zone 'UTC' and at < ($4::date + 1)::timestamp at time zone 'UTC') known),
  flows as (
    select account, day, kind,
           coalesce(sum(trunc(amount * price, 8)) filter (where amount > 0), 0) as received,
           coalesce(-sum(trunc(amount * price, 8)) filter (where amount < 0), 0) as given,
           coalesce(array_agg(distinct currency_id) filter (where price is null), '{}') as unpriced
      from entered group by account, day, kind)
  select (now() at time zone 'UTC')::date::text as today,
         exists (select from recent where lines = $5::integer and age <= ${EDGE_LINES}
                    and journal_id > (select journal_id from place)) as "isBehind",
         (select coalesce(jsonb_agg(jsonb_build_object('account', account, 'currencyId', currency_id, 'day', day::text,
                 'amount', trim_scale(amount)::text) order by day nulls first, account, currency_id), '[]') from amounts) as amounts,
         (select coalesce(jsonb_agg(jsonb_build_object('account', account, 'day', day::text, 'kind', kind,
                 'received', trim_scale(received)::text, 'given', trim_scale(given)::text, 'unpriced', unpriced)
                 order by day, account, kind), '[]') from flows) as flows`;

/** What each day brought to each account: kept as journals are sealed, and read together with the newest ones. */
@Injectable()
export class ProfitDaysStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Up to which journal it is made, held until the transaction ends; null while somebody else goes on. */
  async lockPlace(tx: Transaction): Promise<string | null> {
    const rows: { journal: string }[] = await tx.query(
      'select journal_id::text as journal from profit_place for update skip locked',
    );
    return rows[0]?.journal ?? null;
  }

  /** The newest journal that nothing can come before any more, of those that were sealed so long ago. */
  async sealedTo(lagSeconds: number): Promise<string> {
    const rows: { journal: string }[] = await this.source.query(
      `select last_journal::text as journal from ledger_seal
        where sealed_at <= now() - make_interval(secs => $1) order by id desc limit 1`,
      [lagSeconds],
    );
    return rows[0]?.journal ?? '0';
  }

  /** Adds the journals after the first number, up to the last one. */
  async fold(tx: Transaction, after: string, last: string): Promise<void> {
    await tx.query(foldSql(), [after, last, capitalReasons()]);
    await tx.query('update profit_place set journal_id = $1', [last]);
  }

  /** Forgets all of it, so that it is made again from the first journal on. */
  async forget(tx: Transaction): Promise<void> {
    await tx.query('delete from profit_day');
    await tx.query('delete from profit_flow');
    await tx.query('delete from profit_price');
    await tx.query('update profit_place set journal_id = 0');
  }

  async read({ userId, demo, from, to, limit }: DayQuery): Promise<DayRows> {
    const rows: DayRows[] = await this.source.query(readSql(), [userId, demo, from, to, limit, capitalReasons()]);
    return rows[0] as DayRows;
  }
}
