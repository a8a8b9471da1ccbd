import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { capReached } from '../balances/index.js';
import { BANK_REFERENCE } from './bank-reference.js';
import { type Destination, readDestination } from './destination.js';

export type WithdrawalStatus = 'review' | 'approved' | 'paid' | 'rejected' | 'cancelled';

export interface WithdrawalRow {
  id: string;
  userId: string;
  currencyId: number;
  coinNetworkId: number;
  addressId: string | null;
  destination: Destination;
  amount: DecimalText;
  fee: DecimalText;
  remark: string;
  status: WithdrawalStatus;
  reason: string;
  firstApprovedBy: string | null;
  /** Two have approved it, and it is released from then on; null: nothing waits. */
  waitsUntil: Date | null;
  chainTx: string | null;
  /** Who sends it, and since when: said before any money leaves the house; null: nobody. */
  sendingBy: string | null;
  sendingAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewWithdrawal {
  userId: string;
  currencyId: number;
  coinNetworkId: number;
  chain: string;
  addressId: string | null;
  destination: Destination;
  amount: DecimalText;
  fee: DecimalText;
  remark: string;
  verifiedLevel: number;
  at: Date;
}

export const COLUMNS = `id, user_id as "userId", currency_id as "currencyId", coin_network_id as "coinNetworkId",
  address_id as "addressId", destination, trim_scale(amount)::text as amount, trim_scale(fee)::text as fee, remark,
  status, reason, first_approved_by as "firstApprovedBy",
  waits_until as "waitsUntil", chain_tx as "chainTx", sending_by as "sendingBy", sending_at as "sendingAt", version, created_at as "createdAt",
  updated_at as "updatedAt"`;
/** The UTC day of now by the database's clock, which stamps the withdrawal, whatever the process takes it to be ($1). */
const DAY = `(database_now($1) at time zone 'UTC')::date`;

/** The withdrawals' SQL. */
@Injectable()
export class WithdrawalsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async insert(tx: Transaction, withdrawal: NewWithdrawal): Promise<WithdrawalRow> {
    const rows: WithdrawalRow[] = await tx.query(
      `insert into withdrawal (user_id, currency_id, coin_network_id, chain, address_id, destination, amount,
         fee, remark, verified_level, created_at, updated_at)
       values ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $1, $1) returning ${COLUMNS}`,
      [
        withdrawal.at,
        withdrawal.userId,
        withdrawal.currencyId,
        withdrawal.coinNetworkId,
        withdrawal.chain,
        withdrawal.addressId,
        JSON.stringify(withdrawal.destination),
        withdrawal.amount,
        withdrawal.fee,
        withdrawal.remark,
        withdrawal.verifiedLevel,
      ],
    );
    return readRow(rows[0] as WithdrawalRow);
  }

  /** Applications of the day, whatever became of them. Exact while the user is locked. */
  async countOfDay(userId: string, now: Date, tx: Transaction = this.source.manager): Promise<number> {
    const rows: { count: number }[] = await tx.query(
      `select count(*)::integer as count from withdrawal where user_id = $2 and local_day = ${DAY}`,
      [now, userId],
    );
    return rows[0]?.count ?? 0;
  }

  /** The coin's maximums, and what the user's applications of the day ask for that were neither rejected nor cancelled. */
  async askedOfDay(
    userId: string,
    currencyId: number,
    now: Date,
    tx: Transaction = this.source.manager,
  ): Promise<{ most: DecimalText | null; aDay: DecimalText | null; asked: DecimalText }> {
    const rows: { most: DecimalText | null; aDay: DecimalText | null; asked: DecimalText }[] = await tx.query(
      `select trim_scale(m.most)::text as most, trim_scale(m.a_day)::text as "aDay",
              (select trim_scale(coalesce(sum(w.amount), 0))::text from withdrawal w
                where w.user_id = $2 and w.currency_id = $3 and w.local_day = ${DAY}
                  and w.status not in ('rejected', 'cancelled')) as asked
         from withdrawal_maximums($3) m`,
      [now, userId, currencyId],
    );
    return rows[0] as { most: DecimalText | null; aDay: DecimalText | null; asked: DecimalText };
  }

