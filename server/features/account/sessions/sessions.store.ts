import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runPrepared } from '../../../platform/database/prepared-statement.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** Sessions of one user that may live at the same time; a new one beyond them ends the oldest. */
const SESSIONS_MAX = 10;

export type SessionEnd = 'logout' | 'revoked' | 'password' | 'replaced' | 'disabled' | 'wallet';

/** By what somebody logged in. */
export type LoginMethod = 'password' | 'wallet' | 'passkey';

export interface LiveSession {
  id: string;
  userId: string;
  lastUsedAt: Date;
  expiresAt: Date;
  /** The user has asked that the account be erased. */
  isErasing: boolean;
}

export interface NewSession {
  userId: string;
  tokenHash: Buffer;
  method: LoginMethod;
  device: string;
  ip: string;
  userAgent: string;
  at: Date;
  expiresAt: Date;
}

export interface SessionRow {
  id: string;
  device: string;
  ip: string;
  method: LoginMethod;
  created_at: Date;
  last_used_at: Date;
}

/** SQL: since when sessions may live: at this instant all before it were ended at once. */
export const SESSIONS_CUT = `coalesce((select max(c.at) from account_session_cut c), '-infinity')`;

/** Asked by every call of somebody who is signed in. */
const LIVE = {
  name: 'session-live',
  text: `select s.id, s.user_id as "userId", s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
                exists (select from account_erasure e where e.user_id = u.id and e.outcome is null) as "isErasing"
           from account_session s join account_user u on u.id = s.user_id
          where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.last_used_at > $3
            and s.created_at > ${SESSIONS_CUT} and u.disabled_at is null`,
};

