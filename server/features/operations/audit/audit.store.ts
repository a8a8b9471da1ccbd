import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { earlierHaveEnded } from '../../../platform/database/earlier-transactions.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Actor } from './actor.js';
import type { AuditLine } from './audit-log.js';

export interface AuditRow {
  id: string;
  at: Date;
  operatorId: string | null;
  operator: string;
  action: string;
  subject: string;
  subjectId: string | null;
  userId: string | null;
  detail: Record<string, unknown>;
  address: string;
  request: string;
  sealed: boolean;
}

export interface AuditFilter {
  operatorId: string | null;
  /** The action or its beginning up to a dot. */
  action: string | null;
  subject: string | null;
  subjectId: string | null;
  userId: string | null;
  from: Date | null;
  to: Date | null;
}

/** How far the log and the users' security events go, or are sealed. */
export interface Reach {
  entry: string;
  event: string;
}

export interface SealRow {
  id: string;
  last: string;
  /** The last security event of a user that is sealed; 0 before the first. */
  lastEvent: string;
  hash: string;
  at: Date;
}

/** The audit log's SQL. */
@Injectable()
export class AuditStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * The transaction has its number before the entry has one: the sealer waits for every transaction that may still
   * bring an entry below the newest, and knows them by their numbers. Answers the entry's own number.
   */
  async insert(tx: Transaction, actor: Actor, line: AuditLine, at: Date): Promise<string> {
    const rows: { id: string }[] = await tx.query(
      `with began as materialized (select pg_current_xact_id() as number)
       insert into audit_entry (at, operator_id, operator, session_id, action, subject, subject_id, user_id, detail,
         address, request)
       select $1::timestamptz, $2::bigint, coalesce((select login from operator where id = $2), $11), $3::bigint,
         $4, $5, $6, $7::bigint, $8::jsonb, $9, $10
         from began where began.number is not null
       returning id`,
      [
        at,
        actor.operatorId,
        actor.sessionId,
        line.action,
        line.subject,
        line.subjectId ?? null,
        line.userId ?? null,
        JSON.stringify(line.detail ?? {}),
        actor.address,
        actor.request,
        actor.name ?? 'command line',
      ],
    );
    return (rows[0] as { id: string }).id;
  }

  /** Whether the same line of the same session is there since the instant. */
  async isRecorded(tx: Transaction, { operatorId, sessionId }: Actor, line: AuditLine, since: Date): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select 1 from audit_entry where operator_id = $1 and session_id is not distinct from $2::bigint and action = $3
          and subject_id is not distinct from $4 and detail = $5::jsonb and at > $6 limit 1`,
      [operatorId, sessionId, line.action, line.subjectId ?? null, JSON.stringify(line.detail ?? {}), since],
    );
    return rows.length > 0;
  }

  /** Whether the same line from the same address is there since the instant, whoever it was. */
  async isRecordedFrom(tx: Transaction, { address }: Actor, line: AuditLine, since: Date): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select 1 from audit_entry where subject = $1 and action = $3
          -- No index knows of "is not distinct from".
          and (subject_id = $2::text or $2::text is null and subject_id is null) and address = $4 and detail = $5::jsonb and at > $6 limit 1`,
      [line.subject, line.subjectId ?? null, line.action, address, JSON.stringify(line.detail ?? {}), since],
    );
    return rows.length > 0;
  }

  /** The numbers of the newest entry and event that are there; lower ones may still be on their way. */
  async newest(): Promise<Reach> {
    const rows: Reach[] = await this.source.query(
      `select (select coalesce(max(id), 0) from audit_entry)::text as entry,
              (select coalesce(max(id), 0) from account_security_event)::text as event`,
    );
    return rows[0] as Reach;
  }

  /** Whether all transactions that could still write below the number have ended; waits two seconds at most. */
  earlierHaveEnded(): Promise<boolean> {
    return earlierHaveEnded(this.source);
  }

  /** Adds one seal over entries and events up to the given ones; answers whether there was something to seal. */
  async sealNext({ entry, event }: Reach, at: Date): Promise<boolean> {
    return callFunction(this.source.manager, 'audit_seal_next', { upto: entry, at, uptoEvent: event });
  }

  /** By the seals' numbers; those that are not there are left out. */
  async hashesOf(seals: readonly string[]): Promise<Map<string, string>> {
    const rows: { id: string; hash: string }[] = await this.source.query(
      `select id, encode(hash, 'hex') as hash from audit_seal where id = any($1::bigint[])`,
      [seals],
    );
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  }

  /** When the seals that are there were made. */
  async sealedAt(seals: readonly string[]): Promise<{ id: string; at: Date }[]> {
    return this.source.query(`select id, sealed_at as at from audit_seal where id = any($1::bigint[]) order by id`, [
      seals,
    ]);
  }

  /** Whether the entry is there and says that the line of anchors was begun. */
  async saysThatBegan(entry: string, line: number): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `select 1 from audit_entry where id = $1 and action = 'audit.begin-anchors' and subject_id = $2`,
      [entry, line],
    );
    return rows.length > 0;
  }

  async head(): Promise<SealRow | null> {
    const rows: SealRow[] = await this.source.query(
      `select id, last_entry as last, coalesce(last_event, 0)::text as "lastEvent", encode(hash, 'hex') as hash,
              sealed_at as at
         from audit_seal order by id desc limit 1`,
    );
    return rows[0] ?? null;
  }
}
