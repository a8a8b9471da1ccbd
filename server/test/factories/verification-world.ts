import { Client } from 'pg';
import {
  ApproveVerification,
  ClaimVerification,
  RejectVerification,
} from '../../features/account/verification/index.js';
import { type Rejection } from '../../features/account/verification/reject-verification.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { aPhoto } from './pictures.js';
import { BOUNDARY, formBytes } from './upload-form.js';
import { aUser, type TestUser } from './users.js';

interface Reply {
  type: string;
  message: string;
  code?: string;
}

/** The product on two gateways, with users who hand in their verification and reviewers who decide. */
export class VerificationWorld {
  private calls = 0;
  private numbers = 0;

  private constructor(
    readonly app: TestApp,
    /** A second gateway on the same database, with a data folder of its own: calls go to both in turn. */
    private readonly other: TestApp,
    readonly database: TestDatabase,
    readonly sql: Client,
    private readonly jpeg: Buffer,
  ) {}

  static async open(): Promise<VerificationWorld> {
    const database = await createTestDatabase();
    const sql = new Client({ connectionString: database.url });
    await sql.connect();
    const app = await bootApp({ LOG_LEVEL: 'silent' }, database);
    const other = await bootApp({ LOG_LEVEL: 'silent', ROLES: 'gateway' }, database);
    return new VerificationWorld(app, other, database, sql, await aPhoto({ width: 64, height: 48 }));
  }

  async close(): Promise<void> {
    await this.other.close();
    await this.app.close();
    await this.sql.end();
    await this.database.drop();
  }

  /** As the old mobile client sends it: form-encoded, every value a text, a stray field in every address. */
  async post(user: TestUser, path: string, fields: Record<string, string>, key?: string): Promise<Reply> {
    const { url } = this.calls++ % 2 === 0 ? this.app : this.other;
    const reply = await fetch(`${url}/api/${path}?_timespan=${Date.now()}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        authorization: user.token,
        'language-mark': 'en',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    });
    expect(reply.status).toBe(200);
    return (await reply.json()) as Reply;
  }

  async get<Message>(user: TestUser, path: string): Promise<Message> {
    const headers = { authorization: user.token, 'language-mark': 'en' };
    const reply = await fetch(`${this.app.url}/api/${path}`, { headers });
    const { type, message } = (await reply.json()) as { type: string; message: Message };
    expect(type).toBe('ok');
    return message;
  }

  async upload(user: TestUser): Promise<string> {
    const reply = await fetch(`${this.app.url}/api/upload`, {
      method: 'POST',
      body: new Uint8Array(formBytes([{ name: 'file', body: this.jpeg }])),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: user.token },
    });
    return ((await reply.json()) as Reply).message;
  }

  use<Service>(service: abstract new (...parameters: never[]) => Service): Service {
    return this.app.application.get(service as never, { strict: false });
  }

  /** The version of the case; 1 for what is none. */
  async versionOf(caseId: string): Promise<number> {
    const { rows } = await this.sql.query<{ version: number }>(
      'select version from verification_case where id::text = $1',
      [caseId],
    );
    return rows[0]?.version ?? 1;
  }

  /** By an operator who has just looked; or looked at that version. */
  async claim(caseId: string, operatorId = '7', seen?: number) {
    const review = { caseId, operatorId, version: seen ?? (await this.versionOf(caseId)) };
    return this.use(Transactions).run((tx) => this.use(ClaimVerification).execute(tx, review));
  }
  async approve(caseId: string, operatorId = '7', seen?: number) {
    const review = { caseId, operatorId, version: seen ?? (await this.versionOf(caseId)) };
    return this.use(Transactions).run((tx) => this.use(ApproveVerification).execute(tx, review));
  }
  async reject(caseId: string, photoReasons: Rejection['photoReasons'] = {}, reason = 'Not readable', seen?: number) {
    const review = { caseId, operatorId: '7', version: seen ?? (await this.versionOf(caseId)) };
    return this.use(Transactions).run((tx) =>
      this.use(RejectVerification).execute(tx, { ...review, reason, photoReasons }),
    );
  }

  aPerson(fields: Record<string, string> = {}) {
    return {
      country: 'Japan',
      name: 'Canary Person',
      card_id: `TK ${1_000_000 + ++this.numbers}`,
      address: '1 Canary Street, Tokyo',
      ...fields,
    };
  }

  async caseOf(user: TestUser, level = 'basic'): Promise<string> {
    const { rows } = await this.sql.query<{ id: string }>(
      'select id from verification_case where user_id = $1 and level = $2',
      [user.userId, level],
    );
    return rows[0]?.id ?? '';
  }

  async events(user: TestUser) {
    return (
      await this.sql.query(`select kind, payload from outbox where user_id = $1 order by sequence`, [user.userId])
    ).rows;
  }

  async history(caseId: string) {
    return (
      await this.sql.query(`select version, status from verification_history where case_id = $1 order by version`, [
        caseId,
      ])
    ).rows;
  }

  async verifiedUser(): Promise<TestUser> {
    const user = await aUser(this.database.url);
    await this.post(user, 'user/real_name', this.aPerson());
    const id = await this.caseOf(user);
    await this.claim(id);
    await this.approve(id);
    return user;
  }

  async photos(user: TestUser): Promise<Record<'front_pic' | 'reverse_pic' | 'hand_pic', string>> {
    return {
      front_pic: await this.upload(user),
      reverse_pic: await this.upload(user),
      hand_pic: await this.upload(user),
    };
  }
}
