import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type CappedAct, capReached } from '../balances/index.js';
import type { ChainVerdict } from '../chain-watch/index.js';

/** What `deposit_settle` says of a transaction that was credited before, or has paid a withdrawal, and what its index says of two at once. */
const SETTLED_BEFORE = ['DE001', '23505'];

export type DepositStatus = 'review' | 'approved' | 'rejected';

export interface DepositRow {
  id: string;
  userId: string;
  currencyId: number;
  coinNetworkId: number | null;
  kind: 'chain' | 'quick' | 'bank';
  chain: string | null;
  amount: DecimalText;
  claimedAmount: DecimalText;
  txHash: string | null;
  sender: string;
  recipient: string | null;
  proof: string | null;
  status: DepositStatus;
  remark: string;
  chainVerdict: ChainVerdict | null;
  /** When the chain said so; null: never. */
  lookedAt: Date | null;
  confirmations: number;
  confirmationsNeeded: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewDeposit {
  userId: string;
  currencyId: number;
  coinNetworkId: number | null;
  kind: DepositRow['kind'];
  amount: DecimalText;
  chain: string | null;
  txHash: string | null;
  sender: string;
  recipient: string | null;
  proof: string | null;
  confirmationsNeeded: number;
  at: Date;
}

export interface DepositDecision {
  status: 'approved' | 'rejected';
  amount: DecimalText;
  remark: string;
  at: Date;
  /** Of an approval: who approved it, and who proposed it where it took two. */
  creditedBy?: string;
  proposedBy?: string | null;
  /** By which transaction it came, where the user gave none. */
  settledTx?: string | null;
}

export const COLUMNS = `id, user_id as "userId", currency_id as "currencyId", coin_network_id as "coinNetworkId", kind, chain,
  trim_scale(amount)::text as amount, trim_scale(claimed_amount)::text as "claimedAmount", tx_hash as "txHash", sender,
  recipient, proof, status, remark, chain_verdict as "chainVerdict", looked_at as "lookedAt", confirmations,
  confirmations_needed as "confirmationsNeeded", version, created_at as "createdAt", updated_at as "updatedAt"`;

/** What a chain can be asked about. */
const TO_LOOK_AT = `status = 'review' and tx_hash is not null and coin_network_id is not null`;

interface LooksWanted {
  chains: string[];
  before: Date;
  isBorneOut: boolean;
  limit: number;
}

/** The deposits' SQL. */
@Injectable()
export class DepositsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Adds a deposit under review; null when what its transaction brought was handed in before. */
  async insert(tx: Transaction, deposit: NewDeposit): Promise<DepositRow | null> {
    // Another recipient of the same transaction may have been given the same number at the same instant; the second try sees that.
    return (await this.tryInsert(tx, deposit)) ?? this.tryInsert(tx, deposit);
  }

  private async tryInsert(tx: Transaction, deposit: NewDeposit): Promise<DepositRow | null> {
    const rows: DepositRow[] = await tx.query(
      `insert into deposit (user_id, currency_id, coin_network_id, kind, amount, claimed_amount, chain, tx_hash, sender,
         recipient, proof, confirmations_needed, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $12)
       on conflict (chain, tx_hash, output_index) where tx_hash is not null and status <> 'rejected' do nothing
       returning ${COLUMNS}`,
      [
        deposit.userId,
        deposit.currencyId,
        deposit.coinNetworkId,
        deposit.kind,
        deposit.amount,
        deposit.chain,
        deposit.txHash,
        deposit.sender,
        deposit.recipient,
        deposit.proof,
        deposit.confirmationsNeeded,
        deposit.at,
      ],
    );
    return rows[0] ?? null;
  }

