import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface Terms {
  effectiveDay: string;
  ratio: DecimalText;
}

export interface Partner extends Omit<Terms, 'ratio'> {
  userId: string;
  /** Null: a partner no more. */
  ratio: DecimalText | null;
  account: string;
  invited: number;
}

/** An account that its inviter uses, too. */
export interface SelfReferral {
  payerId: string;
  inviterId: string;
  shares: 'device' | 'address' | 'account';
  foundAt: Date;
}

const TEXT = (column: string) => `trim_scale(${column})::text`;

/** The SQL of rates, partners and what was found out, for the desk. */
@Injectable()
export class ReferralTermsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The newest first, those to come included. */
  terms(limit: number): Promise<Terms[]> {
    return this.source.query(
      `select effective_day::text as "effectiveDay", ${TEXT('ratio')} as ratio from referral_terms
        order by effective_day desc limit $1`,
      [limit],
    );
  }

  /** From the UTC day on; a line that has not begun yet is replaced. */
  async setTerms(tx: Transaction, { effectiveDay, ratio }: Terms, at: Date): Promise<void> {
    await tx.query(
      `insert into referral_terms as t (effective_day, ratio, decided_at) values ($1, $2, $3)
       on conflict (effective_day) do update set ratio = excluded.ratio, decided_at = excluded.decided_at`,
      [effectiveDay, ratio, at],
    );
  }

  async setPartner(
    tx: Transaction,
    { userId, effectiveDay, ratio }: Pick<Partner, 'userId' | 'effectiveDay' | 'ratio'>,
    at: Date,
  ): Promise<void> {
    await callFunction(tx, 'referral_set_partner', { user: userId, effectiveDay, ratio, at });
  }

  async hasUser(tx: Transaction, userId: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from account_user where id = $1', [userId]);
    return rows.length > 0;
  }

  /** Everybody with terms of their own, by the newest line of each. @param search part of a number or a masked name. */
  async partners(search: string | null, limit: number, offset: number): Promise<{ rows: Partner[]; total: number }> {
    const from = `from (select distinct on (t.user_id) t.* from referral_partner_terms t
                         order by t.user_id, t.effective_day desc) t
      join account_user u on u.id = t.user_id
     where ($1::text is null or u.id::text = $1 or position($1 in lower(referral_masked(u))) > 0)`;
    const [rows, counted]: [Partner[], { total: number }[]] = await Promise.all([
      this.source.query(
        `select t.user_id::text as "userId", t.effective_day::text as "effectiveDay", ${TEXT('t.ratio')} as ratio,
                referral_masked(u) as account,
                (select count(*)::integer from account_user i where i.invited_by = u.id) as invited
           ${from} order by t.decided_at desc, t.user_id offset $2 limit $3`,
        [search, offset, limit],
      ),
      this.source.query(`select count(*)::integer as total ${from}`, [search]),
    ]);
    return { rows, total: counted[0]?.total ?? 0 };
  }

  /** The newest first. @param userId of either of the two; null: all. */
  async selfReferrals(
    userId: string | null,
    limit: number,
    offset: number,
  ): Promise<{ rows: SelfReferral[]; total: number }> {
    const where = 'where $1::bigint is null or s.payer_id = $1 or s.inviter_id = $1';
    const [rows, counted]: [SelfReferral[], { total: number }[]] = await Promise.all([
      this.source.query(
        `select s.payer_id::text as "payerId", s.inviter_id::text as "inviterId", s.shares, s.found_at as "foundAt"
           from referral_self s ${where} order by s.found_at desc, s.payer_id desc offset $2 limit $3`,
        [userId, offset, limit],
      ),
      this.source.query(`select count(*)::integer as total from referral_self s ${where}`, [userId]),
    ]);
    return { rows, total: counted[0]?.total ?? 0 };
  }
}
