import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Language } from '../../../contract/errors.js';
import type { DecimalText } from '../../../contract/money.js';
import type { OfferStatus, ReturnSource } from '../../../contract/rules/subscription.rules.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type OfferTerms, offerTexts, type OfferWords } from './offer-terms.js';

export interface SubscriptionOffer {
  id: number;
  coinCode: string;
  coinName: string;
  coinScale: number;
  paymentCurrencyId: number;
  paymentCode: string;
  paymentScale: number;
  /** Of one coin, in the payment coin. */
  price: DecimalText;
  /** In coins. */
  total: DecimalText;
  left: DecimalText;
  minimum: DecimalText;
  maximum: DecimalText;
  lockDays: number;
  yieldRatio: DecimalText;
  yieldSource: ReturnSource | null;
  startsAt: Date;
  endsAt: Date;
  launchesAt: Date;
  issuer: string;
  texts: Partial<Record<Language, OfferWords>>;
  recommended: boolean;
  status: OfferStatus;
  launchedAt: Date | null;
  cancelledAt: Date | null;
  cancelReason: 'operators' | 'not-launched' | null;
  /** Symbol of its market; null before the launch. */
  market: string | null;
  publishedAt: Date;
}

/** How the orders of an offer stand: numbers of them, and coins. */
export interface OfferFigures {
  state: string;
  orders: number;
  coins: DecimalText;
  cost: DecimalText;
}

export interface OffersQuery {
  keyword: string;
  /** Null: those on which nobody looks back, too. */
  status: OfferStatus | null;
  page: number;
  limit: number;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;

const OFFER = `
  select f.id, f.coin_code as "coinCode", f.coin_name as "coinName", f.coin_scale as "coinScale",
         f.payment_currency_id as "paymentCurrencyId", c.code as "paymentCode", c.scale as "paymentScale",
         ${TEXT('f.price')} as price, ${TEXT('f.total')} as total, ${TEXT('q.total - q.sold')} as left,
         ${TEXT('f.minimum')} as minimum, ${TEXT('f.maximum')} as maximum, f.lock_days as "lockDays",
         ${TEXT('f.yield_ratio')} as "yieldRatio", f.yield_source as "yieldSource", f.starts_at as "startsAt",
         f.ends_at as "endsAt", f.launches_at as "launchesAt", f.issuer, f.texts, f.recommended, f.status,
         f.launched_at as "launchedAt", f.cancelled_at as "cancelledAt", f.cancel_reason as "cancelReason",
         m.symbol as market, f.published_at as "publishedAt"
    from subscription_offer f
    join currency c on c.id = f.payment_currency_id
    join subscription_quota q on q.offer_id = f.id
    left join market m on m.id = f.market_id`;
const WHERE = `where ($1 = '' or position(lower($1) in lower(concat(f.coin_code, ' ', f.coin_name))) > 0)
    and ($2::text is null or f.status = $2)`;

/** The SQL of offers. */
@Injectable()
export class OffersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Those that are sold first, then the launched, then the cancelled; the newest first. */
  async list({ keyword, status, page, limit }: OffersQuery): Promise<SubscriptionOffer[]> {
    const rows: SubscriptionOffer[] = await this.source.query(
      `${OFFER} ${WHERE} order by array_position(array['open', 'launched', 'cancelled'], f.status::text), f.sort, f.id desc
        offset $3 limit $4`,
      [keyword, status, (page - 1) * limit, limit],
    );
    return rows.map(readOffer);
  }