  async countOpen(tx: Transaction, userId: string): Promise<number> {
    const rows: { count: number }[] = await tx.query(
      `select count(*)::integer as count from deposit where user_id = $1 and status = 'review'`,
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  async find(tx: Transaction, id: string): Promise<DepositRow | null> {
    const rows: DepositRow[] = await tx.query(`select ${COLUMNS} from deposit where id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** The deposit as long as nobody has decided it, locked until the transaction ends. */
  async lockOpen(tx: Transaction, id: string): Promise<DepositRow | null> {
    const rows: DepositRow[] = await tx.query(
      `select ${COLUMNS} from deposit where id = $1 and status = 'review' for update`,
      [id],
    );
    return rows[0] ?? null;
  }

  /**
   * Credits of one coin on operators' word, or where there is no chain, wait for each other: call it before every other lock, as changes by hand do.
   * @see deposit_capped
   */
  async lockCaps(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      `select pg_advisory_xact_lock(hashtext('wallet_adjustment_capped'), currency_id) from deposit where id = $1`,
      [id],
    );
  }

  /** Whose caps a credit of this amount counts against; null: its chain confirms just that. As `deposit_capped` has it. */
  async cappedAs(tx: Transaction, id: string, amount: DecimalText): Promise<CappedAct | null> {
    const rows: { act: CappedAct }[] = await tx.query(
      `select case when chain_verdict is null then 'credit' else 'adjustment' end as act from deposit
        where id = $1 and not (chain_verdict is not distinct from 'confirmed' and claimed_amount = $2::numeric)`,
      [id, amount],
    );
    return rows[0]?.act ?? null;
  }

  /** A credit on operators' word may go beyond a person's cap, but not before the instant; null: not at all. */
  async wait(tx: Transaction, id: string, until: Date | null): Promise<void> {
    await tx.query(`update deposit set word_waits_until = $2 where id = $1 and status = 'review'`, [id, until]);
  }

  /**
   * @throws Refusal where a cap of the day is reached: `wallet.adjustment-cap` for a credit against its chain, `wallet.day-cap`
   * for one of which no chain says anything; `deposits.hash-used` where its transaction was credited or has paid a withdrawal.
   */
  async decide(tx: Transaction, id: string, decision: DepositDecision): Promise<DepositRow> {
    const { status, amount, remark, creditedBy = null, proposedBy = null, settledTx = null, at } = decision;
    const decided = `update deposit set status = $2, amount = $3, remark = $4, updated_at = $5, credited_by = $6,
        credit_proposed_by = $7, settled_tx = $8, version = version + 1
      where id = $1 returning ${COLUMNS}`;
    try {
      const parameters = [id, status, amount, remark, at, creditedBy, proposedBy, settledTx];
      const [rows]: [DepositRow[], number] = await tx.query(decided, parameters);
      return rows[0] as DepositRow;
    } catch (error) {
      if (SETTLED_BEFORE.includes(sqlStateOf(error) ?? '')) throw new Refusal('deposits.hash-used');
      throw capReached(error) ?? error;
    }
  }

  /** The newest of the user's deposits under review; there are never many. */
  openOf(tx: Transaction, userId: string): Promise<DepositRow[]> {
    return tx.query(
      `select ${COLUMNS} from deposit where user_id = $1 and status = 'review' order by id desc limit 100`,
      [userId],
    );
  }

  /**
   * Deposits under review with a hash on one of the chains, not looked at since the instant, the oldest look first.
   * @param isBorneOut those that were found on their chain as they are claimed, confirmed or still to be; else all others.
   */
  toLookAt({ chains, before, isBorneOut, limit }: LooksWanted): Promise<DepositRow[]> {
    return this.source.query(
      `select ${COLUMNS} from deposit
        where ${TO_LOOK_AT} and chain = any($1) and (looked_at is null or looked_at < $2)
          and (coalesce(chain_verdict, '') in ('confirmed', 'confirming')) = $3
        order by looked_at nulls first, id limit $4`,
      [chains, before, isBorneOut, limit],
    );
  }

  /** The one, where it is under review with a hash on one of the chains, whenever it was looked at. */
  oneToLookAt(id: string, chains: string[]): Promise<DepositRow[]> {
    return this.source.query(`select ${COLUMNS} from deposit where ${TO_LOOK_AT} and chain = any($1) and id = $2`, [
      chains,
      id,
    ]);
  }

  /** Keeps what the chain says of a deposit under review; with a new version when that is news. */
  async look(
    tx: Transaction,
    id: string,
    look: { verdict: ChainVerdict; confirmations: number; isNews: boolean; at: Date },
  ): Promise<DepositRow> {
    const [rows]: [DepositRow[], number] = await tx.query(
      `update deposit set chain_verdict = $2, confirmations = $3, looked_at = $4, version = version + $5::integer
        where id = $1 returning ${COLUMNS}`,
      [id, look.verdict, look.confirmations, look.at, look.isNews ? 1 : 0],
    );
    return rows[0] as DepositRow;
  }
}
