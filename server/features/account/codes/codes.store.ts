import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A code is good for one target and one purpose only. */
export interface CodeName {
  target: string;
  purpose: string;
  /** What exactly it confirms, where it is one act with its values; a code for another is wrong. */
  confirms?: string;
}

export interface NewCode extends CodeName {
  hash: Buffer;
  /** The network address that asked for it; empty for one that a signed-in user asked for. */
  askedFrom: string;
  at: Date;
  expiresAt: Date;
}

export interface LiveCode {
  hash: Buffer;
  askedFrom: string;
}

const LIVE = 'used_at is null and ended_at is null';

/** The verification codes' SQL. */
@Injectable()
export class CodesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Keeps the code; one that was live for the same target and purpose is gone with it. */
  async put({ target, purpose, hash, askedFrom, at, expiresAt }: NewCode): Promise<void> {
    await this.source.query(
      `insert into account_code (target, purpose, code_hash, asked_from, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (target, purpose) where ended_at is null and used_at is null do update set
         code_hash = excluded.code_hash, asked_from = excluded.asked_from, created_at = excluded.created_at,
         expires_at = excluded.expires_at`,
      [target, purpose, hash, askedFrom, at, expiresAt],
    );
  }

  /** What is kept of the live code; null when there is none. */
  async live({ target, purpose }: CodeName, now: Date): Promise<LiveCode | null> {
    const rows: LiveCode[] = await this.source.query(
      `select code_hash as hash, asked_from as "askedFrom" from account_code
        where target = $1 and purpose = $2 and ${LIVE} and expires_at > $3`,
      [target, purpose, now],
    );
    return rows[0] ?? null;
  }

  /** Uses the code up; false when it is not live any more: somebody was quicker. */
  async use(tx: Transaction, { target, purpose }: CodeName, hash: Buffer, now: Date): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      `update account_code set used_at = $4
        where target = $1 and purpose = $2 and ${LIVE} and code_hash = $3 and expires_at > $4 returning id`,
      [target, purpose, hash, now],
    );
    return rows.length > 0;
  }

  /** Ends what is live for the target, whatever it is for. */
  async end(tx: Transaction, target: string, now: Date): Promise<void> {
    await tx.query(`update account_code set ended_at = $2 where target = $1 and ${LIVE}`, [target, now]);
  }

  /** Removes codes older than the instant, at most so many; answers how many. */
  async prune(before: Date, most: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.source.query(
      'delete from account_code where id in (select id from account_code where created_at < $1 limit $2)',
      [before, most],
    );
    return removed;
  }
}
