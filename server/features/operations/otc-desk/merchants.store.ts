import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MerchantFilter } from '../../../contract/operations/words.js';
import type { MerchantState } from '../../../contract/trading/otc-market.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface DeskMerchantRow {
  id: string;
  nickname: string;
  account: string;
  verifiedName: string | null;
  status: MerchantState;
  reason: string;
  appliedAt: Date;
  decidedAt: Date | null;
  proposed: boolean;
  orders: number;
  released: number;
  appeals: number;
}

export interface MerchantsAsked {
  status: MerchantFilter;
  search: string | null;
}

const WHERE = `($1 = 'all' or m.status = $1) and ($2::text is null or m.user_id::text = $2
  or position(lower($2) in lower(m.nickname)) > 0)`;

const ORDER = 'm.applied_at desc, m.user_id';
const ROWS = `select m.user_id::text as id, m.nickname, coalesce(u.username, u.phone, u.email, u.id::text) as account,
    (select v.name from verification_case v where v.user_id = m.user_id and v.level = 'basic' and v.status = 'verified')
      as "verifiedName",
    m.status, m.reason, m.applied_at as "appliedAt", m.decided_at as "decidedAt",
    exists (select from operator_proposal p where p.kind = 'otc-merchant' and p.subject_id = m.user_id
      and p.status = 'open') as proposed,
    o.orders, o.released, o.appeals
  from otc_merchant m join account_user u on u.id = m.user_id
  cross join lateral (
    select count(*) filter (where status in (3, 5))::integer as orders, count(*) filter (where status = 3)::integer as released,
           count(appealed_at)::integer as appeals from otc_order where merchant_id = m.user_id) o`;

/** Merchants as the desk sees them. */
@Injectable()
export class MerchantsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  list({ status, search }: MerchantsAsked, limit: number, offset: number): Promise<DeskMerchantRow[]> {
    return this.source.query(`${ROWS} where ${WHERE} order by ${ORDER} limit $3 offset $4`, [
      status,
      search,
      limit,
      offset,
    ]);
  }

  /** Numbers of all that the filter selects, as the list orders them; so many at most. */
  async ids({ status, search }: MerchantsAsked, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select m.user_id::text as id from otc_merchant m where ${WHERE} order by ${ORDER} limit $3`,
      [status, search, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** In any order. */
  ofIds(ids: readonly string[]): Promise<DeskMerchantRow[]> {
    return this.source.query(`${ROWS} where m.user_id = any($1::bigint[])`, [ids]);
  }

  async count({ status, search }: MerchantsAsked): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from otc_merchant m where ${WHERE}`,
      [status, search],
    );
    return rows[0]?.count ?? 0;
  }

  /** Locked until the transaction ends; null: there is none. */
  async lock(tx: Transaction, userId: string): Promise<{ status: MerchantState; nickname: string } | null> {
    const rows: { status: MerchantState; nickname: string }[] = await tx.query(
      'select status, nickname from otc_merchant where user_id = $1 for no key update',
      [userId],
    );
    return rows[0] ?? null;
  }

  async decide(
    tx: Transaction,
    userId: string,
    { status, reason, at }: { status: MerchantState; reason: string; at: Date },
  ): Promise<void> {
    await tx.query(
      'update otc_merchant set status = $2, reason = $3, decided_at = $4, version = version + 1 where user_id = $1',
      [userId, status, reason, at],
    );
  }

  /** Adverts that can be taken no more; orders that there are go on. */
  async hideAdverts(tx: Transaction, userId: string, at: Date): Promise<void> {
    await tx.query(
      `update otc_advert set status = 'offline', updated_at = $2, version = version + 1 where id in (
         select id from otc_advert where merchant_id = $1 and status = 'online' order by id for no key update)`,
      [userId, at],
    );
  }
}
