import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import {
  answerOf,
  sendSigned,
  type SignedCall,
  signedHeaders,
  type SignedReply,
} from '../../../server/test/factories/api-keys.js';
import { fund } from '../../../server/test/factories/ledger.js';
import type { TestUser } from '../../../server/test/factories/users.js';
import { approvePerson, giveFundPassword } from './known-person.js';
import { accessFaults, sticksOut } from './layout.js';
import { JOURNEY_LANGUAGES } from './page-languages.js';
import { PageWorld } from './page-world.js';
import { soon } from './product.js';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 240_000;
const PATIENCE_MS = 60_000;
const PASSWORD = 'correct-horse-7';
const PIN = '582913';
const KEYS = '/pages/settings/security/apiKeys';
const HERE = '127.0.0.1';
const ELSEWHERE = '127.0.0.2';
const PAIR = { currency_id: '1', legal_id: '3', type: '1' };
/** Far below the price: it waits, and its owner sees it. */
const ORDER = { path: '/api/coin/trade', fields: { ...PAIR, amount: '0.01', target_price: '20000' } };
const CONTRACT = {
  path: '/api/lever/submit',
  fields: { ...PAIR, share: '1', multiple: '5', status: '1', target_price: '' },
};
const SHOTS = process.env.SHOTS_FOLDER;

const WORDS = {
  en: {
    add: 'Create an API key',
    name: 'Name',
    real: 'Real money',
    read: /^Read/,
    spot: /^Trade spot/,
    addresses: /^Network addresses/,
    ed25519: /^Ed25519/,
    publicKey: 'Public key',
    wrongKey: 'This is not an Ed25519 public key',
    fundPassword: 'Fund password',
    loginPassword: 'Login password',
    made: 'Sign with your private key. We have no secret of yours.',
    saved: 'I have saved it',
    scope: 'Trade spot',
    otherScope: 'Read',
    used: `from ${HERE}`,
    revoke: 'Revoke',
    revoked: 'Revoked',
    noScope: (scope: string) => `This API key lacks the permission ${scope}`,
    noAddress: 'This API key is not accepted from this network address',
    ended: 'This API key was ended',
    elsewhere: `An API key of yours was used from a network address that is not in its list: ${ELSEWHERE}.`,
  },
  zh: {
    add: '创建 API 密钥',
    name: '名称',
    real: '真实资金',
    read: /^查询/,
    spot: /^现货交易/,
    addresses: /^网络地址/,
    ed25519: /^Ed25519/,
    publicKey: '公钥',
    wrongKey: '这不是 Ed25519 公钥',
    fundPassword: '交易密码',
    loginPassword: '登录密码',
    made: '请用您的私钥签名。我们不持有您的任何密钥。',
    saved: '我已保存',
    scope: '现货交易',
    otherScope: '查询',
    used: `来自 ${HERE}`,
    revoke: '撤销',
    revoked: '已撤销',
    noScope: (scope: string) => `该 API 密钥没有权限：${scope}`,
    noAddress: '该 API 密钥不接受来自此网络地址的请求',
    ended: '该 API 密钥已失效',
    elsewhere: `您的 API 密钥被用于其列表之外的网络地址：${ELSEWHERE}。`,
  },
} as const;