  /** Whether it is past by the database's clock, which stamps the withdrawal. @param now what the process takes it to be. */
  async isReached(tx: Transaction, at: Date, now: Date): Promise<boolean> {
    const rows: { is: boolean }[] = await tx.query('select $1::timestamptz <= database_now($2) as is', [at, now]);
    return rows[0]?.is ?? false;
  }

  /** @param owner for whom it exists at all; null: for an operator. */
  async find(tx: Transaction, id: string, owner: string | null): Promise<WithdrawalRow | null> {
    const rows: WithdrawalRow[] = await tx.query(
      `select ${COLUMNS} from withdrawal where id = $1 and ($2::bigint is null or user_id = $2)`,
      [id, owner],
    );
    return rows[0] ? readRow(rows[0]) : null;
  }

  /** Locked until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<WithdrawalRow | null> {
    const rows: WithdrawalRow[] = await tx.query(`select ${COLUMNS} from withdrawal where id = $1 for update`, [id]);
    return rows[0] ? readRow(rows[0]) : null;
  }

  /** What the operator has released alone of a coin today. The operator's releases wait for each other from here on. */
  async releasedAlone(tx: Transaction, operatorId: string, currencyId: number): Promise<DecimalText> {
    await tx.query(`select pg_advisory_xact_lock(hashtext('withdrawal_released'), $1::integer)`, [operatorId]);
    const rows: { amount: DecimalText }[] = await tx.query(
      `select coalesce(trim_scale(sum(w.amount)), 0)::text as amount
         from wallet_act a join withdrawal w on w.id = a.subject_id
        where a.operator_id = $1 and a.subject = 'withdrawal' and a.to_status = 'approved'
          and a.at >= date_trunc('day', now(), 'UTC') and w.currency_id = $2 and w.first_approved_by is null`,
      [operatorId, currencyId],
    );
    return rows[0]?.amount ?? '0';
  }

  /** What one operator may release alone on a network, as it stands now, whatever a process remembers; null: nothing. */
  async aloneUpTo(tx: Transaction, coinNetworkId: number): Promise<DecimalText | null> {
    const rows: { limit: DecimalText | null }[] = await tx.query(
      'select trim_scale(second_person_above)::text as limit from coin_network where id = $1',
      [coinNetworkId],
    );
    return rows[0]?.limit ?? null;
  }

