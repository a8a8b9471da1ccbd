import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { UseUploads } from '../../features/account/uploads/index.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { aPhoto } from './pictures.js';
import { BOUNDARY, formBytes, type FormPart } from './upload-form.js';
import { aUser, type TestUser } from './users.js';

export interface Sent {
  status: number;
  body: { type: string; message: string; code?: string };
}

/** The product with a folder for its photos, and ways to hand some in and to look at them. */
export class UploadWorld {
  private constructor(
    readonly app: TestApp,
    readonly database: TestDatabase,
    readonly sql: Client,
    readonly dataFolder: string,
    /** A small photo. */
    readonly jpeg: Buffer,
  ) {}

  static async open(settings: Readonly<Record<string, string>> = {}): Promise<UploadWorld> {
    const dataFolder = join(tmpdir(), `uploads-${randomBytes(6).toString('hex')}`);
    const database = await createTestDatabase();
    const sql = new Client({ connectionString: database.url });
    await sql.connect();
    const app = await bootApp({ LOG_LEVEL: 'silent', DATA_FOLDER: dataFolder, ...settings }, database);
    return new UploadWorld(app, database, sql, dataFolder, await aPhoto());
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.sql.end();
    await this.database.drop();
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  user(): Promise<TestUser> {
    return aUser(this.database.url);
  }

  async send(user: TestUser | null, body: Buffer, headers: Record<string, string> = {}): Promise<Sent> {
    const reply = await fetch(`${this.app.url}/api/upload`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        authorization: user?.token ?? '',
        'language-mark': 'en',
        ...headers,
      },
    });
    return { status: reply.status, body: (await reply.json()) as Sent['body'] };
  }

  upload(user: TestUser, body: Buffer, part: Partial<FormPart> = {}): Promise<Sent> {
    return this.send(user, formBytes([{ name: 'file', body, ...part }]));
  }

  view(reference: string, token: string): Promise<Response> {
    return fetch(`${this.app.url}/api/upload/${reference}`, {
      headers: { authorization: token, 'language-mark': 'en' },
    });
  }

  async picture(user: TestUser, reference: string): Promise<Buffer> {
    const reply = await this.view(reference, user.token);
    expect(reply.status).toBe(200);
    return Buffer.from(await reply.arrayBuffer());
  }

  use<Service>(service: abstract new (...parameters: never[]) => Service): Service {
    return this.app.application.get(service as never, { strict: false });
  }

  handIn(user: TestUser, references: string[], purpose: 'verification' | 'deposit' = 'verification'): Promise<void> {
    return this.use(Transactions).run((tx) =>
      this.use(UseUploads).execute(tx, { userId: user.userId, purpose, usedFor: 'test:1', references }),
    );
  }

  /** Where the photo's file lies, when it is kept. */
  fileOf(reference: string): string {
    return join(this.dataFolder, 'files/uploads', reference.slice(0, 2), reference);
  }
}
