import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { CheckBooks, registeredInvariants, TradingMode } from '../../features/wallet/ledger/index.js';
import { bootApp, type TestApp } from '../app.js';
import { aUserId, fund } from '../factories/ledger.js';

const BOOT_LIMIT_MS = 60_000;
const JOURNEY_LIMIT_MS = 60_000;
const PROGRAM = join(__dirname, '../../../dist/programs/verify-books.js');

let app: TestApp;
let source: DataSource;
let user: string;

beforeAll(async () => {
  app = await bootApp();
  source = app.owner;
  user = await aUserId(source);
  await fund(source, user, '100');
}, BOOT_LIMIT_MS);

afterAll(() => app.close());

/** What the first row of a query answers, asked until it is true. */
async function until(sql: string): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    const rows: { holds: boolean }[] = await source.query(sql);
    if (rows[0]?.holds) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`This did not come true within thirty seconds: ${sql}`);
}

/** `npm run verify-books` as the command line runs it. Tests are no feature: their reason is not registered there. */
function verifyBooks(): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: app.database.servingUrl };
    execFile(process.execPath, [PROGRAM], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

describe('the books of the running product', () => {
  it('are checked by invariants each of which says which book a row is about', async () => {
    const context = (over: string) =>
      over === 'ledger_journal'
        ? `checked as (select *, 0::bigint as number, 0::bigint as head from ledger_journal where false), legs as (
             select p.*, a.owner_id, a.kind, a.demo as account_demo, a.currency_id as account_currency_id, j.reason, j.reference,
                    0::bigint as number, 0::bigint as head, j.demo as journal_demo
               from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_journal j on j.id = p.journal_id
              where false)`
        : ['round', 'pass'].includes(over)
          ? 'watched as (select demo, now() as until, now() as since from trading_mode where false)'
          : `checked as (select * from ${over} where false)`;
    const parts = registeredInvariants().flatMap(({ name, parts: all }) => all.map((part) => ({ name, ...part })));
    for (const { name, over, sql } of parts) {
      const query = `with ${context(over)} select bool_or(found.demo) as demo
                       from (${typeof sql === 'string' ? sql : sql()}) found where false`;
      await expect(source.query(query).then(() => name)).resolves.toBe(name);
    }
  });

  it('are open or stopped in the words of everybody', async () => {
    const reply = await fetch(`${app.url}/api/trading/status`);
    expect(await reply.json()).toMatchObject({ type: 'ok', message: { real: 'open', demo: 'open' } });
  });

  it(
    'are checked at its start and sealed as it runs',
    async () => {
      await until('select bool_and(verified_at is not null) as holds from trading_mode');
      await fund(source, user, '1');
      const [newest] = await source.query('select max(id) as id from ledger_journal');
      await until(`select coalesce(max(last_journal), 0) >= ${newest.id} as holds from ledger_seal`);
    },
    JOURNEY_LIMIT_MS,
  );

  it(
    'are found in order, or not, by the command line, which says where',
    async () => {
      const healthy = await verifyBooks();
      expect(healthy.output).toMatch(/The books are in order: \d+ invariants hold/);
      expect(healthy.code).toBe(0);
      await source.query('update ledger_account set balance = balance + 1 where owner_id = $1', [user]);
      const broken = await verifyBooks();
      expect(broken.output).toMatch(/BROKEN L04 [^\n]*\n +real \{"id":"\d+",/);
      expect(broken.output).toMatch(/The books are broken: real money: L04; demo money: in order /);
      expect(broken.code).toBe(1);
    },
    JOURNEY_LIMIT_MS,
  );

  it('stop the product when they are broken, and an operator lets it go on', async () => {
    const mode = app.application.get(TradingMode);
    await app.application.get(CheckBooks).execute();
    await expect(source.transaction((tx) => mode.assertOpen(tx, 'real'))).rejects.toMatchObject({
      code: 'ledger.cancel-only',
    });
    const figures = await (await fetch(`${app.url}/metrics`)).text();
    expect(figures).toMatch(/^gateway_books_broken{book="real"} 1$/m);
    expect(figures).toMatch(/^gateway_cancel_only{book="real"} 1$/m);
    await source.query('update ledger_account set balance = balance - 1 where owner_id = $1', [user]);
    await app.application.get(CheckBooks).execute();
    expect(await mode.clear('real', { operatorId: '1', reason: 'A balance was corrected.' })).toBe(true);
    await source.transaction((tx) => mode.assertOpen(tx, 'real'));
  });
});
