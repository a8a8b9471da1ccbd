import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface TotpRow {
  /** Sealed; only {@link SecretBox} opens it. */
  secret: Buffer;
  confirmedAt: Date | null;
}

/** A code that is right, whether it was used or not: a time step of the authenticator, or a recovery code. */
export type UsableCode = { kind: 'step'; step: number } | { kind: 'recovery'; hashes: Buffer[]; at: Date };

/** The authenticators' SQL. */
@Injectable()
export class TotpStore {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  async find(userId: string, tx: Transaction = this.source.manager): Promise<TotpRow | null> {
    const rows: TotpRow[] = await tx.query(
      'select secret, confirmed_at as "confirmedAt" from account_totp where user_id = $1',
      [userId],
    );
    return rows[0] ?? null;
  }

  /** Keeps a secret that is not confirmed yet; false when a confirmed one is there. */
  async propose(userId: string, secret: Buffer): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `insert into account_totp (user_id, secret, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at
         where account_totp.confirmed_at is null
       returning user_id`,
      [userId, secret, new Date(this.clock.now())],
    );
    return rows.length > 0;
  }

  /** Turns it on with its recovery codes; false when it is on already. */
  async confirm(tx: Transaction, userId: string, recoveryHashes: Buffer[]): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      'update account_totp set confirmed_at = $2 where user_id = $1 and confirmed_at is null returning user_id',
      [userId, new Date(this.clock.now())],
    );
    if (rows.length === 0) return false;
    await tx.query('delete from account_recovery_code where user_id = $1', [userId]);
    await tx.query('insert into account_recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
      userId,
      recoveryHashes,
    ]);
    return true;
  }

  async remove(tx: Transaction, userId: string): Promise<void> {
    await tx.query('delete from account_recovery_code where user_id = $1', [userId]);
    await tx.query('delete from account_totp where user_id = $1', [userId]);
  }

  /** Whether the code was not used yet: each is good once, and no time step before the last one used. */
  async isLeft(userId: string, code: UsableCode): Promise<boolean> {
    const rows: unknown[] = await (code.kind === 'step'
      ? this.source.query('select from account_totp where user_id = $1 and last_step < $2', [userId, code.step])
      : this.source.query(
          'select from account_recovery_code where user_id = $1 and code_hash = any ($2::bytea[]) and used_at is null',
          [userId, code.hashes],
        ));
    return rows.length > 0;
  }

  /** Uses a code up; false when it was used before. */
  async use(userId: string, code: UsableCode, tx: Transaction = this.source.manager): Promise<boolean> {
    const [rows]: [unknown[], number] = await (code.kind === 'step'
      ? tx.query('update account_totp set last_step = $2 where user_id = $1 and last_step < $2 returning user_id', [
          userId,
          code.step,
        ])
      : tx.query(
          `update account_recovery_code set used_at = $3
            where user_id = $1 and code_hash = any ($2::bytea[]) and used_at is null returning user_id`,
          [userId, code.hashes, code.at],
        ));
    return rows.length > 0;
  }
}
