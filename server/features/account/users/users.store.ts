import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runPrepared } from '../../../platform/database/prepared-statement.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { type Contact, emailKeysOf, type Username } from './contact.rules.js';

/** A user as the accounts know it. Never given out as it is. */
export interface UserRow {
  id: string;
  username: string | null;
  email: string | null;
  phone: string | null;
  /** Since when the contact is this one; null: since there is the account. */
  emailBoundAt: Date | null;
  phoneBoundAt: Date | null;
  passwordHash: string | null;
  /** Empty: a sub-account, which nobody logs in to and nobody is invited by. */
  extensionCode: string;
  language: string;
  antiPhishingWord: string | null;
  disabledAt: Date | null;
  createdAt: Date;
}

export interface NewUser {
  contact: Contact | null;
  username: Username | null;
  passwordHash: string | null;
  extensionCode: string;
  invitedBy: string | null;
  language: string;
  agreedAt: Date | null;
  at: Date;
}

/** Whom a client names: by a contact or by a user name. */
export interface UserName {
  contact: Contact | null;
  username: Username | null;
}

const COLUMNS = `id, username, email, phone, email_bound_at as "emailBoundAt", phone_bound_at as "phoneBoundAt", password_hash as "passwordHash",
  coalesce(extension_code, '') as "extensionCode",
  language, anti_phishing_word as "antiPhishingWord", disabled_at as "disabledAt", created_at as "createdAt"`;

/** Asked by every purchase of an option, too, because its reply says whose it is. */
const BY_ID = { name: 'user-by-id', text: `select ${COLUMNS} from account_user where id = $1` };

/** Names of browsers that are kept of a user. */
const DEVICES_MAX = 500;

