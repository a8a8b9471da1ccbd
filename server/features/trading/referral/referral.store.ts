import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { RebateOutcome } from '../../../contract/trading/referral.dto.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';

/** A user's invitations, counted. */
export interface Invitations {
  extensionCode: string;
  invited: number;
  nickname: string | null;
  listed: boolean;
  ratio: DecimalText;
  isPartner: boolean;
  nextRatio: DecimalText | null;
  nextDay: string | null;
  rebatedDay: string | null;
}

export interface Income {
  currencyId: number;
  amount: DecimalText;
}

export interface InvitedUser {
  account: string;
  createdAt: Date;
  isDisabled: boolean;
  isVerified: boolean;
  isSelf: boolean;
  returns: Income[];
}

export interface Rebate {
  day: string;
  payer: string;
  /** Masked. */
  account: string;
  currencyId: number;
  fee: DecimalText;
  ratio: DecimalText;
  outcome: RebateOutcome;
  amount: DecimalText;
  bookedAt: Date;
}

export interface Ranked {
  userId: string;
  nickname: string;
  total: DecimalText;
}

/** What one unit of each currency is worth. */
export interface Worth {
  currencyIds: number[];
  prices: DecimalText[];
}

interface ListQuery {
  userId: string;
  search: string | null;
  page: number;
  limit: number;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;
/** A part of the name as the list shows it. */
const FOUND = (parameter: string) =>
  `(${parameter}::text is null or position(${parameter} in lower(referral_masked(u))) > 0)`;
const VERIFIED = (user: string) => `exists (select from verification_case v
  where v.user_id = ${user} and v.level = 'basic' and v.status = 'verified')`;

/** What users see of their invitations. */
@Injectable()
export class ReferralStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** @param day the UTC day whose terms are asked for. Null: there is no such user. */
  async invitations(userId: string, day: string): Promise<Invitations | null> {
    const rows: Invitations[] = await this.source.query(
      `select u.extension_code as "extensionCode",
              (select count(*)::integer from account_user i where i.invited_by = u.id) as invited,
              p.nickname, coalesce(p.listed, false) as listed, ${TEXT('referral_ratio(u.id, $2)')} as ratio,
              (select t.ratio is not null from referral_partner_terms t
                where t.user_id = u.id and t.effective_day <= $2 order by t.effective_day desc limit 1) is true as "isPartner",
              ${TEXT('next.ratio')} as "nextRatio", next.day::text as "nextDay",
              (select max(d.day)::text from referral_day d
                where d.status = 'booked' and d.last_journal >= d.first_journal) as "rebatedDay"
         from account_user u
         left join referral_profile p on p.user_id = u.id
         left join lateral (
           select n.day, referral_ratio(u.id, n.day) as ratio
             from (select t.effective_day as day from referral_terms t where t.effective_day > $2
                   union select t.effective_day from referral_partner_terms t
                          where t.user_id = u.id and t.effective_day > $2) n
            where referral_ratio(u.id, n.day) <> referral_ratio(u.id, $2) order by n.day limit 1) next on true
        where u.id = $1`,
      [userId, day],
    );
    return rows[0] ?? null;
  }

  incomes(userId: string): Promise<Income[]> {
    return this.source.query(
      `select currency_id as "currencyId", ${TEXT('amount')} as amount from referral_income
        where inviter_id = $1 and amount > 0 order by currency_id`,
      [userId],
    );
  }

