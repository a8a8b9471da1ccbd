import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { SealAudit } from '../../features/operations/audit/seal-audit.js';
import { undescribedEvents } from '../described-events.js';
import { CheckBooks } from '../../features/wallet/ledger/index.js';
import { PasswordHasher } from '../../features/account/security/index.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller, type Reply } from '../calls.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { DESK_ROUTES } from '../desk-routes.js';
import { effectsOfActs, watchTables } from '../touched-tables.js';
import { anOperator, callDesk, type DeskReply, type TestOperator } from './operators.js';
import { aPhoto } from './pictures.js';
import { BOUNDARY, formBytes } from './upload-form.js';
import { aUser, type TestUser } from './users.js';

export const PIN = '582913';
export const USDT = '3';

interface People {
  /** Two treasurers, the second of whom has the settings, too. */
  ann: TestOperator;
  bob: TestOperator;
  reviewer: TestOperator;
  settings: TestOperator;
  auditor: TestOperator;
  user: TestUser;
}

/** The product with the people of its desk and one user; what every act touches is known. */
export class DeskWorld implements People {
  readonly ann: TestOperator;
  readonly bob: TestOperator;
  readonly reviewer: TestOperator;
  readonly settings: TestOperator;
  readonly auditor: TestOperator;
  readonly user: TestUser;

  private constructor(
    readonly app: TestApp,
    private readonly database: TestDatabase,
    readonly source: DataSource,
    readonly call: Caller,
    private readonly jpeg: Buffer,
    people: People,
  ) {
    this.ann = people.ann;
    this.bob = people.bob;
    this.reviewer = people.reviewer;
    this.settings = people.settings;
    this.auditor = people.auditor;
    this.user = people.user;
  }

  static async open(): Promise<DeskWorld> {
    const database = await createTestDatabase();
    await watchTables(database.url);
    const app = await bootApp({ LOG_LEVEL: 'silent' }, database);
    const source = app.owner;
    const people = {
      ann: await anOperator(source, 'treasurer'),
      bob: await anOperator(source, 'treasurer', 'settings'),
      reviewer: await anOperator(source, 'reviewer'),
      settings: await anOperator(source, 'settings'),
      auditor: await anOperator(source, 'auditor', 'administrator'),
      user: await aUser(database.url),
    };
    const jpeg = await aPhoto({ width: 64, height: 48 });
    return new DeskWorld(app, database, source, new Caller(app), jpeg, people);
  }

  /** Looks at the books before it is gone. */
  async close(): Promise<void> {
    try {
      await this.app.application.get(SealAudit).execute();
      const checked = await this.app.application.get(CheckBooks).execute();
      expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
      expect(checked.map(({ name }) => name)).toEqual(expect.arrayContaining(['L15', 'M02', 'M09', 'X02']));
      expect(await undescribedEvents(this.source)).toEqual([]);
    } finally {
      await this.app.close();
      await this.database.drop();
    }
  }

  desk(by: TestOperator, path: string, body?: object): Promise<DeskReply> {
    return callDesk(this.app.url, path, { by, ...(body === undefined ? {} : { body }) });
  }

  post(path: string, fields: Record<string, string> = {}, by = this.user): Promise<Reply> {
    return this.call.post(path, fields, { token: by.token });
  }

