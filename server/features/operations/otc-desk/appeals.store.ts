import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { CasesStore, type ClaimColumns, isPastDays } from '../review/index.js';

export interface AppealRow extends ClaimColumns {
  id: string;
  /** Of the seller, whose coins it is about. */
  userId: string;
  buyerId: string;
  buyer: string;
  sellerId: string;
  seller: string;
  currencyId: number;
  coin: string;
  quantity: DecimalText;
  fiat: string;
  amount: DecimalText;
  price: DecimalText;
  way: string;
  status: number;
  limit: DecimalText | null;
  appealedBy: string;
  appealReason: string;
  appealedAt: Date;
  paidAt: Date | null;
  endedAt: Date | null;
  endedBy: string | null;
  reopened: boolean;
  createdAt: Date;
  firstDecidedBy: string | null;
  firstAward: string | null;
}

/** What a decision about an appeal hangs on. */
export interface AppealTerms {
  sellerId: string;
  quantity: DecimalText;
  coin: string;
  price: DecimalText;
  fiat: string;
  isOpen: boolean;
  /** Above it two people are needed; null: always. */
  limit: DecimalText | null;
  /** What the operator has awarded alone today of the coin. */
  awardedAlone: DecimalText;
}

const NAME = (user: string) => `coalesce(${user}.username, ${user}.phone, ${user}.email, ${user}.id::text)`;
const FROM = `from (select o.*, o.seller_id as user_id from otc_order o where o.appealed_at is not null) d
  join account_user bu on bu.id = d.buyer_id join account_user su on su.id = d.seller_id join currency c on c.id = d.currency_id
  left join operator_claim k on k.kind = 'otc' and k.subject_id = d.id and k.held_until > $1
  left join operator ko on ko.id = k.operator_id
  left join operator_proposal p on p.kind = 'otc-appeal' and p.subject_id = d.id and p.status = 'open' and d.status = 4
    and not (${isPastDays('p')})
  left join operator po on po.id = p.proposed_by`;
const COLUMNS = `d.id::text, d.user_id::text as "userId", d.buyer_id::text as "buyerId", ${NAME('bu')} as buyer,
  d.seller_id::text as "sellerId", ${NAME('su')} as seller, d.currency_id as "currencyId", c.code as coin,
  trim_scale(d.quantity)::text as quantity, d.fiat, trim_scale(d.amount)::text as amount, trim_scale(d.price)::text as price, d.way, d.status,
  trim_scale(d.second_person_above)::text as limit, d.appealed_by as "appealedBy", coalesce(d.appeal_reason, '') as "appealReason",
  d.appealed_at as "appealedAt", d.paid_at as "paidAt", d.ended_at as "endedAt", d.ended_by as "endedBy", d.reopened,
  d.created_at as "createdAt", po.login as "firstDecidedBy", p.detail ->> 'outcome' as "firstAward",
  k.operator_id::text as "claimOperatorId", ko.login as "claimLogin", k.held_until as "claimUntil"`;

/** Appeals as the desk sees them. */
@Injectable()
export class AppealsStore extends CasesStore<AppealRow> {
  constructor(@Inject(DataSource) source: DataSource) {
    super(source, {
      columns: COLUMNS,
      from: FROM,
      where: `($2::text is null or case when $2 = 'appeal' then d.status = 4 else d.status <> 4 end)
        and ($3::bigint is null or $3 in (d.buyer_id, d.seller_id)) and ($4::integer is null or d.currency_id = $4)
        and ($5::text is null or ($5 = 'mine' and k.operator_id = $6) or ($5 = 'free' and k.operator_id is null))`,
      parameters: ({ status, userId, currencyId, claim, operatorId }) => [
        status,
        userId,
        currencyId,
        claim,
        operatorId,
      ],
    });
  }

  /** An operator's awards wait for each other from here on. */
  async lockAwards(tx: Transaction, operatorId: string): Promise<void> {
    await tx.query(`select pg_advisory_xact_lock(hashtext('otc_awarded'), $1::integer)`, [operatorId]);
  }

  /** Decided by them is what is read behind {@link lockAwards}. */
  async terms(tx: Transaction, id: string, operatorId: string): Promise<AppealTerms | null> {
    const rows: AppealTerms[] = await tx.query(
      `select o.seller_id::text as "sellerId", trim_scale(o.quantity)::text as quantity, c.code as coin,
              trim_scale(o.price)::text as price, o.fiat, o.status = 4 as "isOpen",
              trim_scale(o.second_person_above)::text as limit,
              trim_scale(otc_awarded_alone($2, o.currency_id, now()))::text as "awardedAlone"
         from otc_order o join currency c on c.id = o.currency_id where o.id = $1`,
      [id, operatorId],
    );
    return rows[0] ?? null;
  }

  /** What the operator has awarded alone today, by the coin. */
  async awardedAlone(operatorId: string, currencyIds: readonly number[]): Promise<Map<number, DecimalText>> {
    const rows: { currencyId: number; amount: DecimalText }[] = await this.source.query(
      `select coin as "currencyId", trim_scale(otc_awarded_alone($1, coin, now()))::text as amount
         from unnest($2::integer[]) coin`,
      [operatorId, [...new Set(currencyIds)]],
    );
    return new Map(rows.map(({ currencyId, amount }) => [currencyId, amount]));
  }

  /** Whether the appeal is open now. */
  async isOpen(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from otc_order where id = $1 and status = 4', [id]);
    return rows.length > 0;
  }

  /** Whether the appeal is open, and stays so until the transaction ends. */
  async holdOpen(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from otc_order where id = $1 and status = 4 for no key update', [
      id,
    ]);
    return rows.length > 0;
  }
}
