import { parse } from 'csv-parse/sync';
import { Decimal } from '../../contract/decimal.js';
import { DESK_LISTS, type DeskListName } from '../../contract/operations/words.js';
import { DESK_ROUTES } from '../desk-routes.js';
import { DeskWorld, FILE_SUBJECTS } from '../factories/desk-world.js';
import { anArticle } from '../factories/news.js';
import { anOperator, type TestOperator } from '../factories/operators.js';
import { fund } from '../factories/ledger.js';

let world: DeskWorld;
/** May see every list but verifications, which are for reviewers alone. */
let by: TestOperator;
/** The user's account of the books in the coin that all of this is about. */
let spotAccount: string;

beforeAll(async () => {
  world = await DeskWorld.open();
  by = await anOperator(world.source, 'support', 'treasurer', 'auditor');
  await make();
}, 120_000);

// Not by `world.close`, which looks at the books: the withdrawal to a card is a row alone, with no money behind it.
afterAll(async () => {
  await world?.app.close();
  await world?.app.database.drop();
});

/** Something in each list, with words at which a spreadsheet program would begin to calculate. */
async function make(): Promise<void> {
  const { userId } = world.user;
  for (const amount of ['120.5', '70', '12.25']) await world.aDeposit(amount);
  await world.verifyBasic(world.user);
  await world.source.query(
    `update account_user set username = '=HYPERLINK("x")', username_key = '=hyperlink("x")', phone = '+8613800138000' where id = $1`,
    [userId],
  );
  await world.source.query(
    `insert into complaint (user_id, subject, order_number, entries, received_at, due_at)
     values ($1, 'withdrawal', '', 1, now(), now() + interval '15 days')`,
    [userId],
  );
  const adjustment = { userId, account: 'spot', currencyId: 3, amount: '5', reason: '@SUM(A1) was wrong' };
  expect(await world.desk(world.ann, 'adjustments', adjustment)).toMatchObject({ type: 'ok' });
  await fund(world.source, userId, '500');
  const [account]: { id: string }[] = await world.source.query(
    `select id from ledger_account where owner_key = $1 and kind = 'spot' and currency_id = 3 and not demo`,
    [userId],
  );
  spotAccount = account?.id ?? '';
  await world.source.query(
    `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at) values ($1, '+Ann', '+ann', 'applied', now())`,
    [userId],
  );
  await anArticle(world.source, { texts: { en: { title: 'A notice' }, zh: { title: '公告' } } });
  await anArticle(world.source, { category: 8, texts: { en: { title: '=1+1' } } });
  await world.source.query(
    `insert into operator_announced_act (kind, subject_id, detail, reason, proposed_by, proposed_at, began_at, due_at)
     values ('network-change', 1, '{"fee": "1"}', '-reason', $1, now(), now(), now() + interval '1 hour')`,
    [world.ann.operatorId],
  );
  // Of a card: whose number is nobody's but its owner's.
  await world.source.query(
    `with bank as (select * from coin_network where currency_id = 3 order by id limit 1)
     insert into withdrawal (local_day, user_id, currency_id, coin_network_id, chain, destination, amount, fee, remark,
       verified_level, created_at, updated_at)
     select current_date, $1, 3, bank.id, 'bank', $2, 40, 1, '-1+1', 1, now(), now() from bank`,
    [userId, JSON.stringify({ address: '6222020200112233', network: 'bank', holder: 'Ann Example', bank: 'ICBC' })],
  );
}

const PATHS: Readonly<Record<DeskListName, () => string>> = {
  users: () => 'users/file?',
  records: () => `users/${world.user.userId}/records/file?kind=deposit&`,
  deposits: () => 'deposits/file?status=all&',
  withdrawals: () => 'withdrawals/file?status=all&',
  verification: () => 'verification/file?status=all&',
  appeals: () => 'appeals/file?',
  proposals: () => 'proposals/file?status=all&',
  complaints: () => 'complaints/file?',
  'ledger-accounts': () => `books/accounts/file?owner=${world.user.userId}&`,
  'ledger-lines': () => `books/accounts/${spotAccount}/lines/file?`,
  journals: () => `books/journals/file?user=${world.user.userId}&`,
  statement: () => `users/${world.user.userId}/statement/file?`,
  announced: () => 'announced/file?status=all&',
  markets: () => 'markets/file?',
  merchants: () => 'merchants/file?status=all&',
  news: () => 'news/file?',
  operators: () => 'operators/file?',
  audit: () => 'audit/file?',
};
const whoOf = (list: DeskListName) => (list === 'verification' ? world.reviewer : by);
/** The list of the page whose file it is, where that has another address. */
const PAGES: Partial<Record<DeskListName, () => string>> = {
  'ledger-lines': () => `users/${world.user.userId}/statement?account=spot&`,
};
/** The page of such a list shows all of it. */
const isWhole = (message: unknown): message is { id: string }[] => Array.isArray(message);
/** What the file of a list numbers its rows by, where that is no number of the row itself. */
const NUMBERS: Partial<Record<DeskListName, (row: Listed) => string>> = {
  'ledger-lines': ({ sequence }) => sequence,
  statement: ({ sequence }) => sequence,
};
interface Listed {
  id: string | number;
  sequence: string;
}

