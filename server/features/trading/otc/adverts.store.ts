import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { OtcFiat, OtcWay } from '../../../contract/rules/otc-market.rules.js';
import type { AdvertState, MerchantState, OtcSide } from '../../../contract/trading/otc-market.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

export interface CoinRow {
  currencyId: number;
  leastQuantity: DecimalText;
  scale: number;
  sells: number;
  buys: number;
}

export interface AdvertTerms {
  price: DecimalText | null;
  ratio: DecimalText | null;
  total: DecimalText;
  least: DecimalText;
  most: DecimalText;
  ways: OtcWay[];
  payments: string[];
  windowMinutes: number;
  terms: string;
}

export interface NewAdvert extends AdvertTerms {
  merchantId: string;
  side: OtcSide;
  currencyId: number;
  fiat: OtcFiat;
  at: Date;
}

export interface AdvertRow extends AdvertTerms {
  id: string;
  merchantId: string;
  side: OtcSide;
  currencyId: number;
  fiat: OtcFiat;
  surplus: DecimalText;
  /** What is left and, of a seller, covered by the spot account. */
  offered: DecimalText;
  /** Decimals of the coin. */
  scale: number;
  leastQuantity: DecimalText;
  secondPersonAbove: DecimalText | null;
  status: AdvertState;
  /** Whether it can be taken: the coin, the merchant and the advert are all there, and who would buy may. */
  open: boolean;
  merchantName: string;
  merchantSince: Date;
  createdAt: Date;
  version: number;
}

export interface AdvertsQuery {
  currencyId: number | null;
  side: OtcSide;
  fiat: OtcFiat | null;
  way: OtcWay | null;
  amount: DecimalText | null;
  name: string | null;
}

export interface MerchantRow {
  userId: string;
  nickname: string;
  status: Exclude<MerchantState, 'none'>;
  reason: string;
  appliedAt: Date;
  decidedAt: Date | null;
}

/** What ended orders of the last 30 days show of a merchant. */
export interface MerchantRecord {
  userId: string;
  orders: number;
  /** Those that this merchant could bring to a good end, and those that it did. */
  counted: number;
  completed: number;
  releaseSeconds: number | null;
}

const TEXT = (expression: string, name: string) => `trim_scale(${expression})::text as "${name}"`;
const OFFERED = `case when a.side = 'buy' then a.surplus else least(a.surplus, coalesce((select l.balance from ledger_account l
    where l.owner_key = a.merchant_id and l.kind = 'spot' and l.currency_id = a.currency_id and not l.demo and l.shard = 0), 0)) end`;
/** By the instant, which is $1 of every statement. Who is on a break, or has reached a limit of its own, buys of nobody. */
const OPEN = `a.status = 'online' and k.enabled and m.status = 'admitted' and u.disabled_at is null
  and country_rule_allows(a.merchant_id, 'otc', null)
  and (a.side = 'sell' or own_may_buy_coins(a.merchant_id, a.currency_id, (select database_now($1::timestamptz))))`;
/** What the orders of an advert have that did not come to nothing. */
const ORDERED = `(select coalesce(sum(o.quantity), 0) from otc_order o where o.advert_id = a.id and o.status <> 5)`;
const COLUMNS = `a.id::text, a.merchant_id::text as "merchantId", a.side, a.currency_id as "currencyId", a.fiat,
  ${TEXT('a.price', 'price')}, ${TEXT('a.ratio', 'ratio')}, ${TEXT('a.total', 'total')}, ${TEXT('a.surplus', 'surplus')},
  ${TEXT(OFFERED, 'offered')}, ${TEXT('a.least', 'least')}, ${TEXT('a.most', 'most')}, a.ways, a.payments::text[] as payments,
  a.window_minutes as "windowMinutes", a.terms, a.status, a.created_at as "createdAt", a.version, c.scale,
  ${TEXT('k.least_quantity', 'leastQuantity')}, ${TEXT('k.second_person_above', 'secondPersonAbove')}, m.nickname as "merchantName", coalesce(m.decided_at, m.applied_at) as "merchantSince",
  ${OPEN} as open`;
const FROM = `from otc_advert a join otc_merchant m on m.user_id = a.merchant_id join otc_coin k on k.currency_id = a.currency_id
  join currency c on c.id = a.currency_id join account_user u on u.id = a.merchant_id`;
