import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { SubAccountsView, SubAccountView } from '../../contract/account/sub-accounts.dto.js';
import { ApiKeyEnds } from '../../features/account/security/index.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { type AskedKey, answerOf, makeKey, type OwnKey, sendSigned, signedHandshake } from '../factories/api-keys.js';
import { FuturesWorld } from '../factories/futures-world.js';
import { BTC, people, type Person, PIN, USDT } from '../faults/people.js';
import { SECRETS } from '../faults/product.js';
import { connectBare, until } from '../gateway.js';

let world: FuturesWorld;
let sql: Pool;
let url: string;
let person: Person;
/** Each signature has an instant of its own. */
let instant = 0;

beforeAll(async () => {
  world = await FuturesWorld.open({ ...SECRETS, RATE_FACTOR: '100000' });
  sql = new Pool({ connectionString: world.app.database.url, max: 4 });
  sql.on('error', () => undefined);
  url = world.app.url;
}, 120_000);
beforeEach(async () => {
  [person] = (await people(sql, 1, { spot: '10000', contract: '10000' })) as [Person];
  // Its pages know of the money, as the books want it.
  await sql.query(
    `select outbox_append(a.owner_id, 'balance', balance_event(a.demo, a.kind, a.currency_id, a.balance, a.balance, a.sequence,
              'test.move', 0), now()) from ledger_account a where a.owner_id = $1`,
    [person.userId],
  );
});
afterAll(async () => {
  await sql?.end();
  await world?.close();
});

const now = (): number => {
  instant = Math.max(instant + 1, world.clock.now() - 2000);
  return instant;
};

interface Reply {
  type: string;
  code?: string;
  message: unknown;
}

const page = async (path: string, fields: Record<string, string> = {}, { token } = person): Promise<Reply> =>
  answerOf(
    await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: token, lang: 'en', 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    }),
  );
const look = async (path: string, { token } = person): Promise<Reply> =>
  answerOf(await fetch(`${url}/api/${path}`, { headers: { authorization: token, lang: 'en' } }));

const open = async (label: string, of = person): Promise<string> => {
  const reply = await page('sub_account/open', { label }, of);
  expect(reply).toMatchObject({ type: 'ok', message: { label, state: 'active' } });
  return (reply.message as SubAccountView).id;
};
const move = (to: string, amount: string, account = 'spot') =>
  page('sub_account/transfer', {
    number: amount,
    currency_id: USDT,
    from_id: '',
    from_account: account,
    to_id: to,
    to_account: account,
  });
const list = async (): Promise<SubAccountsView> => (await look('sub_account/list')).message as SubAccountsView;
const keyOf = (sub: string, asked: AskedKey = {}) => makeKey(url, person.token, { ...asked, of: sub });
const signed = (own: OwnKey, path: string, fields: Record<string, string>) => {
  world.refresh();
  return sendSigned(url, own, { verb: 'POST', path: `/api/${path}`, body: JSON.stringify(fields), at: now() });
};
const order = (own: OwnKey, amount = '0.001') =>
  signed(own, 'coin/trade', { legal_id: USDT, currency_id: BTC, type: '1', amount, target_price: '50000' });
const spotOrders = async (userId: string) =>
  (await sql.query('select demo, status from spot_order where user_id = $1', [userId])).rows;

it('one is opened, gets money and a key, trades with it, and sees nothing of the main account', async () => {
  const sub = await open('Grid bot');
  expect(await move(sub, '500')).toMatchObject({ type: 'ok' });
  const own = await keyOf(sub);
  const bot = await signed(own, 'wallet/list', {});
  expect(bot).toMatchObject({ type: 'ok', message: { usdt_totle: '500.00000000' } });
  expect(await order(own)).toMatchObject({ type: 'ok' });
  expect(await spotOrders(sub)).toEqual([{ demo: false, status: 'open' }]);
  expect(await spotOrders(person.userId)).toEqual([]);
  const shown = await list();
  expect(shown).toMatchObject({
    main: { usdt: '19500.00000000', orders: 0 },
    list: [{ id: sub, label: 'Grid bot', state: 'active', keys: 1, worth: { usdt: '500.00000000', orders: 1 } }],
  });
  expect((await look(`sub_account/detail?id=${sub}`)).message).toMatchObject({
    id: sub,
    worth: { balances: [{ currency: 'USDT', account: 'spot' }] },
  });
  // Its key names no row of the main account, and no field of a request makes it another's.
  expect(await page('sub_account/rename', { id: sub, label: 'Market maker' })).toMatchObject({
    message: { label: 'Market maker' },
  });
});