async function ask(path: string, who: TestOperator, language = 'en'): Promise<Response> {
  return fetch(`${world.app.url}/ops/api/${path}`, { headers: { authorization: who.token, lang: language } });
}

/** Null: there is a file. */
async function refusalOf(path: string, who: TestOperator): Promise<string | null> {
  const reply = await ask(path, who);
  const body = await reply.text();
  if (!reply.headers.get('content-type')?.includes('json')) return null;
  return (JSON.parse(body) as { code: string }).code;
}

/** The rows of a file by the titles of their columns. */
async function file(path: string, who = by): Promise<Record<string, string>[]> {
  const reply = await ask(`${path}zone=UTC`, who);
  expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'text/csv; charset=utf-8']);
  return parse(await reply.text(), { bom: true, columns: true }) as Record<string, string>[];
}

const lastLine = async () => {
  const [line]: Record<string, unknown>[] = await world.source.query(
    `select operator, action, user_id as "userId", detail from audit_entry order by id desc limit 1`,
  );
  return line;
};

describe.each(DESK_LISTS)('%s as a file', (list) => {
  it('has the rows of the list in its order, and is on record with their number', async () => {
    const path = PATHS[list]();
    const who = whoOf(list);
    const page = PAGES[list]?.() ?? path.replace('/file', '');
    const { message } = await world.desk(who, `${page}limit=100`);
    const listed = (isWhole(message) ? message : (message as { list: unknown }).list) as Listed[];
    const rows = await file(path, who);
    expect(list === 'appeals' || rows.length > 0).toBe(true);
    const line = await lastLine();
    // Each leg of a journal is a row.
    const numbers = list === 'journals' ? [...new Set(rows.map((row) => row.Number))] : rows.map((row) => row.Number);
    expect(line).toMatchObject({ operator: who.login, action: `export.${list}`, detail: { rows: numbers.length } });
    // A look at the log is none of its entries; the file is written down before it is read.
    expect(numbers).toEqual(listed.map((row) => NUMBERS[list]?.(row) ?? String(row.id)));
  });

  it('is for whoever may see the list, and nobody else', async () => {
    const path = (PATHS[list]().split('?')[0] ?? '').replace(/(users|accounts)\/\d+/, '$1/:id');
    const rolesOf = (call: string) => DESK_ROUTES.find(({ route }) => route === `GET ops/api/${call}`)?.roles;
    const roles = rolesOf(path);
    expect(roles).toEqual(rolesOf(list === 'ledger-lines' ? 'books/accounts' : path.replace('/file', '')));
    const other = await anOperator(world.source, list === 'verification' ? 'treasurer' : 'settings');
    const may = roles?.includes('settings') ?? false;
    expect(await refusalOf(`${PATHS[list]()}zone=UTC`, other)).toBe(may ? null : 'access.forbidden');
  });
});

it('says in words what it is, in the language of the operator, and is shown nowhere', async () => {
  const reply = await ask('deposits/file?zone=Asia/Shanghai', by, 'zh');
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="deposits_\d{4}-\d\d-\d\d\.csv"$/);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('content-security-policy')).toContain('sandbox');
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.toString().split('\r\n')[0]).toContain('编号,时间 (UTC),时间 (Asia/Shanghai)');
});

it('keeps amounts as they are, and calculates nothing', async () => {
  const deposits = await file('deposits/file?order=oldest&');
  expect(deposits.map((row) => row['Amount stated by the user'])).toEqual(['120.5', '70', '12.25']);
  const [proposal] = await file('proposals/file?kind=adjustment&');
  expect(proposal?.Reason).toBe("'@SUM(A1) was wrong");
  const [withdrawal] = await file('withdrawals/file?');
  expect(withdrawal).toMatchObject({ Amount: '40', Fee: '1', 'To be paid out': '39', Note: "'-1+1" });
});

