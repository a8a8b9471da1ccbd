import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type Destination, readDestination } from '../../wallet/withdrawals/index.js';
import { CasesStore, type CaseTerms, type ClaimColumns, MONEY_CASE, moneyWhere } from './cases.store.js';
import { isPastDays } from './proposals.store.js';

export interface WithdrawalCaseRow extends ClaimColumns {
  id: string;
  userId: string;
  account: string;
  /** As whom the user was verified; null: as nobody. */
  verifiedName: string | null;
  currencyId: number;
  coin: string;
  network: string;
  destination: Destination;
  amount: DecimalText;
  fee: DecimalText;
  payout: DecimalText;
  remark: string;
  status: 'review' | 'approved' | 'paid' | 'rejected' | 'cancelled';
  reason: string;
  hash: string | null;
  limit: DecimalText | null;
  firstApprovedBy: string | null;
  /** Who wants a released one back, and why. */
  takeBackBy: string | null;
  takeBackReason: string | null;
  sendingBy: string | null;
  sendingLogin: string | null;
  sendingAt: Date | null;
  /** What one says of it while it is being sent. */
  sendingProposedBy: string | null;
  sendingProposal: { status: 'not-sent' | 'paid'; transaction?: string } | null;
  sendingReason: string | null;
  addressAddedAt: Date | null;
  /** The address or card was bound by what old clients can bring alone. */
  plainlyProven: boolean;
  releasedFrom: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What a decision about a withdrawal hangs on. */
export interface WithdrawalTerms extends CaseTerms {
  /** It is not locked: whoever decides judges it again. */
  status: WithdrawalCaseRow['status'];
  /** Who sends it; not locked either. */
  sendingBy: string | null;
}

const FROM = `from withdrawal d join account_user u on u.id = d.user_id join currency c on c.id = d.currency_id
  join coin_network n on n.id = d.coin_network_id
  left join verification_case v on v.user_id = d.user_id and v.level = 'basic' and v.status = 'verified'
  left join withdrawal_address w on w.id = d.address_id
  left join account_bank_card b on d.address_id is null and b.user_id = d.user_id
    and b.bank_account = d.destination ->> 'address'
  left join operator_claim k on k.kind = 'withdrawal' and k.subject_id = d.id and k.held_until > $1
  left join operator ko on ko.id = k.operator_id
  left join operator_proposal f on d.status = 'review' and f.kind = 'withdrawal' and f.subject_id = d.id and f.status = 'open'
  left join operator po on po.id = d.first_approved_by and d.status = 'review' and (f.id is null or not (${isPastDays('f')}))
  left join operator_proposal t on d.status = 'approved' and t.kind = 'withdrawal' and t.subject_id = d.id and t.status = 'open'
    and not (${isPastDays('t')})
  left join operator so on so.id = d.sending_by
  -- Of somebody who is an operator no more, or was changed since, the next one begins anew.
  left join operator bo on bo.id = t.proposed_by and bo.disabled_at is null
    and not exists (select from operator_change oc where oc.operator_id = bo.id and oc.changed_at > t.proposed_at)`;
const COLUMNS = `d.id, d.user_id as "userId", coalesce(u.username, u.phone, u.email, u.id::text) as account,
  v.name as "verifiedName", d.currency_id as "currencyId", c.code as coin, n.network, d.destination, trim_scale(d.amount)::text as amount,
  trim_scale(d.fee)::text as fee, trim_scale(d.amount - d.fee)::text as payout, d.remark, d.status, d.reason,
  d.chain_tx as hash, trim_scale(n.second_person_above)::text as limit, po.login as "firstApprovedBy",
  case when t.detail->>'status' = 'rejected' then bo.login end as "takeBackBy",
  case when bo.id is not null and t.detail->>'status' = 'rejected' then t.reason end as "takeBackReason",
  d.sending_by as "sendingBy", so.login as "sendingLogin", d.sending_at as "sendingAt",
  case when t.detail->>'status' <> 'rejected' then bo.login end as "sendingProposedBy",
  case when bo.id is not null and t.detail->>'status' <> 'rejected' then t.detail end as "sendingProposal",
  case when bo.id is not null and t.detail->>'status' <> 'rejected' then t.reason end as "sendingReason", w.created_at as "addressAddedAt",
  -- As it was when it was asked for; rows of before do not say it, and go by the card of today.
  coalesce((d.destination ->> 'plainlyProven')::boolean, w.plainly_proven, b.plainly_proven, false) as "plainlyProven",
  case when d.status = 'review' then d.waits_until end as "releasedFrom",
  k.operator_id as "claimOperatorId", ko.login as "claimLogin",
  k.held_until as "claimUntil", d.created_at as "createdAt", d.updated_at as "updatedAt"`;

/** What is being sent is no more to be paid: it is listed apart. */
const WHERE = moneyWhere(
  `d.status = case $2 when 'sending' then 'approved' else $2 end
     and (d.status <> 'approved' or (d.sending_by is not null) = ($2 = 'sending'))`,
);

/** Withdrawals as the desk sees them. */
@Injectable()
export class WithdrawalCasesStore extends CasesStore<WithdrawalCaseRow> {
  constructor(@Inject(DataSource) source: DataSource) {
    super(source, { columns: COLUMNS, from: FROM, ...MONEY_CASE, where: WHERE, read: readRow });
  }

  /** Numbers of deposits under review that name its transaction: somebody claims the payout of another one, or of themselves. */
  async claimsOf({ hash }: WithdrawalCaseRow): Promise<string[]> {
    if (hash === null) return [];
    const rows: { id: string }[] = await this.source.query(
      `select id::text as id from deposit where tx_hash = $1 and status = 'review'
          and chain in ('ethereum', 'tron', 'bitcoin') order by id limit 20`,
      [hash],
    );
    return rows.map(({ id }) => id);
  }

  /** What a decision about it hangs on. */
  async terms(tx: Transaction, id: string): Promise<WithdrawalTerms | null> {
    const rows: WithdrawalTerms[] = await tx.query(
      `select d.user_id as "userId", d.status, d.sending_by as "sendingBy", trim_scale(d.amount)::text as amount, c.code as coin, trim_scale(n.second_person_above)::text as limit
         from withdrawal d join currency c on c.id = d.currency_id join coin_network n on n.id = d.coin_network_id where d.id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }
}

function readRow(row: WithdrawalCaseRow): WithdrawalCaseRow {
  return { ...row, destination: readDestination(row.destination) };
}
