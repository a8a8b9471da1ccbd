import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, fund } from '../../../test/factories/ledger.js';
import { anOperator, callDesk, type TestOperator } from '../../../test/factories/operators.js';

const MARK = 'canary-of-a-list@example.com';

let app: TestApp;
let source: DataSource;
let userId: string;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  userId = await aUserId(source);
  await source.query('update account_user set email = $2, email_key = $2 where id = $1', [userId, MARK]);
  await fund(source, userId, '5');
}, 60_000);
afterAll(() => app?.close());

const curious = (): Promise<TestOperator> => anOperator(source, 'auditor', 'reviewer', 'support', 'treasurer');
const linesOf = ({ operatorId }: TestOperator): Promise<{ action: string; userId: string | null; detail: object }[]> =>
  source.query('select action, user_id as "userId", detail from audit_entry where operator_id = $1 order by id', [
    operatorId,
  ]);

describe('a list with people’s data leaves one line of who looked, how it was asked for and how many rows it was', () => {
  it.each([
    ['users', 'user.list', { search: 'all' }],
    [`users?search=${encodeURIComponent(MARK.toUpperCase())}`, 'user.list', { search: 'e-mail' }],
    ['users?search=%2B4915112345678', 'user.list', { search: 'digits' }],
    ['deposits', 'deposit.list', { status: 'review', order: 'oldest' }],
    ['deposits?status=all&currency=3', 'deposit.list', { status: null, currencyId: 3 }],
    ['withdrawals', 'withdrawal.list', { status: 'review' }],
    ['verification', 'verification.list', { status: 'under-review' }],
    ['merchants', 'merchant.list', { status: 'applied', searched: false }],
    ['merchants?search=canary&status=admitted', 'merchant.list', { status: 'admitted', searched: true }],
    ['books/journals', 'books.journals', { cause: null }],
  ])('%s', async (path, action, filter) => {
    const by = await curious();
    const reply = await callDesk(app.url, path, { by });
    expect(reply).toMatchObject({ type: 'ok' });
    const { list } = reply.message as { list: unknown[] };
    const lines = await linesOf(by);
    expect(lines).toMatchObject([{ action, userId: null, detail: { filter, rows: list.length } }]);
    expect(JSON.stringify(lines).toLowerCase()).not.toMatch(/canary|4915112345678/);
  });

  it('one user’s books name the user', async () => {
    const by = await curious();
    for (const path of [
      `users/${userId}/statement`,
      `books/accounts?owner=${userId}`,
      `books/journals?user=${userId}`,
    ]) {
      expect(await callDesk(app.url, path, { by })).toMatchObject({ type: 'ok' });
    }
    expect(await linesOf(by)).toMatchObject([
      { action: 'user.statement', userId, detail: { rows: 1, total: 1 } },
      { action: 'books.accounts', userId, detail: { rows: 1, total: 1 } },
      { action: 'books.journals', userId, detail: { rows: 1 } },
    ]);
  });

  it('a page that asks again and again leaves one line for ten minutes, and another for what it did not show yet', async () => {
    const by = await curious();
    const ask = (path: string) => callDesk(app.url, path, { by });
    for (const path of ['users?limit=7', 'users?limit=7', 'users?limit=7']) await ask(path);
    expect(await linesOf(by)).toHaveLength(1);
    await ask('users?limit=7&page=2');
    expect(await linesOf(by)).toHaveLength(2);
    await aUserId(source);
    await ask('users?limit=7');
    expect(await linesOf(by)).toHaveLength(3);
  });

  it('the house’s own accounts are nobody’s data', async () => {
    const by = await curious();
    expect(await callDesk(app.url, 'books/accounts?owner=house', { by })).toMatchObject({ type: 'ok' });
    expect(await linesOf(by)).toEqual([]);
  });
});
