import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface NewOperatorSession {
  operatorId: string;
  tokenHash: Buffer;
  ip: string;
  userAgent: string;
  at: Date;
  expiresAt: Date;
}

export interface LiveOperatorSession {
  id: string;
  operatorId: string;
  roles: string[];
  lastUsedAt: Date;
  expiresAt: Date;
}

const SESSIONS_MAX = 5;
/** Of a session `s`, by the instants $1 and $2. */
const LIVE = 's.ended_at is null and s.expires_at > $1 and s.last_used_at > $2';

/** The SQL of the operators' sessions. Only digests of tokens are kept. */
@Injectable()
export class OperatorSessionsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Opens a session; of too many the oldest end. */
  async open(tx: Transaction, session: NewOperatorSession): Promise<string> {
    const rows: { id: string }[] = await tx.query(
      `insert into operator_session (operator_id, token_hash, ip, user_agent, created_at, last_used_at, expires_at)
       values ($1, $2, $3, $4, $5, $5, $6) returning id`,
      [session.operatorId, session.tokenHash, session.ip, session.userAgent, session.at, session.expiresAt],
    );
    await tx.query(
      `update operator_session set ended_at = $2 where id in (
         select id from operator_session where operator_id = $1 and ended_at is null order by id desc offset $3)`,
      [session.operatorId, session.at, SESSIONS_MAX],
    );
    return (rows[0] as { id: string }).id;
  }

  /** The session while it lives and its operator may be at the desk. */
  async live(tokenHash: Buffer, now: Date, idleSince: Date): Promise<LiveOperatorSession | null> {
    const rows: LiveOperatorSession[] = await this.source.query(
      `select s.id, s.operator_id as "operatorId", o.roles, s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt"
         from operator_session s join operator o on o.id = s.operator_id
        where ${LIVE} and s.token_hash = $3 and o.disabled_at is null and o.one_time_until is null`,
      [now, idleSince, tokenHash],
    );
    return rows[0] ?? null;
  }

  async isLive(
    tx: Transaction,
    { operatorId, sessionId }: { operatorId: string; sessionId: string },
    now: Date,
    idleSince: Date,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select from operator_session s where ${LIVE} and s.id = $3 and s.operator_id = $4`,
      [now, idleSince, sessionId, operatorId],
    );
    return rows.length > 0;
  }

  async expiresAt(sessionId: string): Promise<Date | null> {
    const rows: { expiresAt: Date }[] = await this.source.query(
      'select expires_at as "expiresAt" from operator_session where id = $1',
      [sessionId],
    );
    return rows[0]?.expiresAt ?? null;
  }

  async touch(id: string, now: Date): Promise<void> {
    await this.source.query('update operator_session set last_used_at = $2 where id = $1 and last_used_at < $2', [
      id,
      now,
    ]);
  }

  async end(tx: Transaction, id: string, now: Date): Promise<void> {
    await tx.query('update operator_session set ended_at = $2 where id = $1 and ended_at is null', [id, now]);
  }

  /** All of the operator's but the one, where one is named. */
  async endAll(tx: Transaction, operatorId: string, now: Date, but: string | null = null): Promise<void> {
    await tx.query(
      `update operator_session set ended_at = $2
        where operator_id = $1 and ended_at is null and ($3::bigint is null or id <> $3)`,
      [operatorId, now, but],
    );
  }
}
