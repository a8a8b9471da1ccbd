import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { Caller, type Reply } from '../calls.js';
import { anEmail, OTHER_PASSWORD, PASSWORD } from '../factories/account-world.js';
import { fund } from '../factories/ledger.js';
import { anArticle } from '../factories/news.js';
import { anOffer, offerTerms, verifyUser } from '../factories/subscription.js';
import { aUser, type TestUser } from '../factories/users.js';
import { codeTo } from '../mailbox.js';

/** The other pages of these clients, form by form: news, products, new coins, invitations, languages, bars, passwords. */
let app: TestApp;
let call: Caller;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://trade.example' });
  call = new Caller(app);
  user = await aUser(app.database.url);
  await verifyUser(app.owner, user.userId);
  await fund(app.owner, user.userId, '20000');
}, 60_000);

afterAll(() => closeInOrder(app));

const post = (path: string, fields: Record<string, string> = {}) => call.post(path, fields, { token: user.token });
const get = (path: string) => call.get(path, { token: user.token });

it('news: a category with its page, and one article', async () => {
  const texts = { en: { title: 'Maintenance', abstract: 'On Sunday', content: '<p>From 2 to 3.</p>' } };
  const id = await anArticle(app.owner, { category: 4, texts });
  const asked = { c_id: '4', lang: 'en', page: '1', limit: '15', keyword: '' };
  const list = await call.post('news/list', asked, { token: 'null' });
  expect(list).toMatchObject({
    type: 'ok',
    message: { count: 1, page: 1, limit: 15, list: [{ id: Number(id), c_id: 4, title: 'Maintenance' }] },
  });
  expect(await call.post('news/list', { ...asked, c_id: '19' })).toMatchObject({ message: { list: [], count: 0 } });
  expect(await call.post('news/detail', { id, lang: 'en' })).toMatchObject({
    type: 'ok',
    message: { title: 'Maintenance', content: expect.stringContaining('From 2 to 3.') },
  });
});

it('lh/deposit: the products, a purchase, the order, the report, and the way back', async () => {
  const products = (await get('lh/deposit/config?page=1')).message as { id: number; day: number; save_min: string }[];
  const product = products.find(({ day, save_min }) => day === 15 && Number(save_min) === 1000);
  expect(product).toMatchObject({ currency_name: 'USDT', interest_rate: '6.0000', save_min: '1000.00000000' });
  const config_id = String(product?.id);
  expect((await get(`lh/deposit/product_info?id=${config_id}`)).message).toMatchObject({ day: 15 });
  expect(await post('lh/deposit', { config_id, amount: '10' })).toMatchObject({ type: 'error' });
  expect(await post('lh/deposit', { config_id, amount: '10000' })).toMatchObject({ message: 'Submit success' });
  const orders = async (status: string) =>
    (await get(`lh/deposit/order?page=1&limit=10&status=${status}`)).message as {
      order_list: { id: string }[];
      total: number;
    };
  const running = await orders('1');
  expect(running).toMatchObject({
    total: 1,
    order_list: [
      {
        currency_name: 'USDT',
        amount: '10000.00000000',
        day_rate: '0.00400',
        day: 15,
        remain_day: 15,
        total_interest: '0.00000000',
        cancel_fee: '0.00000000',
        status: 1,
        is_cancel: 0,
      },
    ],
  });
  expect((await get('lh/deposit/report')).message).toMatchObject({ count: 1, sum: '10000.00000000' });
  const [order] = running.order_list;
  expect(await post('lh/deposit/order/cancel', { id: String(order?.id) })).toMatchObject({ type: 'ok' });
  expect(await orders('1')).toMatchObject({ total: 0, order_list: [] });
  expect(await orders('2')).toMatchObject({ total: 1, order_list: [{ id: order?.id, is_cancel: 1, status: 2 }] });
});

