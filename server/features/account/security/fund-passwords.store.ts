import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

/** Limits on guessing a fund password. */
export interface LockRule {
  triesMax: number;
  lockSeconds: number;
  /** So many locks inside the span and the next one does not end by itself. */
  locksMax: number;
  locksSpanSeconds: number;
}

export interface FundPasswordTry {
  hash: string;
  /** This try is the last one before the lock. */
  isLast: boolean;
}

export interface FundPasswordLock {
  lockedUntil: Date | null;
  staysLocked: boolean;
}

export interface FirstFundPassword {
  userId: string;
  hash: string;
  now: Date;
  /** Nothing but the login was asked of who sets it. */
  isPlain: boolean;
}

/** The fund passwords' SQL. Counts and locks are in Postgres: no restart forgets them. */
@Injectable()
export class FundPasswordsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async exists(userId: string, tx: Transaction = this.source.manager): Promise<boolean> {
    const rows: unknown[] = await tx.query('select 1 from account_fund_password where user_id = $1', [userId]);
    return rows.length > 0;
  }

  async hashOf(userId: string): Promise<string | null> {
    const rows: { hash: string }[] = await this.source.query(
      'select password_hash as hash from account_fund_password where user_id = $1',
      [userId],
    );
    return rows[0]?.hash ?? null;
  }

  /**
   * Takes one try before the password is looked at, under the row's lock, so that parallel guesses each count; the
   * try that uses the last one locks at the same time. Null when none is set or it is locked.
   */
  async takeTry(userId: string, now: Date, rule: LockRule): Promise<FundPasswordTry | null> {
    const [rows]: [FundPasswordTry[], number] = await this.source.query(
      `update account_fund_password set
         wrong = case when wrong + 1 >= $3 then 0 else wrong + 1 end,
         locked_until = case when wrong + 1 >= $3 then $2::timestamptz + make_interval(secs => $4) else null end,
         locks = case when wrong + 1 >= $3 then ${RECENT_LOCKS} || $2::timestamptz else locks end,
         stays_locked = wrong + 1 >= $3 and cardinality(${RECENT_LOCKS}) + 1 >= $5
       where user_id = $1 and not stays_locked and (locked_until is null or locked_until <= $2)
       returning password_hash as hash, locked_until is not null as "isLast"`,
      [userId, now, rule.triesMax, rule.lockSeconds, rule.locksMax, rule.locksSpanSeconds],
    );
    return rows[0] ?? null;
  }

  /**
   * The password was right: nothing wrong is counted any more, and the lock that the try brought is undone. `renewed` is a
   * hash of the same one in the place of the former. False when another hash stands there by now.
   */
  async forgive(userId: string, { isLast, hash }: FundPasswordTry, renewed: string | null): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      `update account_fund_password set wrong = case when $2 or locked_until is null then 0 else wrong end,
         password_hash = coalesce($4, password_hash),
         locked_until = case when $2 then null else locked_until end,
         stays_locked = stays_locked and not $2,
         locks = case when $2 then locks[1:cardinality(locks) - 1] else locks end
       where user_id = $1 and password_hash = $3 returning user_id`,
      [userId, isLast, hash, renewed],
    );
    return rows.length > 0;
  }

  async lockOf(userId: string): Promise<FundPasswordLock | null> {
    const rows: FundPasswordLock[] = await this.source.query(
      `select locked_until as "lockedUntil", stays_locked as "staysLocked"
         from account_fund_password where user_id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /** Whether nothing but the login was asked of who set it; null where none is set. */
  async isPlain(userId: string, tx: Transaction = this.source.manager): Promise<boolean | null> {
    const rows: { isPlain: boolean }[] = await tx.query(
      'select plainly_proven as "isPlain" from account_fund_password where user_id = $1',
      [userId],
    );
    return rows[0]?.isPlain ?? null;
  }

  /** Sets the first one; false when there is one already. */
  async insert(tx: Transaction, { userId, hash, now, isPlain }: FirstFundPassword): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `insert into account_fund_password (user_id, password_hash, set_at, plainly_proven) values ($1, $2, $3, $4)
       on conflict do nothing returning user_id`,
      [userId, hash, now, isPlain],
    );
    return rows.length > 0;
  }

  /**
   * Replaces the one with the hash `replaced` and ends its lock; false when it is another one by now. Null resets
   * whichever there is: a lock that stays and the history of locks end with that only. Set by the login alone it is as plainly
   * proven as the one before.
   */
  async replace(
    tx: Transaction,
    { userId, hash, replaced, now, isPlain }: FirstFundPassword & { replaced: string | null },
  ): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      `update account_fund_password set password_hash = $2, wrong = 0, locked_until = null, set_at = $3,
         stays_locked = stays_locked and $4::text is not null, plainly_proven = plainly_proven and $5,
         locks = case when $4::text is null then '{}' else locks end
        where user_id = $1 and ($4::text is null or password_hash = $4) returning user_id`,
      [userId, hash, now, replaced, isPlain],
    );
    return rows.length > 0;
  }
}

const RECENT_LOCKS = `array(select t from unnest(locks) t where t > $2::timestamptz - make_interval(secs => $6))`;
