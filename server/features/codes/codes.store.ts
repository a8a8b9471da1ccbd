import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';

/** A code is good for one target and one purpose only. */
export interface CodeName {
  target: string;
  purpose: string;
}

export interface NewCode extends CodeName {
  hash: Buffer;
  tries: number;
  at: Date;
  expiresAt: Date;
}

const LIVE = 'used_at is null and ended_at is null';

/** The verification codes' SQL. */
@Injectable()
export class CodesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Keeps the code; one that was live for the same target and purpose is gone with it. */
  async put({ target, purpose, hash, tries, at, expiresAt }: NewCode): Promise<void> {
    await this.source.query(
      `insert into account_code (target, purpose, code_hash, tries_left, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (target, purpose) where ended_at is null and used_at is null do update set
         code_hash = excluded.code_hash, tries_left = excluded.tries_left, created_at = excluded.created_at,
         expires_at = excluded.expires_at`,
      [target, purpose, hash, tries, at, expiresAt],
    );
  }

  /** Takes one try and answers what is kept of the live code; null when there is none or no try is left. */
  async takeTry({ target, purpose }: CodeName, now: Date): Promise<Buffer | null> {
    const [rows]: [{ hash: Buffer }[], number] = await this.source.query(
      `update account_code set tries_left = tries_left - 1
        where target = $1 and purpose = $2 and ${LIVE} and expires_at > $3 and tries_left > 0
       returning code_hash as hash`,
      [target, purpose, now],
    );
    return rows[0]?.hash ?? null;
  }

  /** Gives the try back: the code was right. */
  async giveTryBack({ target, purpose }: CodeName, hash: Buffer): Promise<void> {
    await this.source.query(
      `update account_code set tries_left = tries_left + 1
        where target = $1 and purpose = $2 and ${LIVE} and code_hash = $3`,
      [target, purpose, hash],
    );
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

  /** Removes codes older than the instant, at most so many. */
  async prune(before: Date, most: number): Promise<void> {
    await this.source.query(
      'delete from account_code where id in (select id from account_code where created_at < $1 limit $2)',
      [before, most],
    );
  }
}
