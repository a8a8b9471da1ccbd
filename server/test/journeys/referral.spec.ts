import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { Caller } from '../calls.js';
import { ReferralWorld } from '../factories/referral-world.js';
import { TradingWorld } from '../factories/trading-world.js';

let world: TradingWorld;
let people: ReferralWorld;
let call: Caller;
let inviter: { id: string; token: string; code: string };
let guest: { id: string; token: string };
let day: string;

beforeAll(async () => {
  world = await TradingWorld.open({ RATE_FACTOR: '100', PUBLIC_URL: 'https://trade.example/' });
  people = new ReferralWorld(world);
  call = new Caller(world.futures.app);
  await people.rebate();
  const id = await people.invited(null);
  const [row] = await world.source.query('select extension_code as code from account_user where id = $1', [id]);
  inviter = { id, token: await aToken(id), code: row.code };
  guest = await register('guest.one', inviter.code);
}, 120_000);
afterAll(() => world?.close());

async function aToken(userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date(world.futures.clock.now());
  await world.source.query(
    `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     values ($1, $2, 'password', 'test', '127.0.0.1', 'test', $3, $3, $3::timestamptz + interval '30 days')`,
    [userId, createHash('sha256').update(token).digest(), now],
  );
  return token;
}

/** As the register page does it, with the code of the link. */
async function register(username: string, extension_code: string): Promise<{ id: string; token: string }> {
  const password = 'river stone 7 lamp';
  const fields = {
    type: 'username',
    user_string: username,
    password,
    re_password: password,
    extension_code,
    agree: '1',
  };
  expect(await call.post('user/register', fields)).toMatchObject({ type: 'ok' });
  const [row] = await world.source.query('select id from account_user where username = $1', [username]);
  await world.endow(row.id, 'spot', '100000');
  await world.verify(row.id);
  return { id: row.id, token: await aToken(row.id) };
}

const get = (path: string, language = 'en') => call.get(path, { token: inviter.token, language });
const post = (path: string, fields: Record<string, string> = {}, language = 'en') =>
  call.post(path, fields, { token: inviter.token, language });
interface Page {
  data: Record<string, unknown>[];
  total: number;
  next_page_url: string | null;
}

