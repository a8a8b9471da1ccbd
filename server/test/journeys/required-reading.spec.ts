import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { UnreadNewsView } from '../../contract/account/news.dto.js';
import { LANGUAGES } from '../../contract/errors.js';
import { refusalText } from '../../contract/languages/index.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller, type Reply } from '../calls.js';
import { fund } from '../factories/ledger.js';
import { anArticle, publishAgain } from '../factories/news.js';
import { aUser, type TestUser } from '../factories/users.js';

let app: TestApp;
let source: DataSource;
let caller: Caller;
let product: string;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '100' });
  source = app.owner;
  caller = new Caller(app);
  const rows: { id: string }[] = await source.query(`select id::text from trust_product where code = 'usdt-15'`);
  product = rows[0]?.id ?? '';
}, 60_000);
afterAll(() => app?.close());

async function somebody(): Promise<TestUser> {
  const user = await aUser(source);
  await fund(source, user.userId, '100000');
  return user;
}
const buy = ({ token }: TestUser, key: string, language = 'en'): Promise<Reply> =>
  caller.post(
    'lh/deposit',
    { config_id: product, amount: '10000', agreement: '1' },
    { token, language, headers: { 'idempotency-key': `required-reading-${key}` } },
  );
const orders = async ({ userId }: TestUser): Promise<number> => {
  const rows: { count: number }[] = await source.query(
    'select count(*)::integer as count from trust_order where user_id = $1',
    [userId],
  );
  return rows[0]?.count ?? 0;
};
const end = (id: string) =>
  source.query('update news_article set live_id = null, withdrawn_at = now() where id = $1', [id]);

describe('a notice that has to be read first', () => {
  it('stands before whatever commits to something new, for each user until it is opened', async () => {
    const [ann, bob] = [await somebody(), await somebody()];
    const id = await anArticle(source, { required: true, texts: { en: { title: 'New rules' } } });
    for (const language of LANGUAGES)
      expect(await buy(ann, `first-${language}`, language)).toMatchObject({
        type: 'error',
        code: 'news.required',
        message: refusalText(language, 'news.required'),
      });
    expect(await orders(ann)).toBe(0);
    const { required } = (await caller.get('news/unread', { token: ann.token })).message as UnreadNewsView;
    expect(required).toEqual([{ id: Number(id), title: 'New rules' }]);
    await caller.post('news/detail', { id }, { token: ann.token });
    expect(await buy(ann, 'second')).toMatchObject({ type: 'ok' });
    expect(await buy(bob, 'first')).toMatchObject({ code: 'news.required' });
    await end(id);
    expect(await buy(bob, 'second')).toMatchObject({ type: 'ok' });
  });

  it('has to be read again by whoever opened it while it did not have to be read', async () => {
    const ann = await somebody();
    const id = await anArticle(source, { required: false });
    await caller.post('news/detail', { id }, { token: ann.token });
    await publishAgain(source, id, { required: true });
    expect(await buy(ann, 'before')).toMatchObject({ code: 'news.required' });
    const { required, count } = (await caller.get('news/unread', { token: ann.token })).message as UnreadNewsView;
    expect(required.map((one) => one.id)).toEqual([Number(id)]);
    expect(count).toBeGreaterThan(0);
    await caller.post('news/detail', { id }, { token: ann.token });
    expect(await buy(ann, 'after')).toMatchObject({ type: 'ok' });
    await publishAgain(source, id, { required: true, texts: { en: { title: 'A typing error less' } } });
    expect(await buy(ann, 'still')).toMatchObject({ type: 'ok' });
    await end(id);
  });

  it('does not stand before what was done already: a repetition gets its reply', async () => {
    const ann = await somebody();
    const done = await buy(ann, 'once');
    const id = await anArticle(source, { required: true });
    expect(await buy(ann, 'once')).toMatchObject({ type: 'ok', message: done.message });
    expect(await buy(ann, 'another')).toMatchObject({ code: 'news.required' });
    expect(await orders(ann)).toBe(1);
    await end(id);
  });

  it.each([
    ['is planned', { publishAt: new Date(Date.now() + 3_600_000) }],
    ['is over', { publishAt: new Date(1000), expiresAt: new Date(2000) }],
    ['need not be read', { required: false }],
  ])('that %s stands before nothing', async (_name, article) => {
    const ann = await somebody();
    const id = await anArticle(source, { required: true, ...article });
    expect(await buy(ann, 'first')).toMatchObject({ type: 'ok' });
    await end(id);
  });

  it('stands before every command that an open book is asked for, right behind its key', () => {
    const folder = join(import.meta.dirname, '../../features/trading');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.sql'));
    const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
    // What changes of orders and of stops ask together stands in a function of its own.
    const ofChanges = textOf('spot/sql/spot_amend_assert.sql');
    const commands = files
      .map((file) => ({ file, text: textOf(file).replace(/perform spot_amend_assert\([^\n]*/, () => ofChanges) }))
      .filter(({ text }) => text.includes('idempotency_claim(') && text.includes('perform trading_assert_open('));
    expect(commands.map(({ file }) => file.split('/').at(-1) ?? '').sort((a, b) => a.localeCompare(b))).toEqual([
      'futures_amend.sql',
      'futures_reverse.sql',
      'futures_submit.sql',
      'ieo_apply.sql',
      'ieo_pay.sql',
      'option_buy.sql',
      'spot_amend.sql',
      'spot_exit_amend.sql',
      'spot_stop_amend.sql',
      'spot_stop_place.sql',
      'spot_submit.sql',
      'subscription_buy.sql',
      'trust_buy.sql',
    ]);
    // Paying for what was allotted commits nobody to anything new, and its window would pass.
    for (const { file, text } of commands.filter((command) => !command.file.endsWith('ieo_pay.sql')))
      expect([
        file,
        /perform trading_assert_open\([^\n]*\n\s*perform required_reading_assert\(p_user, p_at\);/.test(text),
      ]).toEqual([file, true]);
  });
});
