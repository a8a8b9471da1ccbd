import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';

export interface TestUser {
  userId: string;
  sessionId: string;
  /** Goes raw into `Authorization`. */
  token: string;
  email: string;
  extensionCode: string;
}

/** A user with a live session, put straight into the database: no codes, no limits, no password. */
export async function aUser(databaseUrl: string, { invitedBy = null as string | null } = {}): Promise<TestUser> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const email = `user-${randomBytes(6).toString('hex')}@example.com`;
    const extensionCode = randomBytes(5).toString('hex').toUpperCase();
    const token = randomBytes(32).toString('base64url');
    const user = await client.query<{ id: string }>(
      `insert into account_user (email, email_key, extension_code, invited_by, language, created_at)
       values ($1, $1, $2, $3, 'en', now()) returning id`,
      [email, extensionCode, invitedBy],
    );
    const userId = user.rows[0]?.id ?? '';
    const session = await client.query<{ id: string }>(
      `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
       values ($1, $2, 'password', 'test', '127.0.0.1', 'test', now(), now(), now() + interval '30 days') returning id`,
      [userId, createHash('sha256').update(token).digest()],
    );
    return { userId, sessionId: session.rows[0]?.id ?? '', token, email, extensionCode };
  } finally {
    await client.end();
  }
}
