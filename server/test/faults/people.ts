import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { OperatorRole } from '../../contract/operations/words.js';
import { PasswordHasher } from '../../features/account/security/password-hasher.js';
import { SecretBox } from '../../features/account/users/secret-box.js';
import { idNumberContext } from '../../features/account/verification/id-number.js';
import type { Config } from '../../platform/config/config.js';
import { giveMoney } from '../factories/given-money.js';
import { giveAuthenticators } from '../factories/recovery-codes.js';
import { SECRETS } from './product.js';

export const USDT = '3';
export const BTC = '1';
export const PIN = '582913';
export const PASSWORD = 'Correct-Horse-7';
export const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const TRC20 = 1;

/** Somebody with money, verified, with a fund password and an address in the book; known by user name only. */
export interface Person {
  userId: string;
  token: string;
  addressId: string;
}

/** USDT on the accounts of each person. */
export interface Purse {
  spot?: string;
  option?: string;
  contract?: string;
  trust?: string;
}

let hashes: { pin: string; password: string } | null = null;

async function hashed(): Promise<{ pin: string; password: string }> {
  const hasher = new PasswordHasher(settings);
  hashes ??= { pin: await hasher.hash(PIN), password: await hasher.hash(PASSWORD) };
  return hashes;
}

const settings = { values: SECRETS } as unknown as Config;
const box = new SecretBox(settings);
const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Puts so many people straight into the database. `withMail`: known by e-mail, so that steps ask
 * for a code that is sent; else an authenticator is on, whose recovery codes are known.
 */
export async function people(sql: Pool, count: number, purse: Purse, { withMail = false } = {}): Promise<Person[]> {
  const tag = randomBytes(6).toString('hex');
  const { pin, password } = await hashed();
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const { rows } = await sql.query<{ id: string }>(
    `insert into account_user (username, username_key, email, email_key, extension_code, password_hash, language, created_at)
     select name, name, mail, mail, upper(code), $3, 'en', now() - interval '1 year'
       from (select $1 || '-' || i as name, substr(md5($1 || i), 1, 10) as code,
                    case when $4 then $1 || '-' || i || '@example.com' end as mail
               from generate_series(1, $2::integer) i) given
     returning id`,
    [`p${tag}`, count, password, withMail],
  );
  const ids = rows.map(({ id }) => id);
  await sql.query(
    `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     select id, hash, 'password', 'test', '127.0.0.1', 'test', now(), now(), now() + interval '1 day'
       from unnest($1::bigint[], $2::bytea[]) as given (id, hash)`,
    [ids, tokens.map(digest)],
  );
  await sql.query(
    `insert into account_fund_password (user_id, password_hash, set_at) select id, $2, now() from unnest($1::bigint[]) id`,
    [ids, pin],
  );
  await sql.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     select id, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', sealed, sha256(id::text::bytea),
            'Street 1', now() from unnest($1::bigint[], $2::bytea[]) as given (id, sealed)`,
    [ids, ids.map((id) => box.seal(Buffer.from(`TK${id}`), idNumberContext(id)))],
  );
  await sql.query(
    `update verification_case set status = 'verified', version = 2, decided_at = now() where user_id = any($1::bigint[])`,
    [ids],
  );
  const addresses = await sql.query<{ id: string; user_id: string }>(
    `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
     select id, $2, $3, now(), now() from unnest($1::bigint[]) id returning id, user_id`,
    [ids, TRC20, ADDRESS],
  );
  if (!withMail) await giveAuthenticators(sql, box, ids);
  const addressOf = new Map(addresses.rows.map(({ id, user_id }) => [user_id, id]));
  for (const [kind, amount] of Object.entries(purse)) await fund(sql, ids, kind, amount);
  return ids.map((userId, place) => ({
    userId,
    token: tokens[place] as string,
    addressId: addressOf.get(userId) as string,
  }));
}

/** Gives each user so much USDT. */
async function fund(sql: Pool, ids: string[], kind: string, amount: string): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query('begin');
    await giveMoney(async (statement, values) => (await client.query(statement, values)).rows, ids, { kind, amount });
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** A code that was "sent" to the user to confirm a step with. */
export async function confirmationCode(sql: Pool, userId: string): Promise<string> {
  const code = '424242';
  const target = `user:${userId}`;
  const { rows } = await sql.query<{ key: string }>('select email_key as key from account_user where id = $1', [
    userId,
  ]);
  await sql.query(
    `insert into account_code (target, purpose, code_hash, created_at, expires_at)
     values ($1, 'confirm', $2, now(), now() + interval '10 minutes')`,
    [target, box.digest('code', 'confirm', target, code, `to ${rows[0]?.key}`)],
  );
  return code;
}

/** Operators with live sessions; nobody knows their passwords. Answers their tokens. */
export async function operators(sql: Pool, count: number, roles: readonly OperatorRole[]): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const nobodys = await new PasswordHasher(settings).hash(randomBytes(32).toString('hex'));
  for (const token of tokens) {
    const { rows } = await sql.query<{ id: string }>(
      `insert into operator (login, password_hash, totp_secret, roles, created_at) values ($1, $3, 'none', $2, now())
       returning id`,
      [`op-${randomBytes(5).toString('hex')}`, roles, nobodys],
    );
    await sql.query(
      `insert into operator_session (operator_id, token_hash, ip, user_agent, created_at, last_used_at, expires_at)
       values ($1, $2, '127.0.0.1', 'test', now(), now(), now() + interval '12 hours')`,
      [rows[0]?.id, digest(token)],
    );
  }
  return tokens;
}

/** What a user has on an account, `spot` or `spot_frozen` or another, in USDT unless said. */
export async function balanceOf(sql: Pool, userId: string, kind: string, currency = USDT): Promise<string> {
  const { rows } = await sql.query<{ balance: string }>(
    `select trim_scale(balance)::text as balance from ledger_account
      where owner_id = $1 and kind = $2 and currency_id = $3 and not demo`,
    [userId, kind, currency],
  );
  return rows[0]?.balance ?? '0';
}
