import { parse } from 'csv-parse/sync';
import { DESK_LISTS, type DeskListName } from '../../contract/operations/words.js';
import { DESK_ROUTES } from '../desk-routes.js';
import { DeskWorld, FILE_SUBJECTS } from '../factories/desk-world.js';
import { anOperator, type TestOperator } from '../factories/operators.js';
import { fund } from '../factories/ledger.js';

let world: DeskWorld;
/** May see every list but verifications, which are for reviewers alone. */
let by: TestOperator;

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
  audit: () => 'audit/file?',
};
const whoOf = (list: DeskListName) => (list === 'verification' ? world.reviewer : by);

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
    const page = (await world.desk(who, `${path.replace('/file', '')}limit=100`)).message as {
      list: { id: string }[];
    };
    const rows = await file(path, who);
    expect(list === 'appeals' || rows.length > 0).toBe(true);
    const line = await lastLine();
    expect(line).toMatchObject({ operator: who.login, action: `export.${list}`, detail: { rows: rows.length } });
    // A look at the log is none of its entries; the file is written down before it is read.
    expect(rows.map((row) => row.Number)).toEqual(page.list.map(({ id }) => id));
  });

  it('is for whoever may see the list, and nobody else', async () => {
    const path = (PATHS[list]().split('?')[0] ?? '').replace(/users\/\d+/, 'users/:id');
    const rolesOf = (call: string) => DESK_ROUTES.find(({ route }) => route === `GET ops/api/${call}`)?.roles;
    const roles = rolesOf(path);
    expect(roles).toEqual(rolesOf(path.replace('/file', '')));
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
