import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ApiKeyKind, ApiKeyScope } from '../../../contract/rules/api-keys.rules.js';
import { runPrepared } from '../../../platform/database/prepared-statement.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { SESSIONS_CUT } from '../sessions/index.js';

export type ApiKeyEnd = 'revoked' | 'password' | 'sessions';

export interface NewApiKey {
  userId: string;
  publicId: string;
  name: string;
  kind: ApiKeyKind;
  /** Sealed; only the box opens it. */
  secret: Buffer | null;
  publicKey: Buffer | null;
  scopes: readonly ApiKeyScope[];
  isDemo: boolean;
  addresses: readonly string[];
  at: Date;
  expiresAt: Date | null;
}

export interface ApiKeyRow {
  id: string;
  userId: string;
  publicId: string;
  name: string;
  kind: ApiKeyKind;
  scopes: ApiKeyScope[];
  isDemo: boolean;
  addresses: string[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
  /** Why it is accepted no more; null: it has not been ended. */
  endReason: ApiKeyEnd | null;
}

/** What a signature is judged by. */
export interface UsedApiKey extends ApiKeyRow {
  secret: Buffer | null;
  publicKey: Buffer | null;
  /** It, or the main account of its sub-account. */
  isOfDisabledUser: boolean;
  /** Of a sub-account that its owner has frozen. */
  isFrozen: boolean;
  /** Whose account it is: of a sub-account the main one. */
  personId: string;
}

const COLUMNS = `k.id, k.user_id as "userId", k.public_id as "publicId", k.name, k.kind, k.scopes, k.is_demo as "isDemo",
  k.addresses, k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
  k.last_used_ip as "lastUsedIp",
  case when k.end_reason is null and k.created_at <= ${SESSIONS_CUT} then 'sessions' else k.end_reason end as "endReason"`;

/** Asked by every request that is signed. */
const USED = {
  name: 'api-key-used',
  text: `select ${COLUMNS}, k.secret, k.public_key as "publicKey", u.disabled_at is not null or m.disabled_at is not null as "isOfDisabledUser",
                s.frozen_at is not null as "isFrozen", coalesce(s.main_id, u.id) as "personId"
           from account_api_key k join account_user u on u.id = k.user_id
           left join sub_account s on s.user_id = u.id left join account_user m on m.id = s.main_id
          where k.public_id = $1`,
};

/** Keys that were ended are shown for so long. */
const SHOWN_MS = 30 * 86_400_000;
const SHOWN_MAX = 100;

/** The API keys' SQL. */
@Injectable()
export class ApiKeysStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async used(publicId: string): Promise<UsedApiKey | null> {
    const rows = await runPrepared<UsedApiKey>(this.source.manager, USED, [publicId]);
    return rows[0] ?? null;
  }

  /** Notes the use, at most once since `unlessSince`. */
  async touch(id: string, { now, ip, unlessSince }: { now: Date; ip: string; unlessSince: Date }): Promise<void> {
    await this.source.query(
      `update account_api_key set last_used_at = $2, last_used_ip = $3
        where id = $1 and (last_used_at is null or last_used_at < $4)`,
      [id, now, ip, unlessSince],
    );
  }

  /** Those that live first, the newest first; what ended long ago no more. */
  list(userId: string, now: number): Promise<ApiKeyRow[]> {
    return this.source.query(
      `select ${COLUMNS} from account_api_key k
        where k.user_id = $1 and (k.ended_at is null or k.ended_at > $2)
        order by k.ended_at is not null, k.id desc limit ${SHOWN_MAX}`,
      [userId, new Date(now - SHOWN_MS)],
    );
  }

  /** Of any of the user's accounts. */
  async one(userId: string, id: string): Promise<ApiKeyRow | null> {
    const rows: ApiKeyRow[] = await this.source.query(
      `select ${COLUMNS} from account_api_key k where k.user_id = any (person_accounts($1)) and k.id = $2`,
      [userId, id],
    );
    return rows[0] ?? null;
  }

