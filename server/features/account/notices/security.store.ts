import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { ErasureEventKind } from './erasure-words.js';
import type { SubAccountEventKind } from './sub-account-words.js';
import type { SecurityKind } from '../../../platform/http/security-signals.js';

/** What happened to the security of an account. */
export type SecurityEventKind =
  | 'registered'
  | 'login'
  | 'new-device'
  | 'password-changed'
  | 'password-reset'
  | 'fund-password-set'
  | 'fund-password-changed'
  | 'totp-on'
  | 'totp-off'
  | 'wallet-key-added'
  | 'passkey-added'
  | 'passkey-removed'
  | 'api-key-added'
  | 'api-key-revoked'
  | 'data-export-asked'
  | ErasureEventKind
  | SubAccountEventKind
  | 'contact-changed'
  | 'address-added'
  | 'address-removed'
  | 'bank-card-changed'
  | 'otc-payment-added'
  | 'otc-payment-removed'
  | 'anti-phishing-changed'
  | 'verification-submitted'
  | 'merchant-applied'
  | 'limit-set'
  | 'limit-asked'
  | 'limit-called-back'
  | 'break-began'
  | SecurityIncidentKind;

/** What somebody tried or ended: it changes nothing of the account. */
export type SecurityIncidentKind = Exclude<SecurityKind, `desk-${string}`>;

export interface SecurityEvent {
  kind: SecurityEventKind;
  at: Date;
}

/** An event with where it came from. */
export interface RecordedEvent extends SecurityEvent {
  ip: string;
  device: string;
  request: string;
  /** Why, in our own words; of a change, what is new, so far that its owner recognises it. */
  about: string;
}

/** An event as its user reads it. */
export interface SecurityEventRow {
  id: string;
  kind: string;
  ip: string;
  device: string;
  at: Date;
}

/** Incidents of a kind that are written for a user. */
const INCIDENTS = { hourly: 10, daily: 50 };

const parameters = z.record(z.string(), z.string());

export interface NoticeRow {
  id: string;
  kind: string;
  parameters: Record<string, string>;
  at: Date;
}

/** The SQL of what happened to whom: security events, which are written once, and notices to the user. */
@Injectable()
export class SecurityStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async record(tx: Transaction, userId: string, event: RecordedEvent): Promise<void> {
    const { kind, about, ip, device, request, at } = event;
    await tx.query(
      `insert into account_security_event (user_id, kind, about, ip, device, request, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [userId, kind, about, ip, device, request, at],
    );
  }

  /** Writes it unless there are so many of the kind already; without a user it does the same work and writes nothing. */
  async noteIncident(userId: string | null, event: RecordedEvent): Promise<void> {
    await callFunction(this.source.manager, 'security_incident_note', { user: userId, ...event, ...INCIDENTS });
  }

  /** The latest event of each of the kinds since the instant, the newest first: however often one happens, it hides no other. */
  latestSince(
    userId: string,
    kinds: SecurityEventKind[],
    since: Date,
    tx: Transaction = this.source.manager,
  ): Promise<SecurityEvent[]> {
    return tx.query(
      `select kind, max(at) as at from account_security_event
        where user_id = $1 and kind = any($2) and at > $3 group by kind order by max(at) desc`,
      [userId, kinds, since],
    );
  }

  /** The user's events, newest first. */
  events(userId: string, limit: number, offset: number): Promise<SecurityEventRow[]> {
    return this.source.query(
      `select id, kind, ip, device, at from account_security_event
        where user_id = $1 order by at desc, id desc limit $2 offset $3`,
      [userId, limit, offset],
    );
  }

  async countEvents(userId: string): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      'select count(*)::int as count from (select 1 from account_security_event where user_id = $1 limit 10000) as counted',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  /** @returns the event of the notice. */
  async notify(tx: Transaction, userId: string, notice: Omit<NoticeRow, 'id'>): Promise<AccountEventPayload<'notice'>> {
    const rows: { event: AccountEventPayload<'notice'> }[] = await tx.query(
      `insert into account_notice (user_id, kind, parameters, at) values ($1, $2, $3, $4)
       returning notice_event(p_notice => id, p_kind => kind, p_parameters => parameters) as event`,
      [userId, notice.kind, JSON.stringify(notice.parameters), notice.at],
    );
    return (rows[0] as { event: AccountEventPayload<'notice'> }).event;
  }

  async notices(userId: string, limit: number, offset: number): Promise<NoticeRow[]> {
    const rows: NoticeRow[] = await this.source.query(
      'select id, kind, parameters, at from account_notice where user_id = $1 order by id desc limit $2 offset $3',
      [userId, limit, offset],
    );
    return rows.map((row) => ({
      ...row,
      parameters: storedJson(parameters, row.parameters, 'account_notice.parameters'),
    }));
  }

  async countNotices(userId: string): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      'select count(*)::int as count from (select 1 from account_notice where user_id = $1 limit 10000) as counted',
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Whether the user has logged in with such a device from that address before, and whether at all. */
  async knownDevice(
    tx: Transaction,
    userId: string,
    { device, ip }: { device: string; ip: string },
  ): Promise<{ any: boolean; same: boolean }> {
    const rows: { any: boolean; same: boolean }[] = await tx.query(
      `select count(*) > 0 as any, coalesce(bool_or(device = $2 and ip = $3), false) as same
         from (select device, ip from account_session where user_id = $1 order by id desc limit 200) as recent`,
      [userId, device, ip],
    );
    return rows[0] ?? { any: false, same: false };
  }

  /** Whether there were so many of these events since the instant, of which the user was told by no such notice since. */
  async isToBeNotified(
    userId: string,
    {
      kinds,
      least,
      notice,
      since,
    }: { kinds: readonly SecurityEventKind[]; least: number; notice: string; since: Date },
    tx: Transaction = this.source.manager,
  ): Promise<boolean> {
    const rows: { due: boolean }[] = await tx.query(
      `select count(*) >= $3
              and not exists (select from account_notice where user_id = $1 and kind = $4 and at > $5) as due
         from account_security_event where user_id = $1 and kind = any($2) and at > $5`,
      [userId, kinds, least, notice, since],
    );
    return rows[0]?.due === true;
  }
}