/** The users' SQL. */
@Injectable()
export class UsersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async byName({ contact, username }: UserName, tx: Transaction = this.source.manager): Promise<UserRow | null> {
    // One that has kept a former key is meant by its own address alone, where another has today's.
    const rows: UserRow[] = await tx.query(
      `select ${COLUMNS} from account_user where email_key = any($1::text[]) or phone = $2 or username_key = $3
        order by (email = $4) desc nulls last limit 1`,
      [
        emailKeysOf(contact),
        contact?.kind === 'phone' ? contact.key : null,
        username?.key ?? null,
        contact?.kind === 'email' ? contact.value : null,
      ],
    );
    return rows[0] ?? null;
  }

  /** Which of these phones are accounts'. */
  async phonesAmong(phones: readonly string[]): Promise<string[]> {
    const rows: { phone: string }[] = await this.source.query(
      'select phone from account_user where phone = any($1::text[])',
      [phones],
    );
    return rows.map(({ phone }) => phone);
  }

  async byId(id: string, tx: Transaction = this.source.manager): Promise<UserRow | null> {
    const rows = await runPrepared<UserRow & Record<string, unknown>>(tx, BY_ID, [id]);
    return rows[0] ?? null;
  }

  /** Whether one of the user's last 200 logins was from the address, since the instant. */
  async hasLoggedInFrom(id: string, ip: string, since: Date): Promise<boolean> {
    const rows: { known: boolean }[] = await this.source.query(
      `select exists (select from (select ip, created_at from account_session where user_id = $1
                                    order by id desc limit 200) recent
                       where ip = $2 and created_at > $3) as known`,
      [id, ip, since],
    );
    return rows[0]?.known === true;
  }

  /** By which names the user's browser was known; of so many that it is no browser, no more are kept. */
  async noteDevices(tx: Transaction, id: string, devices: readonly string[], at: Date): Promise<void> {
    // Two at once would both count one place that is left.
    await tx.query('select id from account_user where id = $1 for no key update', [id]);
    await tx.query(
      `insert into account_device (user_id, device, first_at)
       select $1, named.device, $3 from unnest($2::text[]) with ordinality as named (device, place)
        where not exists (select from account_device known where known.user_id = $1 and known.device = named.device)
        order by named.place limit greatest(0, $4 - (select count(*) from account_device where user_id = $1))`,
      [id, devices, at, DEVICES_MAX],
    );
  }

  /**
   * Accounts since the instant that were logged in to on the browser, whatever names it had then: it gets another with each
   * account, and its user has both.
   */
  async openedOnDevice(device: string, since: Date): Promise<number> {
    const rows: { opened: number }[] = await this.source.query(
      `with recursive browser (device) as (
         select $1::text
         union
         select beside.device from browser join account_device known on known.device = browser.device
           join account_device beside on beside.user_id = known.user_id and beside.first_at > $2)
       select count(distinct u.id)::int as opened from browser join account_device d on d.device = browser.device
         join account_user u on u.id = d.user_id where u.created_at > $2`,
      [device, since],
    );
    return rows[0]?.opened ?? 0;
  }

  /**
   * The user, locked until the transaction ends: one change of its sessions and passwords at a time. Rows that name the user are
   * written meanwhile: who writes a notice already has its stream, for which this one may wait.
   */
  async lock(tx: Transaction, id: string): Promise<UserRow | null> {
    const rows: UserRow[] = await tx.query(`select ${COLUMNS} from account_user where id = $1 for no key update`, [id]);
    return rows[0] ?? null;
  }

  /**
   * The user, locked until the transaction ends, and with it all that names it: no row that does is under way, and none comes.
   * For what judges or takes away everything of an account; before anything else is held (locks.md, rule 5).
   */
  async lockWhole(tx: Transaction, id: string): Promise<UserRow | null> {
    const rows: UserRow[] = await tx.query(`select ${COLUMNS} from account_user where id = $1 for update`, [id]);
    return rows[0] ?? null;
  }

  /**
   * Holds the user, so that one act at a time goes on, and whoever ends its sessions waits; rows that name the user are written meanwhile
   * (locks.md, rule 5). Answers whether there is one.
   */
  async hold(tx: Transaction, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from account_user where id = $1 for no key update', [id]);
    return rows.length > 0;
  }

  async idByExtensionCode(code: string): Promise<string | null> {
    const rows: { id: string }[] = await this.source.query(
      'select id from account_user where extension_code = $1 and disabled_at is null',
      [code],
    );
    return rows[0]?.id ?? null;
  }

  /** Adds the user and answers its id; null when a contact, a name or the code is in use already. */
  async insert(tx: Transaction, user: NewUser): Promise<string | null> {
    const { contact, username } = user;
    const email = contact?.kind === 'email' ? contact : null;
    const rows: { id: string }[] = await tx.query(
      `insert into account_user (username, username_key, email, email_key, phone, password_hash, extension_code,
         invited_by, language, agreed_at, created_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz
        where not exists (select from account_user where email_key = any($12::text[]))
       on conflict do nothing returning id`,
      [
        username?.shown ?? null,
        username?.key ?? null,
        email?.value ?? null,
        email?.key ?? null,
        contact?.kind === 'phone' ? contact.value : null,
        user.passwordHash,
        user.extensionCode,
        user.invitedBy,
        user.language,
        user.agreedAt,
        user.at,
        emailKeysOf(contact),
      ],
    );
    return rows[0]?.id ?? null;
  }

  /** Puts the contact in the place of the one of its kind; false when it is somebody else's. */
  async setContact(tx: Transaction, id: string, contact: Contact, at: Date): Promise<boolean> {
    const { kind, value, key } = contact;
    const rows: unknown[] = await tx.query(
      kind === 'email'
        ? 'select from account_user where email_key = any($2::text[]) and id <> $1'
        : 'select from account_user where phone = $2 and id <> $1',
      [id, kind === 'email' ? emailKeysOf(contact) : key],
    );
    if (rows.length > 0) return false;
    await (kind === 'email'
      ? tx.query('update account_user set email = $2, email_key = $3, email_bound_at = $4 where id = $1', [
          id,
          value,
          key,
          at,
        ])
      : tx.query('update account_user set phone = $2, phone_bound_at = $3 where id = $1', [id, value, at]));
    return true;
  }

  async setPassword(tx: Transaction, id: string, passwordHash: string): Promise<void> {
    await tx.query('update account_user set password_hash = $2 where id = $1', [id, passwordHash]);
  }

  /** Puts a newer hash of the same password in the place of the old one; false when another stands there by now. */
  async replaceHash(id: string, outdated: string, passwordHash: string): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.source.query(
      'update account_user set password_hash = $3 where id = $1 and password_hash = $2 returning id',
      [id, outdated, passwordHash],
    );
    return rows.length > 0;
  }

  async setLanguage(id: string, language: string, tx: Transaction = this.source.manager): Promise<void> {
    await tx.query('update account_user set language = $2 where id = $1 and language <> $2', [id, language]);
  }

  /** Whether it was another one. */
  async setAntiPhishingWord(tx: Transaction, id: string, word: string | null): Promise<boolean> {
    const [rows]: [unknown[], number] = await tx.query(
      `update account_user set anti_phishing_word = $2
        where id = $1 and anti_phishing_word is distinct from $2 returning id`,
      [id, word],
    );
    return rows.length > 0;
  }
}
