import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../contract/money.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { CaseFilter, CaseTerms, ClaimColumns } from './deposit-cases.store.js';

export interface WithdrawalCaseRow extends ClaimColumns {
  id: string;
  userId: string;
  account: string;
  currencyId: number;
  coin: string;
  network: string;
  destination: { address: string; holder?: string; bank?: string };
  amount: DecimalText;
  fee: DecimalText;
  payout: DecimalText;
  remark: string;
  status: 'review' | 'approved' | 'paid' | 'rejected' | 'cancelled';
  reason: string;
  hash: string | null;
  limit: DecimalText | null;
  firstApprovedBy: string | null;
  addressAddedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const FROM = `from withdrawal d join account_user u on u.id = d.user_id join currency c on c.id = d.currency_id
  join coin_network n on n.id = d.coin_network_id
  left join withdrawal_address w on w.id = d.address_id
  left join operator_claim k on k.kind = 'withdrawal' and k.subject_id = d.id and k.held_until > $1
  left join operator ko on ko.id = k.operator_id
  left join operator po on po.id = d.first_approved_by and d.status = 'review'`;
const COLUMNS = `d.id, d.user_id as "userId", coalesce(u.username, u.phone, u.email, u.id::text) as account,
  d.currency_id as "currencyId", c.code as coin, n.network, d.destination, trim_scale(d.amount)::text as amount,
  trim_scale(d.fee)::text as fee, trim_scale(d.amount - d.fee)::text as payout, d.remark, d.status, d.reason,
  d.chain_tx as hash, trim_scale(n.second_person_above)::text as limit, po.login as "firstApprovedBy",
  w.created_at as "addressAddedAt", k.operator_id as "claimOperatorId", ko.login as "claimLogin",
  k.held_until as "claimUntil", d.created_at as "createdAt", d.updated_at as "updatedAt"`;
const WHERE = `($2::text is null or d.status = $2) and ($3::bigint is null or d.user_id = $3)
  and ($4::integer is null or d.currency_id = $4)
  and ($5::text is null or ($5 = 'mine' and k.operator_id = $6) or ($5 = 'free' and k.operator_id is null))`;
/** Nobody counts further than people read. */
const COUNTED_MAX = 10_000;

/** Withdrawals as the desk sees them. */
@Injectable()
export class WithdrawalCasesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  list(filter: CaseFilter, limit: number, offset: number): Promise<WithdrawalCaseRow[]> {
    const order = filter.order === 'oldest' ? 'asc' : 'desc';
    return this.source.query(`select ${COLUMNS} ${FROM} where ${WHERE} order by d.id ${order} limit $7 offset $8`, [
      ...parameters(filter),
      limit,
      offset,
    ]);
  }

  async count(filter: CaseFilter): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from (select 1 ${FROM} where ${WHERE} limit ${COUNTED_MAX}) as counted`,
      parameters(filter),
    );
    return rows[0]?.count ?? 0;
  }

  async find(id: string, now: Date): Promise<WithdrawalCaseRow | null> {
    const rows: WithdrawalCaseRow[] = await this.source.query(`select ${COLUMNS} ${FROM} where d.id = $2`, [now, id]);
    return rows[0] ?? null;
  }

  /** What a decision about it hangs on. */
  async terms(tx: Transaction, id: string): Promise<CaseTerms | null> {
    const rows: CaseTerms[] = await tx.query(
      `select d.user_id as "userId", trim_scale(d.amount)::text as amount, c.code as coin, trim_scale(n.second_person_above)::text as limit
         from withdrawal d join currency c on c.id = d.currency_id join coin_network n on n.id = d.coin_network_id where d.id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** The user's other withdrawals, the newest first. */
  others({ id, userId }: WithdrawalCaseRow, now: Date): Promise<WithdrawalCaseRow[]> {
    return this.source.query(
      `select ${COLUMNS} ${FROM} where d.user_id = $2 and d.id <> $3 order by d.id desc limit 20`,
      [now, userId, id],
    );
  }
}

function parameters({ now, status, userId, currencyId, claim, operatorId }: CaseFilter): unknown[] {
  return [now, status, userId, currencyId, claim, operatorId];
}