const SHOWN = `${OPEN} and a.side = $2 and ($3::integer is null or a.currency_id = $3)
  and ($4::text is null or a.fiat = $4) and ($5::text is null or $5 = any(a.ways))
  and ($6::numeric is null or $6 between a.least and a.most) and ($7::text is null or position(lower($7) in lower(m.nickname)) > 0)
  and ${OFFERED} >= k.least_quantity and (a.price is null or ${OFFERED} * a.price >= a.least)`;
const RECORD_DAYS = 30;
/** A name is one merchant's. */
const TAKEN = '23505';

/** The SQL of coins, merchants and their adverts. */
@Injectable()
export class AdvertsStore {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  coins(tx: Transaction = this.source.manager): Promise<CoinRow[]> {
    return tx.query(
      `select k.currency_id as "currencyId", ${TEXT('k.least_quantity', 'leastQuantity')}, c.scale,
              count(a.id) filter (where a.side = 'sell')::integer as sells,
              count(a.id) filter (where a.side = 'buy')::integer as buys
         from otc_coin k join currency c on c.id = k.currency_id
         left join (otc_advert a join otc_merchant m on m.user_id = a.merchant_id and m.status = 'admitted')
           on a.currency_id = k.currency_id and a.status = 'online'
        where k.enabled group by k.currency_id, c.scale order by k.sort, k.currency_id`,
    );
  }

  /**
   * Adverts that can be taken. The best price first: a fixed one by itself, floating ones behind by their part of the index,
   * and of two merchants who ask the same the one who asked first.
   */
  shown(query: AdvertsQuery, limit: number, offset: number): Promise<AdvertRow[]> {
    const way = query.side === 'sell' ? 'asc' : 'desc';
    return this.source.query(
      `select ${COLUMNS} ${FROM} where ${SHOWN}
        order by a.price ${way} nulls last, a.ratio ${way} nulls last, a.id limit $8 offset $9`,
      [this.now(), ...given(query), limit, offset],
    );
  }

  async countShown(query: AdvertsQuery): Promise<number> {
    const counted = `select count(*)::integer as count from (select 1 ${FROM} where ${SHOWN} limit 10000) counted`;
    const rows: { count: number }[] = await this.source.query(counted, [this.now(), ...given(query)]);
    return rows[0]?.count ?? 0;
  }

  async find(id: string, tx: Transaction = this.source.manager): Promise<AdvertRow | null> {
    const rows: AdvertRow[] = await tx.query(`select ${COLUMNS} ${FROM} where a.id = $2`, [this.now(), id]);
    return rows[0] ?? null;
  }

  own(
    merchantId: string,
    { state, code }: { state: AdvertState | null; code: string | null },
    limit: number,
    offset: number,
  ): Promise<(AdvertRow & { count: number })[]> {
    return this.source.query(
      `select ${COLUMNS}, count(*) over ()::integer as count ${FROM}
        where a.merchant_id = $2 and ($3::text is null or a.status = $3)
          and ($4::text is null or upper($4) in (c.code, a.fiat))
        order by a.id desc limit $5 offset $6`,
      [this.now(), merchantId, state, code, limit, offset],
    );
  }

  /** Adverts that are not closed. Exact while the merchant is locked. */
  async countOpen(tx: Transaction, merchantId: string): Promise<number> {
    const rows: { count: number }[] = await tx.query(
      `select count(*)::integer as count from otc_advert where merchant_id = $1 and status <> 'closed'`,
      [merchantId],
    );
    return rows[0]?.count ?? 0;
  }

  async insert(tx: Transaction, a: NewAdvert): Promise<string> {
    const rows: { id: string }[] = await tx.query(
      `insert into otc_advert (merchant_id, side, currency_id, fiat, price, ratio, total, surplus, least, most, ways, payments,
         window_minutes, terms, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, 'online', $14, $14) returning id::text`,
      [a.merchantId, a.side, a.currencyId, a.fiat, ...termsOf(a), a.at],
    );
    return (rows[0] as { id: string }).id;
  }

  /** An own advert that is not closed, locked; null: there is none. */
  async lockOwn(tx: Transaction, id: string, merchantId: string): Promise<AdvertRow | null> {
    const rows: unknown[] = await tx.query(
      `select from otc_advert where id = $1 and merchant_id = $2 and status <> 'closed' for no key update`,
      [id, merchantId],
    );
    return rows.length === 0 ? null : this.find(id, tx);
  }

  /** What its orders have that stand or were done; it may be more than the total where one was opened again. Exact while it is locked. */
  async ordered(tx: Transaction, id: string): Promise<DecimalText> {
    const rows: { ordered: DecimalText }[] = await tx.query(
      `select ${TEXT(ORDERED, 'ordered')} from otc_advert a where a.id = $1`,
      [id],
    );
    return (rows[0] as { ordered: DecimalText }).ordered;
  }