it('has each leg of a journal as a row, which sum up to nothing by coin', async () => {
  const legs = await file(`journals/file?user=${world.user.userId}&`.replace('journals', 'books/journals'));
  const sums = new Map<string, Decimal>();
  for (const { Number: number, Coin: coin, Change: change } of legs) {
    const key = `${number} ${coin}`;
    sums.set(key, (sums.get(key) ?? new Decimal(0)).plus(change ?? ''));
  }
  expect(sums.size).toBeGreaterThan(0);
  expect(legs.length).toBeGreaterThan(sums.size);
  expect([...sums.values()].filter((sum) => !sum.isZero())).toEqual([]);
});

it('has of an account the lines between two instants, whoever’s it is, and of nobody’s none', async () => {
  const lines = await file(`books/accounts/${spotAccount}/lines/file?`);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.at(0)).toMatchObject({ After: '500', Change: '500' });
  expect(await lastLine()).toMatchObject({ userId: world.user.userId, detail: { filter: { account: spotAccount } } });
  const first = Math.min(...lines.map((line) => Date.parse(line['Time (UTC)'] ?? '')));
  expect(await file(`books/accounts/${spotAccount}/lines/file?to=${first}&`)).toEqual([]);
  expect(await file(`books/accounts/${spotAccount}/lines/file?from=${first}&`)).toEqual(lines);
  expect(await file(`books/accounts/${spotAccount}/lines/file?from=${Date.now() + 60_000}&`)).toEqual([]);
  expect(await refusalOf('books/accounts/999999999/lines/file?zone=UTC', by)).toBe('operations.not-found');
  const houses = await file('books/accounts/file?demo=0&');
  expect(houses.length).toBeGreaterThan(0);
  const house = await file(`books/accounts/${houses[0]?.Number}/lines/file?`);
  expect([house.length > 0, (await lastLine())?.userId]).toEqual([true, null]);
});

it('hides what the list hides: contacts are masked, and a card has no number', async () => {
  const users = await file(`users/file?search=${world.user.userId}&`);
  expect(users).toHaveLength(1);
  const text = JSON.stringify(users);
  expect(text).not.toContain(world.user.email);
  expect(text).not.toContain('13800138000');
  expect(users[0]).toMatchObject({ 'User name': `'=HYPERLINK("x")` });
  expect((await lastLine())?.detail).toEqual({ filter: { search: 'digits' }, rows: 1 });
  const withdrawals = JSON.stringify(await file('withdrawals/file?status=all&'));
  expect(withdrawals).not.toMatch(/6222020200112233|Ann Example|ICBC/);
});

it('goes as far as its filter, and says whose rows were asked for', async () => {
  const { userId } = world.user;
  expect(await file('deposits/file?status=approved&')).toEqual([]);
  expect(await file(`deposits/file?user=${userId}&`)).toHaveLength(3);
  expect(await lastLine()).toMatchObject({
    userId,
    detail: { filter: { status: 'review', currencyId: null, claim: null, order: 'oldest' }, rows: 3 },
  });
  expect(await refusalOf('deposits/file?status=paid&zone=UTC', by)).toBe('request.invalid');
  expect(await refusalOf('deposits/file?zone=Mars/Olympus', by)).toBe('request.invalid');
  expect(await refusalOf('users/999999999/records/file?kind=spot&zone=UTC', by)).toBe('operations.not-found');
});

it('is whole where it is longer than a page: what comes while it is written is in none of its rows', async () => {
  await world.source.query(
    `insert into audit_entry (at, operator_id, operator, action, subject, detail, address, request)
     select now(), null, 'command line', 'user.view', 'many', jsonb_build_object('n', n), '', '' from generate_series(1, 1203) n`,
  );
  const reply = await ask('audit/file?subject=many&zone=UTC', by);
  await world.source.query(
    `insert into audit_entry (at, operator_id, operator, action, subject, detail, address, request)
     values (now(), null, 'command line', 'user.view', 'many', '{"n": 0}', '', '')`,
  );
  const rows = parse(await reply.text(), { bom: true, columns: true }) as Record<string, string>[];
  const numbers = rows.map((row) => (JSON.parse(row.Details ?? '') as { n: number }).n);
  expect(numbers).toEqual(Array.from({ length: 1203 }, (_, place) => 1203 - place));
});

it('every act did what the list of the desk says, and nothing else', () =>
  world.expectActsOf((subject) => FILE_SUBJECTS.includes(subject)));