  /** Releases of one coin wait for each other: call it before every other lock. @see wallet_cap_take */
  async lockCaps(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      `select pg_advisory_xact_lock(hashtext('wallet_adjustment_capped'), currency_id) from withdrawal where id = $1`,
      [id],
    );
  }

  /** It may be released beyond a person's cap, but not before the instant. */
  async wait(tx: Transaction, id: string, until: Date): Promise<void> {
    await tx.query(`update withdrawal set waits_until = $2 where id = $1 and status = 'review'`, [id, until]);
  }

  /** It has not waited, and nobody has approved it. */
  async waitNoMore(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      `update withdrawal set waits_until = null, first_approved_by = null where id = $1 and status = 'review'`,
      [id],
    );
  }

  /**
   * @param release `isFirstVoid`: a first approval that counts no more goes from the row, which names who released it.
   * @throws Refusal `wallet.day-cap` where a cap of the day is reached.
   */
  async release(
    tx: Transaction,
    id: string,
    { operatorId, isFirstVoid, at }: { operatorId: string; isFirstVoid: boolean; at: Date },
  ): Promise<WithdrawalRow> {
    try {
      const [rows]: [WithdrawalRow[], number] = await tx.query(
        `update withdrawal set status = 'approved', released_by = $2, updated_at = $3, version = version + 1,
            first_approved_by = case when $4::boolean then null else first_approved_by end
          where id = $1 returning ${COLUMNS}`,
        [id, operatorId, at, isFirstVoid],
      );
      return readRow(rows[0] as WithdrawalRow);
    } catch (error) {
      throw capReached(error) ?? error;
    }
  }

  async noteFirstApproval(tx: Transaction, id: string, operatorId: string): Promise<void> {
    await tx.query('update withdrawal set first_approved_by = $2 where id = $1', [id, operatorId]);
  }

  async move(
    tx: Transaction,
    id: string,
    {
      status,
      reason = '',
      chainTx = null,
      at,
    }: { status: WithdrawalStatus; reason?: string; chainTx?: string | null; at: Date },
  ): Promise<WithdrawalRow> {
    const [rows]: [WithdrawalRow[], number] = await tx.query(
      `update withdrawal set status = $2, reason = $3, chain_tx = $4, updated_at = $5, version = version + 1
        where id = $1 returning ${COLUMNS}`,
      [id, status, reason, chainTx, at],
    );
    return readRow(rows[0] as WithdrawalRow);
  }

  /** Who pays by a transaction, and who credits it, wait for each other: call it before {@link isPaidBy}. @see deposit_settle */
  async lockSettled(tx: Transaction, chainTx: string): Promise<void> {
    await tx.query(`select pg_advisory_xact_lock(hashtext('settled'), hashtext(translate($1::text, ' /_.-', '')))`, [
      chainTx,
    ]);
  }

  /**
   * Whether a withdrawal was paid by this transaction already, on whatever chain, or it was credited as a deposit, or is claimed as one that its chain bears out. Any other
   * claim is no bar: anybody can claim the hash of a payout, which goes to somebody else, and not every chain can be asked. Banks' references of before are in the
   * spelling in which they were typed.
   */
  async isPaidBy(tx: Transaction, coinNetworkId: number, chainTx: string): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select 1 from withdrawal w join coin_network n on n.id = $1
        where (w.chain = 'bank') = (n.chain = 'bank') and w.chain_tx = $2
       union all
       select 1 from withdrawal w join coin_network n on n.id = $1 and n.chain = 'bank'
        where w.chain = 'bank' and translate(${BANK_REFERENCE}, ' /_.-', '') = translate($2, ' /_.-', '')
       union all
       select 1 from deposit d join coin_network n on n.id = $1
        where d.chain = n.chain and d.tx_hash = $2 and (d.status = 'approved' or (d.status = 'review'
          and d.chain_verdict in ('confirming', 'confirmed', 'wrong-amount')))
       union all
       select 1 from deposit d join coin_network n on n.id = $1
        where (d.kind = 'bank') = (n.chain = 'bank') and d.settled_tx = $2
       union all
       select 1 from deposit d join coin_network n on n.id = $1 and n.chain = 'bank'
        where d.kind = 'bank' and d.settled_tx is not null
          and translate(d.settled_tx, ' /_.-', '') = translate($2, ' /_.-', '')`,
      [coinNetworkId, chainTx],
    );
    return rows.length > 0;
  }

  /** The newest of the user's withdrawals that are neither paid nor given back. */
  async openOf(tx: Transaction, userId: string): Promise<WithdrawalRow[]> {
    const rows: WithdrawalRow[] = await tx.query(
      `select ${COLUMNS} from withdrawal where user_id = $1 and status in ('review', 'approved')
        order by id desc limit 100`,
      [userId],
    );
    return rows.map(readRow);
  }

  /** A withdrawal of this user; null: there is none, or it is another's. */
  async own(userId: string, id: string): Promise<WithdrawalRow | null> {
    const rows: WithdrawalRow[] = await this.source.query(
      `select ${COLUMNS} from withdrawal where id = $1 and user_id = $2`,
      [id, userId],
    );
    return rows[0] ? readRow(rows[0]) : null;
  }

  /** The states that it has been in, and since when; a first approval of two leaves it where it is. */
  steps(id: string): Promise<{ state: WithdrawalStatus; at: Date }[]> {
    return this.source.query(
      `select to_status as state, at from wallet_act
        where subject = 'withdrawal' and subject_id = $1 and to_status is distinct from from_status order by id limit 20`,
      [id],
    );
  }
}

export function readRow(row: WithdrawalRow): WithdrawalRow {
  return { ...row, destination: readDestination(row.destination) };
}