  async upload(by: TestUser): Promise<string> {
    const reply = await fetch(`${this.app.url}/api/upload`, {
      method: 'POST',
      body: new Uint8Array(formBytes([{ name: 'file', body: this.jpeg }])),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: by.token },
    });
    return ((await reply.json()) as { message: string }).message;
  }

  /** Hands in a picture for an article. */
  async uploadNewsPicture(by: TestOperator): Promise<DeskReply> {
    const reply = await fetch(`${this.app.url}/ops/api/news/images`, {
      method: 'POST',
      body: new Uint8Array(formBytes([{ name: 'file', body: this.jpeg }])),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: by.token, lang: 'en' },
    });
    return { ...((await reply.json()) as DeskReply), status: reply.status };
  }

  async balance(by = this.user): Promise<unknown> {
    const { message } = await this.post('wallet/detail', { currency: USDT, type: 'change' }, by);
    return (message as Record<string, string>).change_balance;
  }

  async eventsOf(by: TestUser, kind: string): Promise<Record<string, unknown>[]> {
    const rows: { payload: Record<string, unknown> }[] = await this.source.query(
      'select payload from outbox where user_id = $1 and kind = $2 order by sequence',
      [by.userId, kind],
    );
    return rows.map(({ payload }) => payload);
  }

  /** Who did what to it, as the audit log has it. */
  async lines(subject: string, subjectId: string): Promise<string[]> {
    const rows: { line: string }[] = await this.source.query(
      `select operator || ' ' || action as line from audit_entry where subject = $1 and subject_id = $2 order by id`,
      [subject, subjectId],
    );
    return rows.map(({ line }) => line);
  }

  async aDeposit(amount: string, fields: Record<string, string> = {}): Promise<string> {
    const hash = randomBytes(32).toString('hex');
    const form = { currency: USDT, amount, account: '', imgs: '', type: '0', sub_type: 'TRC20', hash, ...fields };
    expect(await this.post('wallet/charge_req', form)).toMatchObject({ type: 'ok' });
    const { message } = await this.call.get('charge_mention/log2?page=1&limit=1', { token: this.user.token });
    return (message as { data: { id: string }[] }).data[0]?.id ?? '';
  }

  async giveFundPassword(): Promise<void> {
    const hash = await this.app.application.get(PasswordHasher).hash(PIN);
    await this.source.query(
      'insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())',
      [this.user.userId, hash],
    );
  }

  async verifyBasic(by: TestUser): Promise<void> {
    const form = { country: 'Japan', name: 'Ann Example', card_id: `TK${by.userId}`, address: 'Street 1' };
    expect(await this.post('user/real_name', form, by)).toMatchObject({ type: 'ok' });
    const id = await this.caseOf(by, 'basic');
    await this.desk(this.reviewer, `verification/${id}/claim`, { version: 1 });
    expect(await this.desk(this.reviewer, `verification/${id}/approve`, { version: 1 })).toMatchObject({
      message: { outcome: 'done' },
    });
  }

  async caseOf(by: TestUser, level: string): Promise<string> {
    const { list } = (await this.desk(this.reviewer, `verification?user=${by.userId}&status=all`)).message as {
      list: { id: string; level: string }[];
    };
    return list.find((found) => found.level === level)?.id ?? '';
  }

  /**
   * What was done touched nothing but what the list of the desk says, and every act on these subjects was done. The
   * people of the desk have their own tests.
   */
  async expectActsOf(isOurs: (subject: string) => boolean): Promise<void> {
    const allowed = new Map<string, readonly string[]>();
    // One act may be done by more than one call.
    for (const [action, places] of DESK_ROUTES.flatMap(({ actions }) => Object.entries(actions))) {
      allowed.set(action, [...(allowed.get(action) ?? []), ...places]);
    }
    const effects = await effectsOfActs(this.source);
    const beyond = effects.flatMap(({ action, touched }) =>
      touched.filter((place) => !allowed.get(action)?.includes(place)).map((place) => `${action}: ${place}`),
    );
    expect(beyond).toEqual([]);
    const seen = new Set(effects.map(({ action }) => action));
    const expected = [...allowed.keys()].filter((action) => isOurs(action.split('.')[0] ?? ''));
    expect(expected.filter((action) => !seen.has(action))).toEqual([]);
  }
}

/** The subjects of acts, by the spec that does them all. Whatever is in none of them is a setting. */
export const MONEY_SUBJECTS = ['deposit', 'withdrawal', 'adjustment', 'proposal', 'books', 'books-reopen'];
export const QUARANTINE_SUBJECTS = ['books-quarantine'];
export const PEOPLE_SUBJECTS = ['verification', 'user', 'notice', 'sessions-end-all'];
export const SUBSCRIPTION_SUBJECTS = ['subscription-offer', 'subscription-launch', 'subscription-cancel'];
export const HELP_SUBJECTS = ['help', 'complaint', 'incident'];
export const OTC_SUBJECTS = ['appeal', 'otc', 'merchant', 'otc-coin'];
export const FILE_SUBJECTS = ['export'];
export const STAFF_SUBJECTS = [
  'desk',
  'operator',
  'operator-add',
  'operator-reset',
  'operator-roles',
  'operator-disable',
  'operator-enable',
];
