import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** How long a secret may wait for its confirmation: the proof that it was proposed for is no older. */
const PROPOSAL_MS = 600_000;

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

  /** Keeps a secret that the session may confirm; false when a confirmed one is there. */
  async propose(userId: string, sessionId: string, secret: Buffer): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `insert into account_totp (user_id, session_id, secret, created_at) values ($1, $2, $3, $4)
       on conflict (user_id) do update
         set session_id = excluded.session_id, secret = excluded.secret, created_at = excluded.created_at
         where account_totp.confirmed_at is null
       returning user_id`,
      [userId, sessionId, secret, new Date(this.clock.now())],
    );
    return rows.length > 0;
  }

  /** The sealed secret that the session may confirm now; null: it was proposed none, or too long ago. */
  async proposed(userId: string, sessionId: string): Promise<Buffer | null> {
    const rows: { secret: Buffer }[] = await this.source.query(
      `select secret from account_totp
        where user_id = $1 and session_id = $2 and confirmed_at is null and created_at > $3`,
      [userId, sessionId, this.proposedSince()],
    );
    return rows[0]?.secret ?? null;
  }

  /** Turns this proposal on with its recovery codes; false when it is not there any more, or too old. */
  async confirm(
    tx: Transaction,
    { userId, sessionId, secret }: { userId: string; sessionId: string; secret: Buffer },
    recoveryHashes: Buffer[],
  ): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      `update account_totp set confirmed_at = $2
        where user_id = $1 and session_id = $3 and secret = $4 and confirmed_at is null and created_at > $5
       returning user_id`,
      [userId, new Date(this.clock.now()), sessionId, secret, this.proposedSince()],
    );
    if (rows.length === 0) return false;
    await tx.query('delete from account_recovery_code where user_id = $1', [userId]);
    await tx.query('insert into account_recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
      userId,
      recoveryHashes,
    ]);
    return true;
  }

  private proposedSince(): Date {
    return new Date(this.clock.now() - PROPOSAL_MS);
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