  /** The newest first. @param disabled null: all. */
  async invited(
    { userId, search, page, limit }: ListQuery,
    disabled: boolean | null,
  ): Promise<{ users: InvitedUser[]; total: number }> {
    const where = `where u.invited_by = $1 and ($2::boolean is null or (u.disabled_at is not null) = $2) and ${FOUND('$3')}`;
    const values = [userId, disabled, search];
    const [users, counted]: [InvitedUser[], { total: number }[]] = await Promise.all([
      this.source.query(
        `select referral_masked(u) as account, u.created_at as "createdAt", u.disabled_at is not null as "isDisabled",
                ${VERIFIED('u.id')} as "isVerified",
                exists (select from referral_self s where s.payer_id = u.id) as "isSelf",
                coalesce((select jsonb_agg(jsonb_build_object('currencyId', r.currency_id, 'amount', ${TEXT('r.amount')})
                                   order by r.currency_id)
                   from (select currency_id, sum(amount) as amount from referral_rebate
                          where payer_id = u.id group by currency_id having sum(amount) > 0) r), '[]') as returns
           from account_user u ${where} order by u.id desc offset $4 limit $5`,
        [...values, (page - 1) * limit, limit],
      ),
      this.source.query(`select count(*)::integer as total from account_user u ${where}`, values),
    ]);
    return { users, total: counted[0]?.total ?? 0 };
  }

  /** What came of whose fees, the newest day first. @param day null: of all. */
  async rebates(
    { userId, search, page, limit }: ListQuery,
    day: string | null,
  ): Promise<{ rebates: Rebate[]; total: number }> {
    const from = `from referral_rebate r join account_user u on u.id = r.payer_id
      where r.inviter_id = $1 and r.outcome is not null and ($2::date is null or r.day = $2) and ${FOUND('$3')}`;
    const values = [userId, day, search];
    const [rebates, counted]: [Rebate[], { total: number }[]] = await Promise.all([
      this.source.query(
        `select r.day::text, r.payer_id::text as payer, referral_masked(u) as account, r.currency_id as "currencyId",
                ${TEXT('r.fee')} as fee, ${TEXT('r.ratio')} as ratio, r.outcome, ${TEXT('r.amount')} as amount,
                (select b.booked_at from referral_batch b where b.id = r.batch_id) as "bookedAt"
           ${from} order by r.day desc, r.payer_id, r.currency_id offset $4 limit $5`,
        [...values, (page - 1) * limit, limit],
      ),
      this.source.query(`select count(*)::integer as total ${from}`, values),
    ]);
    return { rebates, total: counted[0]?.total ?? 0 };
  }

  /** The best of those who agreed to stand there and are verified. @param day null: of all time. */
  ranking(day: string | null, { currencyIds, prices }: Worth, most: number): Promise<Ranked[]> {
    const incomes =
      day === null
        ? 'select inviter_id, currency_id, amount from referral_income where $4::date is null'
        : 'select inviter_id, currency_id, sum(amount) as amount from referral_rebate where day = $4 group by 1, 2';
    return this.source.query(
      `select p.user_id::text as "userId", p.nickname, ${TEXT('trunc(sum(i.amount * w.price), 8)')} as total
         from referral_profile p
         join (${incomes}) i on i.inviter_id = p.user_id
         join unnest($1::integer[], $2::numeric[]) as w (currency_id, price) on w.currency_id = i.currency_id
         join account_user u on u.id = p.user_id and u.disabled_at is null
        where p.listed and ${VERIFIED('p.user_id')}
        group by p.user_id, p.nickname having sum(i.amount * w.price) > 0
        order by sum(i.amount * w.price) desc, p.user_id limit $3`,
      [currencyIds, prices, most, day],
    );
  }

  /** False: the nickname is somebody else's. */
  async setProfile(
    tx: Transaction,
    profile: { user: string; nickname: string; nicknameKey: string; listed: boolean; at: Date },
  ): Promise<boolean> {
    try {
      await callFunction(tx, 'referral_set_profile', profile);
      return true;
    } catch (error) {
      if (sqlStateOf(error) === 'RF001') return false;
      throw error;
    }
  }

  /** Version of what events tell of the user's invitations; null before the first. */
  async version(tx: Transaction, userId: string): Promise<number | null> {
    const rows: { version: string }[] = await tx.query('select version from referral_version where user_id = $1', [
      userId,
    ]);
    return rows[0] ? Number(rows[0].version) : null;
  }
}
