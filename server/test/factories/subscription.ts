import type { OfferTerms } from '../../features/trading/subscription/offer-terms.js';
import { AGREED, type Queries } from './agreements.js';
import { USDT } from './ledger.js';

export const DAY_MS = 86_400_000;

let made = 0;

function rowsOf<Row>(answer: unknown): Row[] {
  return Array.isArray(answer) ? answer : (answer as { rows: Row[] }).rows;
}

/** Terms of an offer around an instant: 1,000 coins at 0.25 USDT, on sale for a week, locked for 30 days, 3 % by the issuer. */
export function offerTerms(at: number, changes: Partial<OfferTerms> = {}): OfferTerms {
  made += 1;
  return {
    coinCode: `N${process.pid.toString(36).toUpperCase()}X${made}`.slice(0, 12),
    coinName: 'Nova',
    coinScale: 6,
    paymentCurrencyId: USDT,
    price: '0.25',
    total: '1000',
    minimum: '10',
    maximum: '400',
    lockDays: 30,
    yieldRatio: '0.03',
    yieldSource: 'issuer',
    startsAt: new Date(at).toISOString(),
    endsAt: new Date(at + 7 * DAY_MS).toISOString(),
    launchesAt: new Date(at + 8 * DAY_MS).toISOString(),
    issuer: 'Nova Foundation',
    texts: { en: { introduction: 'A new coin.', rules: 'It may become worthless.' } },
    recommended: false,
    sort: 0,
    ...changes,
  };
}

/** An offer as the act of two who agree leaves it. */
export async function anOffer(source: Queries, terms: OfferTerms): Promise<number> {
  const answer = await source.query(
    `with ${AGREED},
     offer as (
       insert into subscription_offer (coin_code, coin_name, coin_scale, payment_currency_id, price, total, minimum, maximum,
         lock_days, yield_ratio, yield_source, starts_at, ends_at, launches_at, issuer, texts, recommended, sort, published_at)
       select o."coinCode", o."coinName", o."coinScale", o."paymentCurrencyId", o.price, o.total, o.minimum, o.maximum,
              o."lockDays", o."yieldRatio", o."yieldSource", o."startsAt", o."endsAt", o."launchesAt", o.issuer, o.texts,
              o.recommended, o.sort, o."startsAt"
         from agreed cross join jsonb_to_record($3::jsonb) as o ("coinCode" text, "coinName" text, "coinScale" smallint,
              "paymentCurrencyId" integer, price numeric, total numeric, minimum numeric, maximum numeric, "lockDays" integer,
              "yieldRatio" numeric, "yieldSource" text, "startsAt" timestamptz, "endsAt" timestamptz, "launchesAt" timestamptz,
              issuer text, texts jsonb, recommended boolean, sort integer)
       returning id, total)
     insert into subscription_quota (offer_id, total) select id, total from offer returning offer_id as id`,
    ['subscription-offer', null, JSON.stringify(terms)],
  );
  return (rowsOf<{ id: number }>(answer)[0] as { id: number }).id;
}

/** The coin of an offer, and its market. */
export async function listCoinOf(source: Queries, offerId: number): Promise<{ currencyId: number; marketId: number }> {
  const answer = await source.query(
    `with offer as (select * from subscription_offer where id = $1),
     coin as (
       insert into currency (id, code, name, scale)
       select nextval('currency_listed'), coin_code, coin_name, coin_scale from offer returning id)
     insert into market (id, symbol, name, category, base_currency_id, quote_currency_id, price_scale, quantity_scale, spot,
       perpetual, option, sort, calendar, price_instrument, pair_instrument, constituents_min, outlier_ratio, band_ratio,
       simulated_price)
     select nextval('market_listed'), concat(o.coin_code, '/', q.code), o.coin_name, 'crypto', coin.id, q.id, 4, 2, false,
            false, false, 1000, 'always', concat('simulated-a:spot:', o.coin_code, q.code),
            concat('simulated-a:spot:', o.coin_code, q.code), 1, 0.03, 0.1, o.price
       from offer o join currency q on q.id = o.payment_currency_id cross join coin
     returning base_currency_id as "currencyId", id as "marketId"`,
    [offerId],
  );
  return rowsOf<{ currencyId: number; marketId: number }>(answer)[0] as { currencyId: number; marketId: number };
}

/** Its launch, so many seconds ago, that two agreed on. */
export async function launchAnOffer(source: Queries, offerId: number, secondsAgo = 0): Promise<void> {
  const { currencyId, marketId } = await listCoinOf(source, offerId);
  await source.query(
    `with ${AGREED}
     update subscription_offer f set status = 'launched', launched_at = now() - $4 * interval '1 second',
            coin_currency_id = $5, market_id = $6
       from agreed where f.id = $2::integer`,
    ['subscription-launch', offerId, '{}', secondsAgo, currencyId, marketId],
  );
}

/** The end that two agreed on. */
export async function cancelAnOffer(source: Queries, offerId: number): Promise<void> {
  await source.query(
    `with ${AGREED}
     update subscription_offer f set status = 'cancelled', cancelled_at = now(), cancel_reason = 'operators'
       from agreed where f.id = $2::integer`,
    ['subscription-cancel', offerId, '{}'],
  );
}

/** The verification of a user as its reviewer leaves it. */
export async function verifyUser(source: Queries, userId: string): Promise<void> {
  await source.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
    [userId, Buffer.from(`id of ${userId}`)],
  );
  await source.query(
    `update verification_case set status = 'verified', version = 2, decided_at = now() where user_id = $1`,
    [userId],
  );
}
