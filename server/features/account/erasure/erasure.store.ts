import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import { callForRows, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface ErasureRow {
  id: string;
  userId: string;
  askedAt: Date;
  dueAt: Date;
  outcome: 'taken-back' | 'stopped' | 'erased' | null;
  obstacles: string[];
}

export interface Obstacle {
  name: string;
  found: number;
}

/** What is left of a coin, too little to leave the account, or what was given up of it. */
export interface RestRow {
  currencyId: number;
  currency: string;
  amount: DecimalText;
}

export interface WalletName {
  chain: string;
  address: string;
}

const ROW = `e.id::text, e.user_id::text as "userId", e.asked_at as "askedAt", e.due_at as "dueAt", e.outcome, e.obstacles`;

/** The SQL of closing and erasing accounts. What changes a user's state is stored functions, which hold its row. */
@Injectable()
export class ErasureStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The newest that the user asked for. */
  async newest(userId: string): Promise<ErasureRow | null> {
    const rows: ErasureRow[] = await this.source.query(
      `select ${ROW} from account_erasure e where e.user_id = $1 order by e.id desc limit 1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /** What stands in the way of who gives this up. */
  obstacles(userId: string, rest: readonly RestRow[], tx: Transaction = this.source.manager): Promise<Obstacle[]> {
    const { currencies, amounts } = sidesOf(rest);
    return callForRows(tx, 'account_obstacles', { user: userId, currencies, amounts });
  }

  /** What is too little to leave the account at this instant. */
  rest(userId: string, at: Date, tx: Transaction = this.source.manager): Promise<RestRow[]> {
    return tx.query(
      `select r.currency_id as "currencyId", c.code as currency, trim_scale(r.amount)::text as amount
         from account_rest($1, $2) r join currency c on c.id = r.currency_id order by c.code collate "C"`,
      [userId, at],
    );
  }

  /** What was given up with this one. */
  givenUp(erasureId: string): Promise<RestRow[]> {
    return this.source.query(
      `select r.currency_id as "currencyId", c.code as currency, trim_scale(r.amount)::text as amount
         from account_erasure_rest r join currency c on c.id = r.currency_id
        where r.erasure_id = $1 order by c.code collate "C"`,
      [erasureId],
    );
  }

  /** When it is due; null where one waits already. @throws AE001 where what is given up is not what there is by now. */
  ask(
    tx: Transaction,
    given: { user: string; days: number; at: Date; rest: readonly RestRow[] },
  ): Promise<Date | null> {
    const { rest, ...asked } = given;
    return callFunction(tx, 'account_erasure_ask', { ...asked, ...sidesOf(rest) }) as Promise<Date | null>;
  }

  takeBack(tx: Transaction, userId: string, at: Date): Promise<boolean> {
    return callFunction(tx, 'account_erasure_take_back', { user: userId, at });
  }

  /** Whose time has come by the database's clock, and of whom all rebates are decided, in the order in which they asked, after this one. */
  due(at: Date, after: string, limit: number): Promise<ErasureRow[]> {
    return this.source.query(
      `select ${ROW} from account_erasure e
        where e.outcome is null and e.due_at <= database_now($1) and e.id > $2 and erasure_rebates_decided(e.asked_at)
        order by e.id limit $3`,
      [at, after, limit],
    );
  }

  /** How many are due and not ended. */
  async overdue(at: Date): Promise<number> {
    const [row]: { overdue: number }[] = await this.source.query(
      'select count(*)::integer as overdue from account_erasure where outcome is null and due_at <= database_now($1)',
      [at],
    );
    return row?.overdue ?? 0;
  }

  /** Whether it still waits; the user's row is held. */
  async isWaiting(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from account_erasure where id = $1 and outcome is null', [id]);
    return rows.length === 1;
  }

  wallets(tx: Transaction, userId: string): Promise<WalletName[]> {
    return tx.query('select chain, address from account_wallet_key where user_id = $1 order by chain, address', [
      userId,
    ]);
  }

  async putPart(tx: Transaction, erasureId: string, number: number, sealed: Buffer): Promise<void> {
    await tx.query('insert into retained_record_part (erasure_id, number, sealed) values ($1, $2, $3)', [
      erasureId,
      number,
      sealed,
    ]);
  }

  /** What stood in the way; empty: the account is erased; null: it does not wait any more. */
  erase(
    tx: Transaction,
    given: { erasure: string; digests: Buffer[]; bytes: string; retentionYears: number; at: Date },
  ): Promise<string[] | null> {
    return callFunction(tx, 'account_erase', given) as Promise<string[] | null>;
  }

  prune(at: Date, records: number): Promise<number> {
    return callFunction(this.source.manager, 'erasure_prune', { at, records });
  }
}

function sidesOf(rest: readonly RestRow[]): { currencies: number[]; amounts: DecimalText[] } {
  return { currencies: rest.map(({ currencyId }) => currencyId), amounts: rest.map(({ amount }) => amount) };
}