/** The sessions' SQL. */
@Injectable()
export class SessionsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The session with the token's hash, if it lives: not ended, used since `idleSince`, its user not disabled. */
  async live(tokenHash: Buffer, now: Date, idleSince: Date): Promise<LiveSession | null> {
    const rows = await runPrepared<LiveSession>(this.source.manager, LIVE, [tokenHash, now, idleSince]);
    return rows[0] ?? null;
  }

  /** From which address the live session was begun, where that was with the password and after `since`; else null. */
  async passwordLogin(userId: string, sessionId: string, since: Date): Promise<string | null> {
    const rows: { ip: string }[] = await this.source.query(
      `select ip from account_session
        where id = $2 and user_id = $1 and method = 'password' and created_at > $3 and ended_at is null`,
      [userId, sessionId, since],
    );
    return rows[0]?.ip ?? null;
  }

  /**
   * Notes the latest uses, each a session and an instant in milliseconds; a later one that stands there stays. All or none: whoever
   * holds a session for longer than a lock may be waited for fails it.
   */
  async noteUses(uses: [sessionId: string, at: number][]): Promise<void> {
    await this.source.query(
      `update account_session s set last_used_at = used.at
         from (select u.id, u.at from unnest($1::bigint[], $2::timestamptz[]) u (id, at) order by u.id offset 0) used
        where s.id = used.id and s.last_used_at < used.at`,
      [uses.map(([id]) => id), uses.map(([, at]) => new Date(at))],
    );
  }

  /**
   * Forgets sessions that could not have lived any more for as many days as the rule says, at most `limit` of the oldest. A session lives
   * for the same time as any other, so the oldest are those that have ended first.
   * @returns how many were forgotten.
   */
  async forget(now: Date, limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.source.query(
      `with oldest as (select id, expires_at from account_session order by id limit $2)
       delete from account_session s using oldest, retention_rule rule
        where rule.name = 'account_session' and s.id = oldest.id
          and oldest.expires_at < require_reached($1) - make_interval(days => rule.days)`,
      [now, limit],
    );
    return count;
  }

  /** Adds a session and ends the oldest beyond the limit; answers those ended. The user's row must be locked. */
  async open(tx: Transaction, session: NewSession): Promise<string[]> {
    const { userId, tokenHash, method, device, ip, userAgent, at, expiresAt } = session;
    await tx.query(
      `insert into account_session
         (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
      [userId, tokenHash, method, device, ip, userAgent, at, expiresAt],
    );
    const [ended]: [{ id: string }[], number] = await tx.query(
      `update account_session set ended_at = $2, end_reason = 'replaced'
        where id in (select id from account_session where user_id = $1 and ended_at is null
                      order by created_at desc, id desc offset $3)
       returning id`,
      [userId, at, SESSIONS_MAX],
    );
    return ended.map(({ id }) => id);
  }

  /**
   * Before sessions are ended whose end is written down: logins lock the user first and its sessions after it, and so
   * does this. Whatever goes on by such a session holds the user (`UsersStore.hold`), and ends before it or asks after it.
   */
  async holdUser(tx: Transaction, userId: string): Promise<void> {
    await tx.query('select from account_user where id = $1 for no key update', [userId]);
  }

  /** Ends one session of the user, and with it the authenticator that it was proposed and has not confirmed; answers whether it lived. */
  async end(
    tx: Transaction,
    { userId, sessionId, reason, now }: { userId: string; sessionId: string; reason: SessionEnd; now: Date },
  ): Promise<boolean> {
    const [ended]: [unknown[], number] = await tx.query(
      `update account_session set ended_at = $4, end_reason = $3
        where id = $2 and user_id = $1 and ended_at is null returning id`,
      [userId, sessionId, reason, now],
    );
    await tx.query('delete from account_totp where user_id = $1 and confirmed_at is null and session_id = $2', [
      userId,
      sessionId,
    ]);
    return ended.length > 0;
  }

  /** Ends every session of the user; answers those ended. */
  async endAll(tx: Transaction, userId: string, reason: SessionEnd, now: Date): Promise<string[]> {
    const [ended]: [{ id: string }[], number] = await tx.query(
      `update account_session set ended_at = $3, end_reason = $2
        where user_id = $1 and ended_at is null returning id`,
      [userId, reason, now],
    );
    await tx.query('delete from account_totp where user_id = $1 and confirmed_at is null', [userId]);
    return ended.map(({ id }) => id);
  }

  /**
   * Ends every session of every user that there is, in one row, however many there are. A second later than now: a process whose clock is
   * a little ahead may just have opened one.
   * @param proposalId on which two operators agreed.
   */
  async endEverybodys(tx: Transaction, proposalId: string): Promise<void> {
    await tx.query(
      `insert into account_session_cut (at, proposal_id) values (clock_timestamp() + interval '1 second', $1)`,
      [proposalId],
    );
  }

  /** Ends every session of the user but this one; answers those ended. */
  async endOthers(
    tx: Transaction,
    { userId, sessionId, reason, now }: { userId: string; sessionId: string; reason: SessionEnd; now: Date },
  ): Promise<string[]> {
    const [ended]: [{ id: string }[], number] = await tx.query(
      `update account_session set ended_at = $4, end_reason = $3
        where user_id = $1 and id <> $2 and ended_at is null returning id`,
      [userId, sessionId, reason, now],
    );
    await tx.query(
      'delete from account_totp where user_id = $1 and confirmed_at is null and session_id is distinct from $2',
      [userId, sessionId],
    );
    return ended.map(({ id }) => id);
  }

  list(userId: string, now: Date, idleSince: Date): Promise<SessionRow[]> {
    return this.source.query(
      `select id, device, ip, method, created_at, last_used_at from account_session
        where user_id = $1 and ended_at is null and expires_at > $2 and last_used_at > $3 and created_at > ${SESSIONS_CUT}
        order by last_used_at desc, id desc limit ${SESSIONS_MAX}`,
      [userId, now, idleSince],
    );
  }

  /** Users who were disabled since the instant. */
  async disabledSince(since: Date): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      'select id from account_user where disabled_at > $1 limit 1000',
      [since],
    );
    return rows.map(({ id }) => id);
  }

  /** Those of the given sessions that live no more. */
  async dead(ids: string[], now: Date, idleSince: Date): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select asked.id from unnest($1::bigint[]) as asked (id)
        where not exists (select 1 from account_session s join account_user u on u.id = s.user_id
                           where s.id = asked.id and s.ended_at is null and s.expires_at > $2
                             and s.last_used_at > $3 and s.created_at > ${SESSIONS_CUT} and u.disabled_at is null)`,
      [ids, now, idleSince],
    );
    return rows.map(({ id }) => id);
  }
}
