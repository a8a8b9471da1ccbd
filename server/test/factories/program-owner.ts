import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { PASSWORD, people, type Person } from '../faults/people.js';
import { answerOf, keyFields, makeKey, type AskedKey, type OwnKey, type SignedReply } from './api-keys.js';

const SESSION_MS = 12 * 3_600_000;

/** Somebody whose programs trade: what is done on the pages of the account, by a session that is opened anew when it has ended. */
export class ProgramOwner {
  private until = 0;
  private password = PASSWORD;
  private passwords = 0;

  private constructor(
    private readonly url: string,
    private readonly sql: Pool,
    private readonly person: Person,
    private readonly now: () => number,
  ) {}

  static async make(sql: Pool, { url, now }: { url: string; now: () => number }): Promise<ProgramOwner> {
    const [person] = (await people(sql, 1, {})) as [Person];
    return new ProgramOwner(url, sql, person, now);
  }

  get userId(): string {
    return this.person.userId;
  }

  async makeKey(asked: AskedKey): Promise<OwnKey> {
    return makeKey(this.url, await this.session(), asked);
  }

  async endKey({ id }: OwnKey): Promise<SignedReply> {
    return this.page('user/api_keys/revoke', { id });
  }

  /** What the old session is told when it asks for a key after that. */
  async logOut(): Promise<SignedReply> {
    const { type } = await this.page('user/logout', {});
    if (type !== 'ok') throw new Error('The session was not ended.');
    const said = await this.page('user/api_keys/add', keyFields());
    this.until = 0;
    return said;
  }

  async newPassword(): Promise<SignedReply> {
    this.passwords += 1;
    const password = `Other-Horse-${this.passwords}8`;
    const words = { oldpassword: this.password, password, re_password: password, login_password: this.password };
    const said = await this.page('user/e_pwd', words);
    this.password = password;
    // It ends every session, its own too.
    this.until = 0;
    return said;
  }

  private async page(path: string, fields: Record<string, string>): Promise<SignedReply> {
    const authorization = await this.session();
    const headers = { authorization, lang: 'en', 'content-type': 'application/json' };
    return answerOf(await fetch(`${this.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) }));
  }

  private async session(): Promise<string> {
    const now = this.now();
    if (now < this.until) return this.person.token;
    this.person.token = randomBytes(32).toString('base64url');
    this.until = now + SESSION_MS;
    await this.sql.query(
      `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
       values ($1, $2, 'password', 'test', '127.0.0.1', 'test', $3, $3, $4)`,
      [
        this.userId,
        createHash('sha256').update(this.person.token).digest(),
        new Date(now),
        new Date(this.until + 1000),
      ],
    );
    return this.person.token;
  }
}
