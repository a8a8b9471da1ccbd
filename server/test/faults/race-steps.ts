import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { aRecoveryCode } from '../factories/recovery-codes.js';
import { type Answer, type Sent, sendPriced, sleep } from './calls.js';
import { ADDRESS, balanceOf, BTC, type Person, PIN, type Purse, USDT } from './people.js';

/** What one pair has: two gateways (or one twice), people of its own, and two operators. */
export interface PairScene {
  sql: Pool;
  /** Where the first and where the second of the pair is sent. */
  urls: [string, string];
  person: Person;
  other: Person;
  /** Tokens of two treasurers. */
  desk: [string, string];
  /** Milliseconds by which one is later; negative: the first. */
  skewMs: number;
}

export interface Race {
  name: string;
  purse: Purse;
  withMail?: boolean;
  /** Answers what was wrong; null when the outcome is one of the serial ones. */
  run(scene: PairScene): Promise<string | null>;
}

export const aKey = (): string => randomBytes(12).toString('hex');

/** A command of the public API with a key of its own. */
export const api = (path: string, fields: Record<string, string>, more: Partial<Sent> = {}) => ({
  path: `api/${path}`,
  fields,
  ...more,
});
export const desk = (path: string, json: object, token: string) => ({ path: `ops/api/${path}`, json, token });
export type Wish = { path: string; token?: string } & Partial<Sent>;

export function sendTo(url: string, { person }: PairScene, { path, ...sent }: Wish): Promise<Answer> {
  return sendPriced(url, path, { key: aKey(), token: person.token, ...sent });
}

export async function both(scene: PairScene, first: Wish, second: Wish): Promise<[Answer, Answer]> {
  const { urls, skewMs } = scene;
  const later = async (place: 0 | 1, wish: Wish) => {
    const wait = place === 0 ? -skewMs : skewMs;
    if (wait > 0) await sleep(wait);
    return sendTo(urls[place], scene, wish);
  };
  return Promise.all([later(0, first), later(1, second)]);
}

/** A step before the race that must succeed. */
export async function given(scene: PairScene, wish: Wish): Promise<void> {
  const answer = await sendTo(scene.urls[0], scene, wish);
  if (answer?.type !== 'ok') throw new Error(`Not done: ${wish.path} ${JSON.stringify(answer)}`);
}

export const isDone = (answer: Answer): boolean => answer?.type === 'ok';
export const words = (answers: readonly Answer[]): string =>
  answers.map((one) => (one === null ? 'no answer' : `${one.type} ${one.code ?? ''}`)).join(' / ');

/** How many of them were done; the rest must be refused in words, not fail. */
export function expectDone(answers: readonly Answer[], counts: readonly number[]): string | null {
  const failed = answers.some((one) => one === null || one.status !== 200 || one.code?.startsWith('request.'));
  if (failed) return `failed: ${words(answers)}`;
  const done = answers.filter(isDone).length;
  return counts.includes(done) ? null : `${done} were done: ${words(answers)}`;
}

export async function expectBalance(scene: PairScene, kind: string, ...allowed: string[]): Promise<string | null> {
  const found = await balanceOf(scene.sql, scene.person.userId, kind);
  return allowed.includes(found) ? null : `${kind} is ${found}, not ${allowed.join(' or ')}`;
}

/** The newest last price of BTC/USDT on the tape. */
export async function lastPrice({ sql }: PairScene): Promise<string> {
  const { rows } = await sql.query<{ price: string }>(
    `select trim_scale(round(last, 2))::text as price from price_sample where market_id = 1 and last is not null
      order by second desc limit 1`,
  );
  return rows[0]?.price ?? '60000';
}

export async function idIn(scene: PairScene, table: string, userId = scene.person.userId): Promise<string> {
  const { rows } = await scene.sql.query<{ id: string }>(
    `select id from ${table} where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  if (!rows[0]) throw new Error(`There is no ${table}.`);
  return rows[0].id;
}

/** @param code a recovery code of the person's where none was sent. */
export const withdrawal = (number: string, code = aRecoveryCode()): Wish =>
  api('wallet/out', { currency: USDT, number, address: ADDRESS, pay_password: PIN, code });
export const transfer = (number: string, from: string, to: string): Wish =>
  api('wallet/change', { number, currency_id: USDT, from_field: from, to_field: to });
export const option = (number: string): Wish =>
  api('microtrade/submit', { match_id: BTC, currency_id: USDT, type: '1', seconds: '600', number });
export const spotOrder = (type: '1' | '2', amount: string, price = '0'): Wish =>
  api('coin/trade', { legal_id: USDT, currency_id: BTC, type, amount, target_price: price });
export const leverOrder = (share: string, limit?: string): Wish =>
  api('lever/submit', {
    share,
    multiple: '10',
    legal_id: USDT,
    currency_id: BTC,
    type: '1',
    status: limit ? '0' : '1',
    target_price: limit ?? '',
  });
export const trust = (amount: string): Wish => api('lh/deposit', { config_id: '2', amount });
export const deposit = (hash: string): Wish =>
  api('wallet/charge_req', { currency: USDT, amount: '50', account: '', imgs: '', type: '0', sub_type: 'TRC20', hash });
export const aHash = (): string => randomBytes(32).toString('hex');

/** Why a deposit is credited that no chain confirms. */
export const ARRIVED = { reason: 'It arrived.' };

/** A deposit that the second operator has approved and the first one holds. */
export async function heldDeposit(scene: PairScene): Promise<string> {
  await given(scene, deposit(aHash()));
  const id = await idIn(scene, 'deposit');
  await given(scene, desk(`deposits/${id}/claim`, {}, scene.desk[1]));
  await given(scene, desk(`deposits/${id}/approve`, ARRIVED, scene.desk[1]));
  await given(scene, desk(`deposits/${id}/claim`, {}, scene.desk[0]));
  return id;
}

export async function heldWithdrawal(scene: PairScene, isApproved = false): Promise<string> {
  await given(scene, withdrawal('60'));
  const id = await idIn(scene, 'withdrawal');
  await given(scene, desk(`withdrawals/${id}/claim`, {}, scene.desk[0]));
  if (!isApproved) return id;
  await given(scene, desk(`withdrawals/${id}/approve`, {}, scene.desk[0]));
  await given(scene, desk(`withdrawals/${id}/claim`, {}, scene.desk[0]));
  return id;
}

/** Both sent, so many done, and then a look at the books. */
export async function oneOf(scene: PairScene, pair: [Wish, Wish], counts = [1]): Promise<string | null> {
  return expectDone(await both(scene, ...pair), counts);
}
