import { randomBytes, randomInt } from 'node:crypto';
import { SecretBox } from '../../features/account/users/secret-box.js';
import { idNumberContext } from '../../features/account/verification/id-number.js';
import type { Config } from '../../platform/config/config.js';
import { giveMoney } from '../factories/given-money.js';
import { aWallet } from '../factories/wallets.js';
import { SECRETS } from '../faults/product.js';
import type { Installation } from './installation.js';
import { type Answer, anAddress, type Stranger } from './stranger.js';

/** How an account is named, which decides what can prove its owner. */
export const ACCOUNT_KINDS = ['mail', 'phone', 'username', 'wallet'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const PASSWORD = 'correct horse 7';
export const PIN = '582913';
export const OTHER_PIN = '481927';
export const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
export const OTHER_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
export const USDT = '3';

/** Somebody who registered as people do, and is logged in. */
export interface Person {
  kind: AccountKind;
  id: string;
  token: string;
  /** Where from: the owner's own address. */
  from: string;
  /** What is typed to log in; empty for a wallet. */
  name: string;
  /** Of a wallet account. */
  wallet: ReturnType<typeof aWallet> | null;
  /** `Set-Cookie` of the login. */
  cookies: string[];
}

const box = new SecretBox({ values: SECRETS } as unknown as Config);

/** Registers and logs in, by calls alone. @throws Error naming what was refused. */
export async function aPerson(inside: Installation, stranger: Stranger, kind: AccountKind): Promise<Person> {
  const from = anAddress();
  const [name, wallet, login] =
    kind === 'wallet' ? await byWallet(stranger, from) : await byPassword(inside, stranger, { kind, from });
  const token = String(login.message);
  const center = await stranger.call('user/center', { token, from });
  const { id } = center.message as { id: number };
  return { kind, id: String(id), token, from, name, wallet, cookies: [login.headers['set-cookie'] ?? []].flat() };
}

async function byPassword(
  inside: Installation,
  stranger: Stranger,
  { kind, from }: { kind: Exclude<AccountKind, 'wallet'>; from: string },
): Promise<[string, null, Answer]> {
  const tag = randomBytes(5).toString('hex');
  const phone = `1512${randomInt(10_000_000).toString().padStart(7, '0')}`;
  const name = { mail: `owner-${tag}@example.com`, phone, username: `owner${tag}` }[kind];
  const area: Record<string, string> = kind === 'phone' ? { areacode: '49' } : {};
  const named = { ...area, user_string: name };
  const typed = { password: PASSWORD, re_password: PASSWORD };
  const type = { mail: 'email', phone: 'mobile', username: 'username' }[kind];
  let code: Record<string, string> = {};
  if (kind !== 'username') {
    const send = kind === 'mail' ? 'sms_mail' : 'sms_send';
    await done(stranger.call(send, { form: { ...named, type: 'register' }, from }));
    code = { code: await inside.post.code(kind === 'mail' ? name : `+49${phone}`) };
  }
  await done(
    stranger.call('user/register', { form: { type, ...named, ...typed, ...code, agree: '1', sms_agree: '1' }, from }),
  );
  return [name, null, await done(stranger.call('user/login', { form: { ...named, password: PASSWORD }, from }))];
}

async function byWallet(stranger: Stranger, from: string): Promise<[string, ReturnType<typeof aWallet>, Answer]> {
  const wallet = aWallet('ERC');
  const named = { chain: 'ERC', address: wallet.address };
  const asked = await done(stranger.call('user/wallet_nonce', { form: named, from }));
  const { message, nonce } = asked.message as { message: string; nonce: string };
  const signed = { ...named, nonce, signature: wallet.sign(message) };
  return ['', wallet, await done(stranger.call('user/wallet_login', { form: signed, from }))];
}

/** The reply, of a call that has to go through. @throws Error with what it was refused with. */
export async function done(call: Promise<Answer>): Promise<Answer> {
  const reply = await call;
  if (reply.type !== 'ok') throw new Error(`was refused: ${reply.status} ${reply.text.slice(0, 200)}`);
  return reply;
}

/** What the owner of a wallet signs to prove an act. */
export async function walletProof(
  stranger: Stranger,
  { token, from, wallet }: Person,
  act: Record<string, string>,
): Promise<Record<string, string>> {
  if (!wallet) throw new Error('has no wallet');
  const form = { chain: 'ERC', address: wallet.address, ...act };
  const asked = await done(stranger.call('user/proof_nonce', { form, token, from }));
  const { message, nonce } = asked.message as { message: string; nonce: string };
  return { proof_nonce: nonce, proof_signature: wallet.sign(message) };
}

/** Verified at the basic level, as the desk would. */
export async function verify({ sql }: Installation, { id }: Pick<Person, 'id'>): Promise<void> {
  await sql.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now())`,
    [id, box.seal(Buffer.from(`id ${id}`), idNumberContext(id))],
  );
  await sql.query(
    `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
    [id],
  );
}

/** Gifts were booked before anybody was told anything: they are no command, and so no event says them (X01). */
const LONG_AGO = new Date('2025-01-01');

/** USDT on an account of the person's. */
export async function fund(
  { sql }: Installation,
  { id }: Pick<Person, 'id'>,
  gift: { kind: string; amount: string },
): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query('begin');
    await giveMoney(async (text, values) => (await client.query(text, values)).rows, [id], { ...gift, at: LONG_AGO });
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Of a database in which people can have set things up long ago. */
const LONG_AGO_TRIGGER = `
  create table long_ago (user_id bigint primary key);
  create function long_ago() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    if exists (select from long_ago l where l.user_id = new.user_id) then
      new.at := new.at - interval '40 days';
    end if;
    return new;
  end $$;
  create trigger long_ago before insert on account_security_event for each row execute function long_ago()`;
const prepared = new WeakMap<Installation, Promise<unknown>>();

/** What a person sets up as if it were long ago, past the holds of it: an event that is sealed cannot be moved afterwards. */
export async function longAgo<Done>(
  inside: Installation,
  { id }: Pick<Person, 'id'>,
  setUp: () => Promise<Done>,
): Promise<Done> {
  const known = prepared.get(inside) ?? inside.sql.query(LONG_AGO_TRIGGER);
  prepared.set(inside, known);
  await known;
  await inside.sql.query('insert into long_ago (user_id) values ($1)', [id]);
  const result = await setUp();
  await inside.sql.query('delete from long_ago where user_id = $1', [id]);
  return result;
}
