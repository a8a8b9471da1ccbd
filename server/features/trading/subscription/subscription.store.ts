import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { ReturnSource, SubscriptionState } from '../../../contract/rules/subscription.rules.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';

export interface SubscriptionOrder {
  id: string;
  userId: string;
  offerId: number;
  coinCode: string;
  coinName: string;
  coinScale: number;
  paymentCurrencyId: number;
  paymentCode: string;
  price: DecimalText;
  lockDays: number;
  yieldRatio: DecimalText;
  yieldSource: ReturnSource | null;
  coins: DecimalText;
  cost: DecimalText;
  expectedReturn: DecimalText;
  createdAt: Date;
  state: SubscriptionState;
  passedAt: Date | null;
  lockedAt: Date | null;
  releaseAt: Date | null;
  endedAt: Date | null;
  /** The estimated launch, or the launch. */
  onlineAt: Date;
  version: number;
}

export interface SubscriptionOrdersQuery {
  userId: string;
  states: readonly SubscriptionState[];
  keyword: string;
  page: number;
  limit: number;
}

/** What a user has of one coin. */
export interface CoinTotal {
  coinCode: string;
  /** Bought and not returned, before the release. */
  coins: DecimalText;
  /** Returns that were paid. */
  paid: DecimalText;
}

/** What becomes free of one offer. */
export interface Release {
  offerId: number;
  coinCode: string;
  coins: DecimalText;
  expectedReturn: DecimalText;
  orders: number;
  releaseAt: Date;
  estimated: boolean;
  released: boolean;
}

/** What a step of the sweep did. */
export interface Swept {
  orders: number;
  userIds: string[];
}

export const SWEEP_STEPS = [
  'subscription_pass',
  'subscription_return',
  'subscription_deliver',
  'subscription_release',
] as const;
export type SweepStep = (typeof SWEEP_STEPS)[number];

const VERIFIED = `exists (select from verification_case v
  where v.user_id = o.user_id and v.level = 'basic' and v.status = 'verified')`;
/** Their buyers take a break. From the side of those who do: of all orders that wait they are few. */
const OF_BREAKS = `o.user_id in (select unnest(person_accounts(l.user_id)) from own_limit_account l
  where l.break_until > database_now($1) or l.excluded_until > database_now($1))`;
/** Of which orders each step is due; the step itself looks again under its locks. $1 is now. */
const DUE: Record<SweepStep, { where: string; order: string }> = {
  subscription_pass: {
    where: `o.status = 'review' and f.status <> 'cancelled' and ${VERIFIED} and not ${OF_BREAKS}`,
    order: 'o.id',
  },
  subscription_return: {
    where: `o.status in ('review', 'passed')
      and (f.status = 'cancelled' or (f.status = 'launched' and o.status = 'review' and not ${VERIFIED}) or ${OF_BREAKS})`,
    order: 'o.id',
  },
  subscription_deliver: { where: `o.status = 'passed' and f.status = 'launched' and not ${OF_BREAKS}`, order: 'o.id' },
  subscription_release: { where: `o.status = 'locked' and o.release_at <= $1`, order: 'o.release_at, o.id' },
};

const TEXT = (column: string) => `trim_scale(${column})::text`;

export const SUBSCRIPTION_ORDER = `
  select o.id::text, o.user_id::text as "userId", o.offer_id as "offerId", f.coin_code as "coinCode", f.coin_name as "coinName",
         o.coin_scale as "coinScale", o.payment_currency_id as "paymentCurrencyId", c.code as "paymentCode",
         ${TEXT('o.price')} as price, o.lock_days as "lockDays", ${TEXT('o.yield_ratio')} as "yieldRatio",
         o.yield_source as "yieldSource", ${TEXT('o.coins')} as coins, ${TEXT('o.cost')} as cost,
         ${TEXT('o.expected_return')} as "expectedReturn", o.created_at as "createdAt", o.status as state,
         o.passed_at as "passedAt", o.locked_at as "lockedAt", o.release_at as "releaseAt", o.ended_at as "endedAt",
         coalesce(f.launched_at, f.launches_at) as "onlineAt", o.version
    from subscription_order o
    join subscription_offer f on f.id = o.offer_id
    join currency c on c.id = o.payment_currency_id`;