it('lh/send: the offers, a purchase, the orders, and one of them', async () => {
  const config_id = String(await anOffer(app.owner, offerTerms(Date.now() - 60_000)));
  const [offer] = (await get('lh/send/config?page=1')).message as object[];
  expect(offer).toMatchObject({
    id: Number(config_id),
    change_rate: '0.2500',
    interest_rate: '3.0000',
    num: '1000.00000000',
    last_num: '1000.00000000',
    buy_num: '10.00000000',
    day: 30,
  });
  expect((await get(`lh/send/product_info?id=${config_id}`)).message).toMatchObject({ currency_name: 'USDT' });
  expect((await get('lh/send/get_recommend')).message).toBeNull();
  expect(await post('lh/send/order', { config_id, amount: '100' })).toMatchObject({ message: 'Submit success' });
  const list = (await get('lh/send/order_list?status=1&page=1&limit=50')).message as { order_list: { id: string }[] };
  const figures = { amount: '100.00000000', change_rate: '0.2500', new_currency_num: '400.00000000' };
  expect(list).toMatchObject({
    total: 1,
    total_interest: '0.00000000',
    order_list: [{ ...figures, interest: '0.00000000', original_interest: '12.00000000', status: 1, exam_status: 3 }],
  });
  const id = list.order_list[0]?.id ?? '';
  expect((await get(`lh/send/order_info?id=${id}`)).message).toMatchObject({ id, ...figures });
  const stranger = await aUser(app.database.url);
  expect(await call.get(`lh/send/order_info?id=${id}`, { token: stranger.token })).toMatchObject({
    code: 'subscription.not-found',
  });
});