  async count({ keyword, status }: Pick<OffersQuery, 'keyword' | 'status'>): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from subscription_offer f ${WHERE}`,
      [keyword, status],
    );
    return rows[0]?.count ?? 0;
  }

  async find(id: number, tx: Transaction = this.source.manager): Promise<SubscriptionOffer | null> {
    const rows: SubscriptionOffer[] = await tx.query(`${OFFER} where f.id = $1`, [id]);
    return rows[0] ? readOffer(rows[0]) : null;
  }

  /** The one that the desk recommends, of those that can still be bought; the newest of several. */
  async recommended(at: Date): Promise<SubscriptionOffer | null> {
    const rows: SubscriptionOffer[] = await this.source.query(
      `${OFFER} where f.recommended and f.status = 'open' and f.ends_at > database_now($1) order by f.sort, f.id desc limit 1`,
      [at],
    );
    return rows[0] ? readOffer(rows[0]) : null;
  }

  figures(id: number): Promise<OfferFigures[]> {
    return this.source.query(
      `select status as state, count(*)::integer as orders, ${TEXT('sum(coins)')} as coins, ${TEXT('sum(cost)')} as cost
         from subscription_order where offer_id = $1 group by status order by status`,
      [id],
    );
  }

  async insert(tx: Transaction, terms: OfferTerms, at: Date): Promise<number> {
    const rows: { id: number }[] = await tx.query(
      `with offer as (
         insert into subscription_offer (coin_code, coin_name, coin_scale, payment_currency_id, price, total, minimum, maximum,
           lock_days, yield_ratio, yield_source, starts_at, ends_at, launches_at, issuer, texts, recommended, sort, published_at)
         select $1, $2, $3, c.id, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
           from currency c join wallet_currency w on w.currency_id = c.id and w.spot where c.id = $4
         returning id, total)
       insert into subscription_quota (offer_id, total) select id, total from offer returning offer_id as id`,
      [
        terms.coinCode,
        terms.coinName,
        terms.coinScale,
        terms.paymentCurrencyId,
        terms.price,
        terms.total,
        terms.minimum,
        terms.maximum,
        terms.lockDays,
        terms.yieldRatio,
        terms.yieldSource,
        terms.startsAt,
        terms.endsAt,
        terms.launchesAt,
        terms.issuer,
        JSON.stringify(terms.texts),
        terms.recommended,
        terms.sort,
        at,
      ],
    );
    return rows[0]?.id ?? 0;
  }

  /** The offer's status, locked until the transaction ends; null when there is none. `isLate`: it is to be given back. */
  async lock(tx: Transaction, id: number, at: Date): Promise<{ status: OfferStatus; isLate: boolean } | null> {
    const rows: { status: OfferStatus; isLate: boolean }[] = await tx.query(
      `select status, launches_at + interval '30 days' < database_now($2) as "isLate"
         from subscription_offer where id = $1 for no key update`,
      [id, at],
    );
    return rows[0] ?? null;
  }

  async launch(
    tx: Transaction,
    { id, currencyId, marketId, at }: { id: number; currencyId: number; marketId: number; at: Date },
  ): Promise<void> {
    await tx.query(
      `update subscription_offer set status = 'launched', launched_at = require_reached($4), coin_currency_id = $2, market_id = $3
        where id = $1`,
      [id, currencyId, marketId, at],
    );
  }

  async cancel(tx: Transaction, id: number, at: Date): Promise<void> {
    await tx.query(
      `update subscription_offer set status = 'cancelled', cancelled_at = require_reached($2), cancel_reason = 'operators'
        where id = $1`,
      [id, at],
    );
  }

  /** Whether an offer may be launched: its sale is over, or everything is sold. */
  async isSoldOrOver(tx: Transaction, id: number, at: Date): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select from subscription_offer f join subscription_quota q on q.offer_id = f.id
        where f.id = $1 and (f.ends_at <= database_now($2) or q.sold = q.total)`,
      [id, at],
    );
    return rows.length > 0;
  }

  /** Cancels what was not launched in time. */
  lapse(tx: Transaction, at: Date): Promise<number> {
    return callFunction(tx, 'subscription_lapse', { at });
  }
}

function readOffer(row: SubscriptionOffer): SubscriptionOffer {
  return { ...row, texts: storedJson(offerTexts, row.texts, 'subscription_offer.texts') };
}
