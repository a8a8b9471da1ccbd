import type { DataSource } from 'typeorm';
import { LANGUAGES } from '../../contract/errors.js';
import { refusalText } from '../../contract/languages/index.js';
import type { OwnLimitsView, StayView } from '../../contract/wallet/own-limits.dto.js';
import { PasswordHasher } from '../../features/account/security/index.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { Caller } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';

let app: TestApp;
let source: DataSource;
let caller: Caller;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '100' });
  source = app.owner;
  caller = new Caller(app);
}, 120_000);
beforeEach(async () => {
  user = await aUser(source);
});
afterAll(() => closeInOrder(app, ['G01', 'G02', 'G03']));

const post = (path: string, fields: Record<string, string> = {}, { token } = user, language = 'en') =>
  caller.post(`own_limits/${path}`, fields, { token, language });
const state = async ({ token } = user) => (await caller.get('own_limits/state', { token })).message as OwnLimitsView;
const daily = { kind: 'stake', period: 'day' };

async function buy(language = 'en', { token } = user) {
  const rows: { id: string }[] = await source.query(`select id::text from trust_product where code = 'usdt-7'`);
  const fields = { config_id: rows[0]?.id ?? '', amount: '500', agreement: '1' };
  return caller.post('lh/deposit', fields, { token, language });
}

it('limits are set, wished looser, kept, and told', async () => {
  const other = await aUser(source);
  expect((await post('set', { ...daily, amount: '100' })).message).toMatchObject({
    limits: expect.arrayContaining([{ ...daily, amount: '100', used: '0', pending: null }]),
  });
  for (const language of LANGUAGES) {
    const words = refusalText(language, 'limits.stake', { limit: '100', used: '0' });
    expect(await buy(language)).toMatchObject({ type: 'error', code: 'limits.stake', message: words });
  }
  expect(await post('set', { ...daily, amount: '100' })).toMatchObject({ code: 'limits.unchanged' });
  expect(await post('set', { ...daily, amount: '1000' })).toMatchObject({ type: 'ok' });
  const { limits, changes } = await state();
  const { pending } = limits.find(({ kind, period }) => kind === 'stake' && period === 'day') ?? {};
  expect(pending?.amount).toBe('1000');
  expect((pending?.effective_at ?? 0) - (changes[0]?.asked_at ?? 0)).toBe(86_400_000);
  expect(await buy()).toMatchObject({ code: 'limits.stake' });
  expect(await post('call_back', daily)).toMatchObject({ type: 'ok' });
  expect(await post('call_back', daily)).toMatchObject({ code: 'limits.nothing-pending' });
  expect((await state(other)).changes).toEqual([]);
  const rows: { kind: string; parameters: object }[] = await source.query(
    'select kind, parameters from account_notice where user_id = $1 order by id',
    [user.userId],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['limit-set', 'limit-asked', 'limit-called-back']);
});

it.each([
  { ...daily, amount: '-1' },
  { ...daily, amount: '1e3' },
  { kind: 'stake', period: 'year', amount: '1' },
  { kind: 'everything', period: 'day', amount: '1' },
  { kind: 'time', period: 'week', amount: '10' },
  { kind: 'time', period: 'day', amount: '1440' },
])('%j is no limit', async (fields) => {
  expect(await post('set', fields)).toMatchObject({ type: 'error', code: 'request.invalid' });
  expect((await state()).changes).toEqual([]);
});

it('a break ends new risk and addresses, and is nobody else’s', async () => {
  const other = await aUser(source);
  await fund(source, other.userId, '100000');
  expect(await post('break', { span: '2-days' })).toMatchObject({ code: 'request.invalid' });
  expect(await post('break', { span: '1-day' })).toMatchObject({ type: 'ok' });
  expect(await buy()).toMatchObject({ code: 'limits.break' });
  const address = await caller.post('wallet/deposit_address', { currency: '3' }, { token: user.token });
  expect(address).toMatchObject({ code: 'limits.break' });
  const bank = await caller.post('wallet/deposit_address', { currency: '9999' }, { token: user.token });
  expect(bank).toMatchObject({ code: 'limits.break' });
  expect(await buy('en', other)).toMatchObject({ type: 'ok' });
  expect(await post('break', { span: '1-day' })).toMatchObject({ type: 'ok' });
});

it('who is excluded keeps the own contacts and may log in', async () => {
  expect(await post('break', { span: '5-years' })).toMatchObject({ type: 'ok' });
  expect(await buy()).toMatchObject({ code: 'limits.excluded' });
  await expect(
    source.query(`update account_user set phone = '+4915112345678' where id = $1`, [user.userId]),
  ).rejects.toMatchObject({ code: 'OL006' });
  expect(await caller.get('user/center', { token: user.token })).toMatchObject({ type: 'ok' });
});

it('an exclusion takes the fund password, where there is one, and a cool-off takes none', async () => {
  const hash = await app.application.get(PasswordHasher).hash('582913');
  const put = 'insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())';
  await source.query(put, [user.userId, hash]);
  const exclude = (pin: string) => post('break', { span: '1-year', pay_password: pin });
  expect(await exclude('')).toMatchObject({ code: 'account.fund-password-format' });
  expect(await exclude('111222')).toMatchObject({ code: 'account.fund-password-wrong' });
  expect(await state()).toMatchObject({ excluded_until: null, breaks: [] });
  expect(await post('break', { span: '1-day' })).toMatchObject({ type: 'ok' });
  expect(await exclude('582913')).toMatchObject({ type: 'ok' });
  expect((await state()).breaks.map(({ kind }) => kind)).toEqual(['exclusion', 'cool-off']);
});

it('the stay of who never set anything is none', async () => {
  const stay = (await caller.get('own_limits/stay', { token: user.token })).message as StayView;
  expect(stay).toMatchObject({ due: false, due_in: 0, check_minutes: 0, minutes: 0, result: '0' });
  expect((await post('check', { minutes: '15' })).message).toMatchObject({ check_minutes: 15 });
  expect((await post('stay/seen')).message).toMatchObject({ due: false, check_minutes: 15 });
  expect(await post('check', { minutes: '1' })).toMatchObject({ code: 'request.invalid' });
});
