import type { OfferTerms } from '../../features/trading/subscription/offer-terms.js';
import { USDT } from './ledger.js';

export const DAY_MS = 86_400_000;

let made = 0;

/** A connection of TypeORM, or a pool. */
interface Queries {
  query(text: string, values: unknown[]): Promise<unknown>;
}

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

/** Two who agree on something are not needed: the row as their act leaves it. */
export async function anOffer(source: Queries, terms: OfferTerms): Promise<number> {
  const answer = await source.query(
    `with offer as (
       insert into subscription_offer (coin_code, coin_name, coin_scale, payment_currency_id, price, total, minimum, maximum,
         lock_days, yield_ratio, yield_source, starts_at, ends_at, launches_at, issuer, texts, recommended, sort, published_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $12) returning id, total)
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
    ],
  );
  return (rowsOf<{ id: number }>(answer)[0] as { id: number }).id;
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
