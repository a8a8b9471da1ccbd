import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

/** What became of something that somebody decides. */
export interface WalletAct {
  subject: 'deposit' | 'withdrawal' | 'adjustment';
  subjectId: string;
  /** Null for the beginning. */
  from: string | null;
  to: string;
  /** Null: the user, or the product. */
  operatorId: string | null;
  reason?: string;
  at: Date;
}

/** The record of decisions, written once, and the lock behind which the commands of one user stand in line. */
@Injectable()
export class WalletActs {
  async record(tx: Transaction, { subject, subjectId, from, to, operatorId, reason, at }: WalletAct): Promise<void> {
    await tx.query(
      `insert into wallet_act (subject, subject_id, from_status, to_status, operator_id, reason, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [subject, subjectId, from, to, operatorId, reason ?? null, at],
    );
  }

  /**
   * One command of the user at a time, until the transaction ends. Taken before every other lock. Not `for update`:
   * rows that refer to the user (the command's own key among them) hold a key share of it, and two commands that both
   * hold one would wait for each other.
   */
  async lockUser(tx: Transaction, userId: string): Promise<void> {
    await tx.query('select 1 from account_user where id = $1 for no key update', [userId]);
  }

  /**
   * Before money is credited to a user: an account that is erased at the same moment waits, or is found erased.
   * @throws Refusal `wallet.account-erased`.
   */
  async requireAccount(tx: Transaction, userId: string): Promise<void> {
    const rows: unknown[] = await tx.query(
      'select from account_user where id = $1 and erased_at is null for no key update',
      [userId],
    );
    if (rows.length === 0) throw new Refusal('wallet.account-erased');
  }
}
