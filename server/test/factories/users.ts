import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';

export interface TestUser {
  userId: string;
  sessionId: string;
  /** Goes raw into `Authorization`. */
  token: string;
  email: string;
  extensionCode: string;
}

/**
 * A user with a live session, put straight into the database: no codes, no limits, no password. Over the connections of
 * a product that runs in the test, or over one of its own.
 */
export async function aUser(
  database: string | DataSource,
  { invitedBy = null as string | null } = {},
): Promise<TestUser> {
  const email = `user-${randomBytes(6).toString('hex')}@example.com`;
  const extensionCode = randomBytes(5).toString('hex').toUpperCase();
  const token = randomBytes(32).toString('base64url');
  const { userId, sessionId } = await ask(
    database,
    `with person as (
       insert into account_user (email, email_key, extension_code, invited_by, language, created_at)
       values ($1, $1, $2, $3, 'en', now()) returning id)
     insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     select id, $4, 'password', 'test', '127.0.0.1', 'test', now(), now(), now() + interval '30 days' from person
     returning user_id::text as "userId", id::text as "sessionId"`,
    [email, extensionCode, invitedBy, createHash('sha256').update(token).digest()],
  );
  return { userId, sessionId, token, email, extensionCode };
}

/** One more live session of the user, as from another device. */
export async function aSessionOf({ userId, ...user }: TestUser, database: string | DataSource): Promise<TestUser> {
  const token = randomBytes(32).toString('base64url');
  const { sessionId } = await ask(
    database,
    `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     values ($1, $2, 'password', 'another', '127.0.0.1', 'test', now(), now(), now() + interval '30 days')
     returning user_id::text as "userId", id::text as "sessionId"`,
    [userId, createHash('sha256').update(token).digest()],
  );
  return { ...user, userId, sessionId, token };
}

type Ids = Pick<TestUser, 'userId' | 'sessionId'>;

async function ask(database: string | DataSource, sql: string, values: unknown[]): Promise<Ids> {
  const none = { userId: '', sessionId: '' };
  if (database instanceof DataSource) return (await database.query<Ids[]>(sql, values))[0] ?? none;
  const client = new Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query<Ids>(sql, values)).rows[0] ?? none;
  } finally {
    await client.end();
  }
}