  /** New terms; what is left of the total is the new total less what was ordered, which is no more. The caller has locked it. */
  async change(tx: Transaction, id: string, a: AdvertTerms, at: Date): Promise<void> {
    await tx.query(
      `update otc_advert a set price = $2, ratio = $3, surplus = $4 - ${ORDERED}, total = $4, least = $5,
         most = $6, ways = $7, payments = $8, window_minutes = $9, terms = $10, updated_at = $11, version = version + 1
        where a.id = $1`,
      [id, ...termsOf(a), at],
    );
  }

  async setState(tx: Transaction, id: string, state: AdvertState, at: Date): Promise<void> {
    await tx.query('update otc_advert set status = $2, updated_at = $3, version = version + 1 where id = $1', [
      id,
      state,
      at,
    ]);
  }

  /** Takes so much of what is left, where the advert still says what was read; false where it does not, or has less. */
  async take(tx: Transaction, { id, version }: AdvertRow, quantity: DecimalText): Promise<boolean> {
    const [, count]: [unknown, number] = await tx.query(
      `update otc_advert set surplus = surplus - $3 where id = $1 and version = $2 and status = 'online' and surplus >= $3`,
      [id, version, quantity],
    );
    return count === 1;
  }

  /**
   * An order came to nothing, or one that had is open again: left is what no order has that stands or was done. What one had given
   * back may be another's meanwhile, so it is counted, not added. The advert's row is held before its orders are looked at.
   */
  async recount(tx: Transaction, id: string): Promise<void> {
    await tx.query('select from otc_advert where id = $1 for no key update', [id]);
    await tx.query(`update otc_advert a set surplus = greatest(a.total - ${ORDERED}, 0) where a.id = $1`, [id]);
  }

  async merchant(userId: string, tx: Transaction = this.source.manager): Promise<MerchantRow | null> {
    const rows: MerchantRow[] = await tx.query(
      `select user_id::text as "userId", nickname, status, reason, applied_at as "appliedAt", decided_at as "decidedAt"
         from otc_merchant where user_id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /**
   * Applies, or applies again after a refusal. The caller has locked the user. No look beforehand sees who asks for the same name at
   * the same time: the key alone decides.
   * @throws Refusal `otc.nickname-taken` where the name is somebody else's.
   */
  async apply(tx: Transaction, a: { userId: string; nickname: string; key: string; at: Date }): Promise<void> {
    try {
      await tx.query(
        `insert into otc_merchant as m (user_id, nickname, nickname_key, status, applied_at) values ($1, $2, $3, 'applied', $4)
         on conflict (user_id) do update set nickname = $2, nickname_key = $3, status = 'applied', reason = '', applied_at = $4,
           decided_at = null, version = m.version + 1 where m.status = 'refused'`,
        [a.userId, a.nickname, a.key, a.at],
      );
    } catch (error) {
      throw sqlStateOf(error) === TAKEN ? new Refusal('otc.nickname-taken') : error;
    }
  }

  /**
   * What their orders of the last 30 days show. That a taker did not pay says nothing about the merchant, and what the desk had to
   * give a buyer was no good end of the seller's.
   */
  records(userIds: readonly string[], at: Date): Promise<MerchantRecord[]> {
    return this.source.query(
      `select o.merchant_id::text as "userId", count(*)::integer as orders,
              count(*) filter (where o.status = 3 or o.buyer_id = o.merchant_id)::integer as counted,
              count(*) filter (where o.status = 3 and (o.ended_by = 'release' or o.buyer_id = o.merchant_id))::integer as completed,
              percentile_cont(0.5) within group (order by extract(epoch from o.released_at - o.paid_at))
                filter (where o.status = 3 and o.seller_id = o.merchant_id)::integer as "releaseSeconds"
         from otc_order o
        where o.merchant_id = any($1) and o.ended_at > $2::timestamptz - interval '${RECORD_DAYS} days' group by o.merchant_id`,
      [userIds, at],
    );
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

function termsOf({ price, ratio, total, least, most, ways, payments, windowMinutes, terms }: AdvertTerms): unknown[] {
  return [price, ratio, total, least, most, ways, payments, windowMinutes, terms];
}

function given({ side, currencyId, fiat, way, amount, name }: AdvertsQuery): unknown[] {
  return [side, currencyId, fiat, way, amount, name];
}
