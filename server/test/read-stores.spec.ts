import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * What is read by way of `ReadSource` may come from a standby. So no store that asks it knows what a command goes by: no balance, no
 * session, no limit; nor does it write or lock. What it asks for stands in the file itself or in those beside it that only say what
 * is read.
 */
const ROOT = join(__dirname, '..');
const files = readdirSync(join(ROOT, 'features'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(path))
  .map((path) => join('features', path));
const textOf = (path: string) =>
  readFileSync(join(ROOT, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

const stores = files.filter((path) => /\bReadSource\b/.test(textOf(path)));
/** What they are made of: the lists that are given as files, and what a record of each product is. */
const parts = files.filter(
  (path) => /\bregisterList\(|\bRECORD_QUERIES[:\s]/.test(textOf(path)) && !stores.includes(path),
);
/** Looks at everything there is, balances first: that is what it is for, and it decides nothing but whether the book is stopped. */
const WHOLE_BOOK = 'books.store.ts';

/** A balance as it is now; what a posting left behind (`balance_after`) is history. */
const FORBIDDEN = [
  /\bbalance\b/,
  /\b(available|frozen)\b(?!')/,
  /\b(insert into|update \w+ set|delete from|for (no key )?update|for (key )?share)\b/i,
  /\b(account_session|operator_session|rate_limit|account_limit|own_limit_account|idempotency|trading_mode)\b/,
];

it('are stores that read histories, statements, records and the whole book', () => {
  expect(stores.map((path) => basename(path)).sort()).toEqual([
    'account-lines.store.ts',
    'audit-history.store.ts',
    'books.store.ts',
    'deposit-history.store.ts',
    'find.store.ts',
    'listed-rows.store.ts',
    'market-profit.store.ts',
    'option-history.store.ts',
    'otc-order-history.store.ts',
    'position-history.store.ts',
    'records.store.ts',
    'sealed-journals.store.ts',
    'spot-executions.store.ts',
    'spot-history.store.ts',
    'statement-rows.store.ts',
    'statement.store.ts',
    'subscription-history.store.ts',
    'taxes.store.ts',
    'trust-history.store.ts',
    'withdrawal-history.store.ts',
  ]);
});

it.each(stores)('%s asks nobody else', (path) => {
  expect(textOf(path)).not.toMatch(/\bDataSource\b|\bTransactions\b|\bcallFunction\b/);
});

it.each([...stores.filter((path) => basename(path) !== WHOLE_BOOK), ...parts])(
  '%s names no balance and nothing that a command goes by, and writes nothing',
  (path) => {
    const text = textOf(path);
    expect(FORBIDDEN.filter((words) => words.test(text)).map(String)).toEqual([]);
  },
);

it('would find them', () => {
  const wrong = [
    'select a.balance from ledger_account a',
    'select sum(frozen) from x',
    'select 1 from option_order for update',
    'select * from account_session',
  ];
  expect(wrong.filter((text) => !FORBIDDEN.some((words) => words.test(text)))).toEqual([]);
});
