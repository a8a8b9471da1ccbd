import { randomBytes, randomInt } from 'node:crypto';
import { Pool } from 'pg';
import { bootApp, type TestApp } from '../app.js';
import { Caller, type Reply } from '../calls.js';
import { codeTo } from '../mailbox.js';

export const PASSWORD = 'correct horse 7';
export const OTHER_PASSWORD = 'battery staple 9';

export const anEmail = () => `someone-${randomBytes(6).toString('hex')}@example.com`;
export const aPhone = () => `139${randomInt(100_000_000).toString().padStart(8, '0')}`;

/** The product as people who register and log in meet it. */
export class AccountWorld {
  private constructor(
    readonly app: TestApp,
    readonly call: Caller,
    readonly database: Pool,
  ) {}

  static async open(environment: Record<string, string> = {}): Promise<AccountWorld> {
    // Few connections: whoever waits for a second one inside its transaction is caught waiting for itself.
    const app = await bootApp({ DATABASE_POOL_SIZE: '4', ...environment });
    return new AccountWorld(app, new Caller(app), new Pool({ connectionString: app.database.url, max: 2 }));
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.app.close();
  }

  /** By e-mail, with the code that was sent. */
  async register(fields: Record<string, string> = {}): Promise<{ email: string; code: string; reply: Reply }> {
    const email = anEmail();
    await this.call.post('sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(this.app, email);
    const form = { type: 'email', user_string: email, code, password: PASSWORD, re_password: PASSWORD, ...fields };
    return { email, code, reply: await this.call.post('user/register', form) };
  }

  /** Answers the token. */
  async logIn(user_string: string, password = PASSWORD): Promise<string> {
    const reply = await this.call.post('user/login', { user_type: 'email', user_string, password });
    expect(reply).toMatchObject({ type: 'ok', message: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
    return String(reply.message);
  }

  async aSignedInUser(): Promise<{ email: string; token: string }> {
    const { email, reply } = await this.register();
    expect(reply.type).toBe('ok');
    return { email, token: await this.logIn(email) };
  }
}