describe('from the link to the rebate', () => {
  it('the inviter hears of it when somebody registers with the code', async () => {
    const [event] = await world.source.query(
      `select kind, payload from outbox where user_id = $1 and kind = 'referral' order by sequence desc limit 1`,
      [inviter.id],
    );
    expect(event.payload).toMatchObject({ what: 'invited', entity: `referral:${inviter.id}` });
    expect((await get('user/invite')).message).toMatchObject({
      extension_code: inviter.code,
      share_url: 'https://trade.example/pages/user/login/register',
      share_link: `https://trade.example/pages/user/login/register?code=${inviter.code}`,
      invite_num: 1,
      invite_return_total: '0.00000000',
      total_return_rate: '20',
      return_rate1: '20',
      return_rate2: '0',
      return_rate3: '0',
      list: [],
      is_partner: 0,
      rank: 0,
      nickname: '',
      listed: 0,
    });
  });

  it('nothing is booked before the day is over', async () => {
    await people.buy(guest.id);
    await people.seal();
    expect(await people.rebate()).toBe(0);
    day = await people.endDay();
    expect(await people.rebate()).toBe(1);
    inviter.token = await aToken(inviter.id);
  });

  it('the lists say what came of whose fees, without saying who it was', async () => {
    const invited = (await post('user/my_invite_list', { page: '1', limit: '10', status: '2' })).message as Page;
    expect(invited.data).toEqual([
      {
        id: '1',
        account: 'gu***',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        status: 0,
        verified: 1,
        self: 0,
        returns: [{ currency_id: 3, currency_name: 'USDT', amount: '1.0002' }],
      },
    ]);
    const returns = (await post('user/my_account_return', { page: '1', limit: '10', time: '' }, 'zh')).message as Page;
    expect(returns).toMatchObject({
      total: 1,
      next_page_url: null,
      data: [
        {
          from_account_number: 'gu***',
          day,
          value: '1.00020000',
          currency_name: 'USDT',
          fee: '5.001',
          rate: '20',
          outcome: 'earned',
          info: '推广返佣',
        },
      ],
    });
    const text = JSON.stringify([invited, returns]);
    expect(text).not.toContain('guest.one');
    expect(text).not.toContain(guest.id);
  });

  it('the statement has it, on the spot account', async () => {
    const { message } = await post('wallet/legal_log', { currency: '3', type: '2' });
    expect((message as { list: object[] }).list[0]).toMatchObject({ info: 'Referral rebate', value: '1.00020000' });
  });

  it('the lists can be searched, and turned by pages', async () => {
    for (let one = 2; one <= 4; one += 1) await register(`guest.${one}x`, inviter.code);
    await register('other.1', inviter.code);
    const first = (await post('user/my_invite_list', { page: '1', limit: '2' })).message as Page;
    expect(first).toMatchObject({ total: 5, next_page_url: expect.any(String) });
    expect(first.data.map(({ id, account }) => [id, account])).toEqual([
      ['5', 'ot***'],
      ['4', 'gu***'],
    ]);
    expect((await post('user/my_invite_list', { search: 'OT*' })).message).toMatchObject({ total: 1 });
    expect((await post('user/my_invite_list', { search: 'guest.one' })).message).toMatchObject({ total: 0, data: [] });
    expect((await post('user/my_invite_list', { status: '1' })).message).toMatchObject({ total: 0 });
    const disabled = (at: string) =>
      world.source.query(`update account_user set disabled_at = ${at} where username = 'other.1'`);
    await disabled('now()');
    expect((await post('user/my_invite_list', { status: '1' })).message).toMatchObject({
      total: 1,
      data: [{ account: 'ot***', status: 1, verified: 1 }],
    });
    expect((await post('user/my_invite_list', { status: '0' })).message).toMatchObject({ total: 4 });
    expect((await post('user/my_invite_list', { status: '2' })).message).toMatchObject({ total: 5 });
    await disabled('null');
    expect((await post('user/my_account_return', { time: '2020-01-01' })).message).toMatchObject({ total: 0 });
    expect((await post('user/my_account_return', { time: day, search: 'gu' })).message).toMatchObject({ total: 1 });
  });

  it('the ranking has who agreed, by nickname', async () => {
    expect(await post('user/invite_list')).toMatchObject({ type: 'error', code: 'referral.nobody-ranked' });
    expect(await post('referral/profile', { nickname: '小海豚', listed: '1' })).toMatchObject({ type: 'ok' });
    world.futures.clock.advance(60_000);
    await people.invited(null);
    // Only verified people stand there.
    expect((await post('user/invite_list')).message).toEqual([{ total: '1.00020000', user_id: 1, account: '小海豚' }]);
    expect((await get('user/invite')).message).toMatchObject({
      rank: 1,
      nickname: '小海豚',
      listed: 1,
      inviteList: [{ account: '小海豚' }],
      invite_return_total: '1.00020000',
      rebated_day: day,
      list: [{ id: '1', value: '1.00020000' }],
    });
  });

  it('poster and share sheet have the link, in the language', async () => {
    const share_link = `https://trade.example/pages/user/login/register?code=${inviter.code}`;
    expect((await get('user/my_poster')).message).toEqual({
      extension_code: inviter.code,
      share_url: 'https://trade.example/pages/user/login/register',
      share_link,
      pics: [],
    });
    const titles = new Set<unknown>();
    for (const language of ['zh', 'hk', 'en', 'jp', 'kr', 'sp', 'th']) {
      const { message } = await get('user/my_share', language);
      expect(message).toMatchObject({ share_link, content: expect.stringContaining(inviter.code) });
      titles.add((message as { title: string }).title);
    }
    expect(titles.size).toBe(7);
  });
});

describe('bad input', () => {
  it.each([
    ['user/invite_list', { time: '2026-02-30' }],
    ['user/invite_list', { time: 'yesterday' }],
    ['user/my_account_return', { time: "2026-01-01' or 1=1" }],
    ['user/my_account_return', { search: 'x'.repeat(200) }],
    ['user/my_invite_list', { search: 'a\u0000b' }],
    ['referral/profile', { nickname: '' }],
    ['referral/profile', { nickname: '<b>x</b>' }],
    ['referral/profile', { nickname: 'River', listed: 'perhaps' }],
  ])('%s %j is refused in words', async (path, fields) => {
    for (const language of ['zh', 'th']) {
      const reply = await post(path, fields as Record<string, string>, language);
      expect(reply).toMatchObject({ status: 200, type: 'error' });
      expect(reply.message).not.toBe('');
    }
  });

  it('nobody sees anything without a session', async () => {
    for (const path of ['user/invite', 'user/my_poster', 'user/my_share'])
      expect(await call.get(path)).toMatchObject({ type: '999' });
  });

  it('one user sees nothing of another one’s', async () => {
    const { message } = await call.post('user/my_account_return', {}, { token: guest.token });
    expect(message).toMatchObject({ total: 0 });
  });
});
