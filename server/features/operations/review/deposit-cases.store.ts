import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { CasesStore, type CaseTerms, type ClaimColumns, MONEY_CASE } from './cases.store.js';
import { isPastDays } from './proposals.store.js';

export interface DepositCaseRow extends ClaimColumns {
  id: string;
  userId: string;
  account: string;
  currencyId: number;
  coin: string;
  kind: string;
  network: string;
  claimedAmount: DecimalText;
  amount: DecimalText;
  hash: string | null;
  sender: string;
  recipient: string | null;
  proof: string | null;
  status: 'review' | 'approved' | 'rejected';
  remark: string;
  chainVerdict: string | null;
  confirmations: number;
  confirmationsNeeded: number;
  /** Above it two people are needed; null: never. */
  limit: DecimalText | null;
  firstApprovedBy: string | null;
  creditedFrom: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What one operator has said of a deposit, as long as a second one is waited for. */
export interface DepositProposalRow {
  proposedById: string;
  login: string;
  proposedAt: Date;
  amount: DecimalText;
  /** By which transaction it came, where the user gave none. */
  transaction: string | null;
  reason: string;
}

/** What a decision about a deposit hangs on. */
export interface DepositTerms extends CaseTerms {
  chainVerdict: string | null;
  kind: 'chain' | 'quick' | 'bank';
  /** As the user handed it in. */
  txHash: string | null;
  /** What the operator has credited alone today of the coin, of which no chain was asked. */
  creditedAlone: DecimalText;
}

const LIMIT = `case when d.coin_network_id is null
    then (select min(x.second_person_above) from coin_network x where x.currency_id = d.currency_id)
    else n.second_person_above end`;
const FROM = `from deposit d join account_user u on u.id = d.user_id join currency c on c.id = d.currency_id
  left join coin_network n on n.id = d.coin_network_id
  left join operator_claim k on k.kind = 'deposit' and k.subject_id = d.id and k.held_until > $1
  left join operator ko on ko.id = k.operator_id
  left join operator_proposal p on p.kind = 'deposit' and p.subject_id = d.id and p.status = 'open'
    and not (${isPastDays('p')})
  left join operator po on po.id = p.proposed_by`;
const COLUMNS = `d.id, d.user_id as "userId", coalesce(u.username, u.phone, u.email, u.id::text) as account,
  d.currency_id as "currencyId", c.code as coin, d.kind, coalesce(n.network, '') as network,
  trim_scale(d.claimed_amount)::text as "claimedAmount", trim_scale(d.amount)::text as amount,
  coalesce(d.tx_hash, d.settled_tx) as hash,
  d.sender, d.recipient, case when not exists (select from upload r where r.id = d.proof and r.state = 'retired')
    then d.proof end as proof, d.status, d.remark, d.chain_verdict as "chainVerdict", d.confirmations,
  d.confirmations_needed as "confirmationsNeeded", trim_scale(${LIMIT})::text as limit,
  po.login as "firstApprovedBy", case when d.status = 'review' then d.word_waits_until end as "creditedFrom", k.operator_id as "claimOperatorId", ko.login as "claimLogin",
  k.held_until as "claimUntil", d.created_at as "createdAt", d.updated_at as "updatedAt"`;

/** Deposits as the desk sees them. */
@Injectable()
export class DepositCasesStore extends CasesStore<DepositCaseRow> {
  constructor(@Inject(DataSource) source: DataSource) {
    super(source, { columns: COLUMNS, from: FROM, ...MONEY_CASE });
  }

  async terms(tx: Transaction, id: string, operatorId: string): Promise<DepositTerms | null> {
    const rows: DepositTerms[] = await tx.query(
      `select d.user_id as "userId", trim_scale(d.amount)::text as amount, c.code as coin,
              trim_scale(${LIMIT})::text as limit, d.chain_verdict as "chainVerdict", d.kind, d.tx_hash as "txHash",
              (select coalesce(trim_scale(sum(x.amount)), 0)::text from deposit x
                where x.credited_by = $2 and x.currency_id = d.currency_id and x.status = 'approved'
                  and x.credit_proposed_by is null and x.chain_verdict is null
                  and x.updated_at >= date_trunc('day', now(), 'UTC')) as "creditedAlone"
         from deposit d join currency c on c.id = d.currency_id left join coin_network n on n.id = d.coin_network_id where d.id = $1`,
      [id, operatorId],
    );
    return rows[0] ?? null;
  }

  /** What is proposed about it; null: nothing. */
  async proposal(id: string): Promise<DepositProposalRow | null> {
    const rows: DepositProposalRow[] = await this.source.query(
      `select p.proposed_by::text as "proposedById", o.login, p.proposed_at as "proposedAt", p.detail->>'amount' as amount,
              p.detail->>'transaction' as transaction, p.reason
         from operator_proposal p join operator o on o.id = p.proposed_by
        where p.kind = 'deposit' and p.subject_id = $1 and p.status = 'open' and not (${isPastDays('p')})`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** Whether anybody beside the operator can be the other one of two who decide about money. */
  async hasOther(operatorId: string): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `select 1 from operator
        where id <> $1 and 'treasurer' = any(roles) and disabled_at is null and one_time_until is null limit 1`,
      [operatorId],
    );
    return rows.length > 0;
  }

  sameHash({ id, hash }: DepositCaseRow, now: Date): Promise<DepositCaseRow[]> {
    return this.source.query(
      `select ${COLUMNS} ${FROM} where (d.tx_hash = $2 or d.settled_tx = $2) and d.id <> $3 order by d.id desc limit 20`,
      [now, hash, id],
    );
  }
}