/** A program of a user's own, with a key whose secret never left it. */
describe('a program with an Ed25519 key', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.open({ REAL_MONEY_ON_SIMULATED: 'true' }, ['BTC/USDT', 'ETH/USDT']);
  }, HANGING_MS);

  afterAll(() => world?.close(), HANGING_MS);

  /** Without mail or phone: the login password alone proves who it is. */
  async function anOwner(): Promise<TestUser> {
    const user_string = `owner${randomBytes(4).toString('hex')}`;
    const form = { type: 'username', user_string, password: PASSWORD, re_password: PASSWORD };
    expect(await world.call.post('user/register', form)).toMatchObject({ type: 'ok' });
    const token = String((await world.call.post('user/login', { user_string, password: PASSWORD })).message);
    const [{ id }] = await world.source.query('select id::text from account_user order by id desc limit 1');
    await approvePerson(world.app, id);
    await giveFundPassword(world.app, id, PIN);
    await fund(world.source, id, '10000');
    await fund(world.source, id, '10000', { kind: 'contract' });
    return { userId: id, token, sessionId: '', email: '', extensionCode: '' };
  }

  const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
  const field = (page: Page, label: string) =>
    page.locator('input, textarea').and(page.getByLabel(label, { exact: true }));
  const shoot = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
  };
  const pem = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }).toString();

  const ordersOf = ({ userId }: TestUser): Promise<{ status: string; price: string }[]> =>
    world.source.query(
      `select status, trim_scale(limit_price)::text as price from spot_order where user_id = $1 order by id`,
      [userId],
    );

  it.each(JOURNEY_LANGUAGES)(
    'trades what the key is for and nothing else, from where it is let, until its owner ends it (%s)',
    async (language) => {
      const words = WORDS[language];
      const user = await anOwner();
      const { page, context, complaints } = await world.openAs(user, language);
      page.setDefaultTimeout(PATIENCE_MS);
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      await world.go(page, KEYS);
      await button(page, words.add).click();
      await field(page, words.name).fill('Spot bot');
      await page.getByLabel(words.real, { exact: true }).check({ force: true });
      await page.getByRole('switch', { name: words.read }).click();
      await page.getByRole('switch', { name: words.spot }).click();
      await page.getByLabel(words.addresses).fill(HERE);
      await page.getByLabel(words.ed25519).check({ force: true });
      const pasted = field(page, words.publicKey);
      await pasted.fill(pem(generateKeyPairSync('x25519').publicKey));
      await field(page, words.fundPassword).fill(PIN);
      await field(page, words.loginPassword).fill(PASSWORD);
      expect([await accessFaults(page), await sticksOut(page)]).toEqual([[], 0]);
      await shoot(page, `key-form-${language}`);
      await button(page, words.add).click();
      await page.getByText(words.wrongKey).waitFor();
      // The browser tells of each refused request.
      complaints.length = 0;
      await pasted.fill(pem(publicKey));
      await button(page, words.add).click();
      await page.getByText(words.made).waitFor();
      const codes = await page.locator('code').allTextContents();
      expect(codes).toHaveLength(1);
      await shoot(page, `key-made-${language}`);
      const own = { key: codes[0] ?? '', secret: privateKey };
      await button(page, words.saved).click();
      const card = page.getByRole('listitem').filter({ hasText: 'Spot bot' });
      await card.getByText(words.scope, { exact: true }).waitFor();
      expect(await card.getByText(words.otherScope, { exact: true }).count()).toBe(0);
      await card.getByText(HERE, { exact: true }).waitFor();

      const signed = ({ path, fields }: { path: string; fields?: object }): SignedCall => ({
        verb: fields ? 'POST' : 'GET',
        path,
        ...(fields ? { body: JSON.stringify(fields) } : {}),
        at: Date.now(),
        headers: { lang: language },
      });
      const send = (call: { path: string; fields?: object }, by = own) => sendSigned(world.app.url, by, signed(call));
      await soon(async () => expect(await send(ORDER)).toMatchObject({ status: 200, type: 'ok' }), PATIENCE_MS);
      expect(await ordersOf(user)).toEqual([{ status: 'open', price: '20000' }]);
      await world.go(page, '/pages/trade/index?symbol=BTC%2FUSDT');
      await page.getByText('0 / 0.01 BTC').waitFor();
      await shoot(page, `key-order-${language}`);

      expect(await send(CONTRACT)).toMatchObject({
        status: 403,
        code: 'api-key.scope',
        message: words.noScope('trade.futures'),
      });
      expect(await send({ path: '/api/coin/list?account_type=real_account' })).toMatchObject({
        status: 403,
        code: 'api-key.scope',
        message: words.noScope('read'),
      });
      const stranger = { key: own.key, secret: generateKeyPairSync('ed25519').privateKey };
      expect(await send(ORDER, stranger)).toMatchObject({ status: 401, code: 'api-key.not-accepted' });
      expect(await sendFrom(ELSEWHERE, own, signed(ORDER))).toMatchObject({
        status: 403,
        code: 'api-key.address',
        message: words.noAddress,
      });
      expect(await ordersOf(user)).toHaveLength(1);
      expect(await world.source.query('select 1 from futures_position where user_id = $1', [user.userId])).toEqual([]);
      await world.go(page, '/pages/notice/index?kind=own');
      await page.getByText(words.elsewhere).waitFor();
      await shoot(page, `key-elsewhere-${language}`);

      await world.go(page, KEYS);
      await card.getByText(words.used, { exact: false }).waitFor();
      await button(card, words.revoke).click();
      await card.waitFor({ state: 'detached' });
      await button(page, words.revoke).click();
      await card.getByText(words.revoked, { exact: true }).waitFor();
      await shoot(page, `key-revoked-${language}`);
      expect(await send(ORDER)).toMatchObject({ status: 401, code: 'api-key.ended', message: words.ended });
      // What it has ordered stays.
      expect(await ordersOf(user)).toEqual([{ status: 'open', price: '20000' }]);
      expect(complaints).toEqual([]);
      await context.close();
    },
    HANGING_MS,
  );

  /** A signed call from another address of this machine. */
  async function sendFrom(
    localAddress: string,
    own: { key: string; secret: KeyObject },
    call: SignedCall,
  ): Promise<SignedReply> {
    const reply = await new Promise<Response>((resolve, reject) => {
      const options = { method: call.verb, localAddress, headers: signedHeaders(own, call) };
      const sent = request(`${world.app.url}${call.path}`, options, (answer) => {
        buffer(answer).then((body) => resolve(new Response(body, { status: answer.statusCode ?? 0 })), reject);
      });
      sent.on('error', reject);
      sent.end(call.body);
    });
    return answerOf(reply);
  }
});