/** The SQL of orders for new coins; commands and the steps of the sweep are one call of a stored function each. */
@Injectable()
export class SubscriptionStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async buy(tx: Transaction, claim: Claim, given: { offer: number; amount: DecimalText }): Promise<void> {
    await callFunction(tx, 'subscription_buy', { ...claim.given, ...given });
  }

  /** Numbers of orders that a step is due of, at most so many and none of those. */
  async due(
    step: SweepStep,
    { at, limit, except }: { at: Date; limit: number; except: readonly string[] },
  ): Promise<string[]> {
    const { where, order } = DUE[step];
    const rows: { id: string }[] = await this.source.query(
      `select o.id::text as id from subscription_order o join subscription_offer f on f.id = o.offer_id
        where ${where} and $1::timestamptz is not null and o.id <> all ($3::bigint[]) order by ${order} limit $2`,
      [at, limit, except],
    );
    return rows.map(({ id }) => id);
  }

  /** Takes at most so many orders a step further. @param only of these; null: of all. */
  async step(
    tx: Transaction,
    step: SweepStep,
    { limit, at, only = null }: { limit: number; at: Date; only?: readonly string[] | null },
  ): Promise<Swept> {
    const { orders, users } = await callForRow(tx, step, { limit, at, only: only && [...only] });
    return { orders, userIds: users };
  }

  async order(userId: string, id: string): Promise<SubscriptionOrder | null> {
    const rows: SubscriptionOrder[] = await this.source.query(
      `${SUBSCRIPTION_ORDER} where o.id = $2 and o.user_id = $1`,
      [userId, id],
    );
    return rows[0] ?? null;
  }

  /** By coin, those with most orders first. */
  totals(userId: string): Promise<CoinTotal[]> {
    return this.source.query(
      `select f.coin_code as "coinCode",
              ${TEXT(`coalesce(sum(o.coins) filter (where o.status in ('review', 'passed', 'locked')), 0)`)} as coins,
              ${TEXT(`coalesce(sum(o.expected_return) filter (where o.status = 'released'), 0)`)} as paid
         from subscription_order o join subscription_offer f on f.id = o.offer_id
        where o.user_id = $1 group by f.coin_code order by count(*) desc, f.coin_code limit 100`,
      [userId],
    );
  }

  /** By offer, the next release first; those of the last 90 days and all that come. */
  releases(userId: string, from: Date): Promise<Release[]> {
    return this.source.query(
      `select o.offer_id as "offerId", f.coin_code as "coinCode", ${TEXT('sum(o.coins)')} as coins,
              ${TEXT('sum(o.expected_return)')} as "expectedReturn", count(*)::integer as orders,
              coalesce(o.release_at, f.launches_at + o.lock_days * interval '1 day') as "releaseAt",
              o.release_at is null as estimated, bool_and(o.status = 'released') as released
         from subscription_order o join subscription_offer f on f.id = o.offer_id
        where o.user_id = $1 and o.status <> 'returned' and (o.ended_at is null or o.ended_at >= $2)
        group by 1, 2, 6, 7 order by 6, 1 limit 100`,
      [userId, from],
    );
  }

  /** Coins of an offer that a user has bought. */
  async shareOf(userId: string, offerId: number): Promise<DecimalText> {
    const rows: { coins: DecimalText }[] = await this.source.query(
      `select ${TEXT('coins')} as coins from subscription_share where offer_id = $1 and user_id = $2`,
      [offerId, userId],
    );
    return rows[0]?.coins ?? '0';
  }

  /** The orders of a user that have not ended, as their events tell of them. */
  async openEvents(tx: Transaction, userId: string): Promise<{ entity: string; entityVersion: number }[]> {
    const rows: { event: { entity: string; entityVersion: number } }[] = await tx.query(
      `select subscription_event(o) as event from subscription_order o
        where o.user_id = $1 and o.status in ('review', 'passed', 'locked') order by o.id desc limit 500`,
      [userId],
    );
    return rows.map(({ event }) => event);
  }

  /** Seconds by which the oldest release is late; 0 when none is. */
  async lagSeconds(at: Date): Promise<number> {
    const rows: { lag: number }[] = await this.source.query(
      `select coalesce(extract(epoch from $1::timestamptz - min(release_at)), 0)::integer as lag
         from subscription_order where status = 'locked' and release_at < $1`,
      [at],
    );
    return rows[0]?.lag ?? 0;
  }
}