it('no money goes from or to another person’s, by whoever names it', async () => {
  const sub = await open('Grid');
  await move(sub, '500');
  const [stranger] = (await people(sql, 1, {})) as [Person];
  const own = await open('Grid', stranger);
  const between = (from_id: string, to_id: string) =>
    page(
      'sub_account/transfer',
      { number: '1', currency_id: USDT, from_id, from_account: 'spot', to_id, to_account: 'spot' },
      stranger,
    );
  for (const [from, to] of [
    [sub, ''],
    [sub, own],
    ['', sub],
    [person.userId, own],
    [own, person.userId],
  ] as const) {
    expect(await between(from, to)).toMatchObject({ type: 'error', code: 'sub-account.unknown' });
  }
  expect((await list()).list).toMatchObject([{ id: sub, worth: { usdt: '500.00000000' } }]);
});

describe('a key of a sub-account', () => {
  it('opens nothing but what keys open: no money goes out, whichever call asks', async () => {
    const sub = await open('Grid');
    await move(sub, '500');
    const own = await keyOf(sub);
    for (const [path, fields] of [
      ['wallet/out', { currency: USDT, number: '10', address_id: person.addressId, pay_password: PIN }],
      ['wallet/change', { number: '1', currency_id: USDT, from_field: 'change', to_field: 'lever' }],
      [
        'sub_account/transfer',
        { number: '1', currency_id: USDT, from_id: sub, from_account: 'spot', to_account: 'spot' },
      ],
      ['sub_account/open', { label: 'Deeper' }],
      ['user/api_keys', {}],
      ['lh/deposit', { config_id: '1', amount: '100', agreement: '1' }],
    ] as [string, Record<string, string>][])
      expect({ path, ...(await signed(own, path, fields)) }).toMatchObject({ path, code: 'api-key.call-closed' });
    const demo = await signed(own, 'coin/trade', {
      legal_id: USDT,
      currency_id: BTC,
      type: '1',
      amount: '0.001',
      target_price: '50000',
      account_type: 'simulation_account',
    });
    expect(demo).toMatchObject({ code: 'api-key.money' });
  });

  it('is made, listed and revoked by the main account alone, for real money alone', async () => {
    const sub = await open('Grid');
    const own = await keyOf(sub, { name: 'Bot' });
    const [stranger] = (await people(sql, 1, {})) as [Person];
    await expect(makeKey(url, stranger.token, { of: sub })).rejects.toThrow();
    await expect(keyOf(sub, { demo: true })).rejects.toThrow();
    expect((await page('user/api_keys')).message).toEqual([]);
    expect((await page('user/api_keys', { sub_account_id: sub })).message).toMatchObject([{ id: own.id, name: 'Bot' }]);
    expect(await page('user/api_keys', { sub_account_id: sub }, stranger)).toMatchObject({
      code: 'sub-account.unknown',
    });
    expect(await page('user/api_keys/rename', { id: own.id, name: 'Mine' }, stranger)).toMatchObject({
      code: 'api-key.unknown',
    });
    expect(await page('user/api_keys/revoke', { id: own.id }, stranger)).toMatchObject({
      code: 'api-key.unknown',
    });
    expect(await page('user/api_keys/revoke', { id: own.id })).toMatchObject({ type: 'ok' });
    expect(await order(own)).toMatchObject({ code: 'api-key.ended' });
    const { rows } = await sql.query(
      `select kind, about from account_security_event where user_id = $1 and kind like 'api-key%' order by id`,
      [person.userId],
    );
    expect(rows.slice(0, 2)).toEqual([
      { kind: 'api-key-added', about: 'Bot' },
      { kind: 'api-key-revoked', about: 'Bot' },
    ]);
    // What is refused of it is told to its person.
    expect(rows.map(({ kind }: { kind: string }) => kind)).toContain('api-key-refused');
  });

  it('opens nothing while the sub-account is frozen, and its socket is closed', async () => {
    const sub = await open('Grid');
    await move(sub, '500');
    const own = await keyOf(sub);
    const { socket } = await connectBare(url, {}, signedHandshake(own, now()));
    expect(await page('sub_account/freeze', { id: sub, frozen: '1' })).toMatchObject({ message: { state: 'frozen' } });
    expect(await order(own)).toMatchObject({ code: 'sub-account.frozen' });
    expect(await move(sub, '1')).toMatchObject({ code: 'sub-account.frozen' });
    await until('the socket is closed', () => !socket.connected, 20_000);
    expect(await page('sub_account/freeze', { id: sub, frozen: '0' })).toMatchObject({ message: { state: 'active' } });
    expect(await order(own)).toMatchObject({ type: 'ok' });
  });

  it('ends with all that the desk ends of the sub-account, and its person is told', async () => {
    const sub = await open('Grid');
    const [ended, own] = [await keyOf(sub), await makeKey(url, person.token)];
    const caller = { ip: '', userAgent: '', request: 'test' };
    await world.get(Transactions).run((tx) => world.get(ApiKeyEnds).endAll(tx, sub, 'sessions', caller));
    expect(await order(ended)).toMatchObject({ code: 'api-key.ended' });
    expect(await order(own)).toMatchObject({ type: 'ok' });
    const notices = 'select user_id::text as "userId" from account_notice where kind = $1 and user_id = any ($2)';
    const { rows } = await sql.query(notices, ['api-keys-ended', [sub, person.userId]]);
    expect(rows).toEqual([{ userId: person.userId }]);
  });

  it('opens nothing once the main account is disabled, or has asked that it be erased', async () => {
    const sub = await open('Grid');
    await move(sub, '500');
    const own = await keyOf(sub);
    await sql.query('update account_user set disabled_at = now() where id = $1', [person.userId]);
    expect(await order(own)).toMatchObject({ code: 'account.disabled' });
    await sql.query('update account_user set disabled_at = null where id = $1', [person.userId]);
    expect(await order(own)).toMatchObject({ type: 'ok' });
  });
});