  /** Until the transaction ends keys of the user are made by nobody else, and its password is changed by nobody. */
  async holdOwner(tx: Transaction, userId: string): Promise<void> {
    await tx.query('select from account_user where id = $1 for no key update', [userId]);
  }

  /** Whether the account is a sub-account of the user's. */
  async isSubOf(userId: string, subId: string, tx: Transaction = this.source.manager): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from sub_account where user_id = $2 and main_id = $1', [
      userId,
      subId,
    ]);
    return rows.length > 0;
  }

  /** Those that take up a place: not ended, and not expired. The user's row must be locked. */
  async countLive(tx: Transaction, userId: string, now: Date): Promise<number> {
    const rows: { count: number }[] = await tx.query(
      `select count(*)::integer as count from account_api_key
        where user_id = $1 and ended_at is null and (expires_at is null or expires_at > $2) and created_at > ${SESSIONS_CUT}`,
      [userId, now],
    );
    return rows[0]?.count ?? 0;
  }

  async insert(tx: Transaction, key: NewApiKey): Promise<string> {
    const rows: { id: string }[] = await tx.query(
      `insert into account_api_key
         (user_id, public_id, name, kind, secret, public_key, scopes, is_demo, addresses, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
      [
        key.userId,
        key.publicId,
        key.name,
        key.kind,
        key.secret,
        key.publicKey,
        key.scopes,
        key.isDemo,
        key.addresses,
        key.at,
        key.expiresAt,
      ],
    );
    return rows[0]?.id ?? '';
  }

  /** False when there is none such of the user's. */
  async rename(userId: string, id: string, name: string): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      `update account_api_key set name = $3
        where user_id = any (person_accounts($1)) and id = $2 and ended_at is null returning id`,
      [userId, id, name],
    );
    return rows.length > 0;
  }

  /** Ends one; answers its name, null where there is none such of the user's that has not ended. */
  async end(
    tx: Transaction,
    { userId, id, reason, now }: { userId: string; id: string; reason: ApiKeyEnd; now: Date },
  ): Promise<string | null> {
    const [rows]: [{ name: string }[], number] = await tx.query(
      `update account_api_key set ended_at = $4, end_reason = $3
        where id = $2 and user_id = any (person_accounts($1)) and ended_at is null returning name`,
      [userId, id, reason, now],
    );
    return rows[0]?.name ?? null;
  }

  /** Ends all of the user's, of whichever account; answers those ended. The user's row must be locked, so that none is made meanwhile. */
  async endAll(tx: Transaction, userId: string, reason: ApiKeyEnd, now: Date): Promise<{ id: string; name: string }[]> {
    const [rows]: [{ id: string; name: string }[], number] = await tx.query(
      `update account_api_key set ended_at = $3, end_reason = $2
        where user_id = any (person_accounts($1)) and ended_at is null returning id, name`,
      [userId, reason, now],
    );
    return rows;
  }

  /** Those of the given keys that are accepted no more. */
  async dead(ids: readonly string[], now: Date): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `select asked.id::text as id from unnest($1::bigint[]) as asked (id)
        where not exists (select from account_api_key k join account_user u on u.id = k.user_id
                            left join sub_account s on s.user_id = u.id left join account_user m on m.id = s.main_id
                           where k.id = asked.id and k.ended_at is null and (k.expires_at is null or k.expires_at > $2)
                             and k.created_at > ${SESSIONS_CUT} and u.disabled_at is null
                             and m.disabled_at is null and s.frozen_at is null)`,
      [ids, now],
    );
    return rows.map(({ id }) => id);
  }

  /** Whether its owner is to be told that it was used elsewhere: once since the instant, whoever asks at once. */
  async isToBeNotified(tx: Transaction, publicId: string, now: Date, unlessSince: Date): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      `update account_api_key set told_at = $2 where public_id = $1 and (told_at is null or told_at < $3) returning id`,
      [publicId, now, unlessSince],
    );
    return rows.length > 0;
  }
}