describe('registration and invitations', () => {
  /** Word by word what the mobile client sends. */
  async function registered(extension_code: string): Promise<{ email: string; reply: Reply }> {
    const email = anEmail();
    await call.post('user/sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(app, email);
    const typed = { code, password: PASSWORD, re_password: PASSWORD, extension_code };
    const form = { type: 'email', areacode: '1', user_string: email, ...typed };
    return { email, reply: await call.post('user/register', form) };
  }

  it('the code of a friend counts, and a wrong one is said to be wrong', async () => {
    const before = (await get('user/invite')).message as { extension_code: string; invite_num: number };
    expect(before).toMatchObject({ invite_return_total: '0.00000000', list: [], inviteList: [], ad: { image: '' } });
    const { email, reply } = await registered(before.extension_code);
    expect(reply).toMatchObject({ type: 'ok', message: expect.stringMatching(/\S/) });
    expect((await get('user/invite')).message).toMatchObject({ invite_num: before.invite_num + 1 });
    const invited = await post('user/my_invite_list', { page: '1', limit: '10', status: '2' });
    expect(invited).toMatchObject({
      message: { total: 1, next_page_url: null, data: [{ account: expect.stringContaining(email.slice(0, 2)) }] },
    });
    expect((await registered('NOBODYS')).reply).toMatchObject({ code: 'account.invitation-unknown' });
    const login = { user_type: 'email', areacode: '1', user_string: email, password: PASSWORD };
    expect(await call.post('user/login', login)).toMatchObject({
      message: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
  });

  it('an empty ranking is an error, an empty list is none, and there is something to share', async () => {
    expect(await post('user/invite_list', { time: '' })).toMatchObject({
      status: 200,
      type: 'error',
      code: 'referral.nobody-ranked',
      message: 'Nobody stands in the ranking yet',
    });
    expect(await post('user/my_account_return', { page: '1', limit: '10', time: '' })).toMatchObject({
      message: { data: [], total: 0, next_page_url: null },
    });
    const extension_code = user.extensionCode;
    expect((await get('user/my_poster')).message).toMatchObject({ extension_code, pics: [] });
    expect((await get('user/my_share')).message).toMatchObject({ extension_code });
  });
});

describe('a language that nobody wrote words in', () => {
  it.each(['fra', 'vi', 'id', 'FRA'])('%s is taken, and is English wherever it is read back', async (lang) => {
    const mark = await call.post('set/lang', { lang }, { language: 'zh' });
    expect(mark).toMatchObject({ type: 'ok', message: expect.stringMatching(/\S/) });
    const back = (headers: Record<string, string>) => call.post('get/lang', {}, { language: '', headers });
    expect((await back({ 'language-mark': String(mark.message) })).message).toBe('en');
    // As clients do that send the code itself, in either header.
    expect((await back({ 'language-mark': lang })).message).toBe('en');
    expect((await back({ lang })).message).toBe('en');
  });

  it('that nobody of the family has either is refused, and a browser’s second choice counts before a nearest one', async () => {
    expect(await call.post('set/lang', { lang: 'xx' })).toMatchObject({ code: 'language.unknown' });
    const headers = { 'accept-language': 'fr, ja;q=0.8' };
    expect((await call.post('get/lang', {}, { language: '', headers })).message).toBe('jp');
  });
});

describe('kline/history', () => {
  const ask = (fields: Record<string, string>) =>
    call.post('kline/history', { instId: 'BTC-USDT', bar: '1m', limit: '3', t: '', ...fields }) as Promise<
      Reply & { data: Record<string, unknown>[] }
    >;
  const OPEN = Date.UTC(2026, 0, 5, 12);

  beforeAll(async () => {
    await app.owner.query(
      `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision, closed,
         filled, outage, origin)
       select 1, '1min', $1::timestamptz + make_interval(mins => place), 100 + place, 110 + place, 90, 105 + place, 2, 210, 4, 1,
         true, false, false, 'live' from generate_series(0, 4) place`,
      [new Date(OPEN)],
    );
  });

  it('has the bars up to an instant, ascending, the rows beside the word', async () => {
    const reply = await ask({ t: String(OPEN + 3 * 60_000 + 999) });
    expect(reply).toMatchObject({ status: 200, type: 'ok', message: 'success' });
    expect(reply.data.map(({ ts }) => ts)).toEqual([1, 2, 3].map((minute) => OPEN + minute * 60_000));
    const last = { o: '103', h: '113', l: '90', c: '108', vol: '2', volCcy: '210', crt: '2026-01-05 12:03:00' };
    expect(reply.data.at(-1)).toMatchObject({ id: OPEN / 1000 + 180, ...last });
  });

  it.each([
    [{ instId: 'NONE-USDT' }, 'markets.unknown-symbol'],
    [{ instId: 'BTC/USDT' }, 'request.invalid'],
    [{ bar: '7m' }, 'markets.unknown-period'],
    [{ t: 'now' }, 'request.invalid'],
    [{ limit: '-1' }, 'request.invalid'],
  ])('is refused with %o', async (fields, code) => {
    expect(await ask(fields as Record<string, string>)).toMatchObject({ status: 200, type: 'error', code });
  });
});

describe('user/e_pwd with the password that is meant', () => {
  async function aPerson() {
    const email = anEmail();
    await call.post('sms_mail', { user_string: email, type: 'register' });
    const code = await codeTo(app, email);
    await call.post('user/register', {
      type: 'email',
      user_string: email,
      code,
      password: PASSWORD,
      re_password: PASSWORD,
    });
    const { message } = await call.post('user/login', { user_string: email, password: PASSWORD });
    const token = String(message);
    return { email, token, send: (path: string, fields = {}) => call.post(path, fields, { token }) };
  }

  it('2 is the fund password, set in the first minutes, and the login goes on by its own', async () => {
    const { email, send } = await aPerson();
    expect(await send('user/e_pwd', { account_number: email, password: '582913', type: '2' })).toMatchObject({
      type: 'ok',
    });
    expect(await send('user/has_password')).toMatchObject({ message: 1 });
    expect((await send('user/e_pwd', { account_number: email, password: '481927', type: '2' })).type).toBe('error');
    expect(await call.post('user/login', { user_string: email, password: PASSWORD })).toMatchObject({ type: 'ok' });
  });

  it('1 is that of the login, never without the old one, and never another’s', async () => {
    const [thief, victim] = [await aPerson(), await aPerson()];
    const wish = { account_number: victim.email, password: OTHER_PASSWORD, type: '1' };
    expect(await thief.send('user/e_pwd', wish)).toMatchObject({ code: 'account.old-password-wrong' });
    expect(await thief.send('user/e_pwd', { ...wish, old_password: PASSWORD })).toMatchObject({ type: 'ok' });
    expect(await call.post('user/login', { user_string: victim.email, password: PASSWORD })).toMatchObject({
      type: 'ok',
    });
    expect(await call.post('user/login', { user_string: thief.email, password: OTHER_PASSWORD })).toMatchObject({
      type: 'ok',
    });
  });
});