it('a limit on stakes is reached by main account and sub-account together', async () => {
  const sub = await open('Grid');
  await move(sub, '500');
  const own = await keyOf(sub);
  expect(await page('own_limits/set', { kind: 'stake', period: 'day', amount: '120' })).toMatchObject({ type: 'ok' });
  expect(await order(own, '0.001')).toMatchObject({ type: 'ok' });
  expect(await order(own, '0.0011')).toMatchObject({ type: 'ok' });
  const mine = { legal_id: USDT, currency_id: BTC, type: '1', amount: '0.001', target_price: '50000' };
  expect(await page('coin/trade', mine)).toMatchObject({ code: 'limits.stake' });
  expect(await order(own, '0.0012')).toMatchObject({ code: 'limits.stake' });
});

it('an account is not erased while a sub-account has money, and then with it', async () => {
  const sub = await open('Grid');
  await move(sub, '500');
  const names = async () =>
    (await sql.query(`select name from account_obstacles($1, '{}', '{}') order by name`, [person.userId])).rows.map(
      ({ name }: { name: string }) => name,
    );
  expect(await names()).toEqual(['money', 'sub-accounts']);
  await page('sub_account/transfer', {
    number: '500',
    currency_id: USDT,
    from_id: sub,
    from_account: 'spot',
    to_id: '',
    to_account: 'spot',
  });
  expect(await names()).toEqual(['money']);
});
