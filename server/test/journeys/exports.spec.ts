import { connect } from 'node:net';
import { parse } from 'csv-parse/sync';
import type { DataSource } from 'typeorm';
import { LANGUAGES } from '../../contract/errors.js';
import { EXPORT_LISTS } from '../../contract/wallet/exports.dto.js';
import { ManageSubAccounts } from '../../features/account/sub-accounts/manage-sub-accounts.js';
import { ExportSources } from '../../features/wallet/exports/index.js';
import { registeredLists } from '../../features/wallet/exports/exported-lists.js';
import { MoveSubMoney } from '../../features/wallet/sub-transfers/move-sub-money.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { giveMoney } from '../factories/given-money.js';
import { aJournal, aLedger } from '../factories/ledger.js';
import { aUser, type TestUser } from '../factories/users.js';

let app: TestApp;
let source: DataSource;
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  user = await aUser(app.database.url);
  other = await aUser(app.database.url);
  await give(user.userId, '5000');
  await give(other.userId, '777');
  const ledger = aLedger(source);
  for (let number = 0; number < 520; number += 1)
    await ledger.postAlone(aJournal(user.userId, { reference: `export-${number}`, at: at(number) }));
}, 180_000);

afterAll(() => closeInOrder(app));

/** Before all else: the lines of an account are in the order of their instants. */
const give = (userId: string, amount: string) =>
  source.transaction((tx) =>
    giveMoney((sql, values) => tx.query(sql, values), [userId], { kind: 'spot', amount, at: new Date(at(-86_400)) }),
  );

/** Rows without journals, past the guards; taken away again before the books are looked at. */
const transfers = (change: string, values: unknown[]) =>
  source.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(change, values);
  });
const MANY = `insert into wallet_transfer (user_id, currency_id, from_account, to_account, amount, at)
  select $1, 3, 'spot', 'trust', 1, $2 from generate_series(1, $3::integer)`;
const NONE = 'delete from wallet_transfer where user_id = $1';

const at = (second: number) => Date.UTC(2026, 0, 5, 12) + second * 1000;

interface Asked {
  list?: string;
  format?: string;
  from?: string;
  to?: string;
  zone?: string;
  account_type?: string;
  sub_account_id?: string;
}

function ask(asked: Asked, { token = user.token, language = 'en', headers = {} } = {}): Promise<Response> {
  const days = { from: '2026-01-01', to: '2026-12-31', zone: 'UTC', list: 'wallet.statement', format: 'csv' };
  const query = new URLSearchParams({ ...days, ...asked });
  return fetch(`${app.url}/api/exports/file?${query.toString()}`, {
    headers: { authorization: token, lang: language, ...headers },
  });
}

async function rows(asked: Asked, options = {}): Promise<string[][]> {
  const reply = await ask(asked, options);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await reply.arrayBuffer());
  expect([reply.status, text.charCodeAt(0)]).toEqual([200, 0xfeff]);
  return parse(text.slice(1));
}

describe('the statement as a file', () => {
  it('has every line of its user once, the newest first, in UTC and in the zone', async () => {
    const [titles, ...lines] = await rows({ zone: 'Asia/Kolkata' });
    expect(titles).toEqual([
      'Time (UTC)',
      'Time (Asia/Kolkata)',
      'What happened',
      'Account',
      'Coin',
      'Change',
      'Before',
      'After',
      'Reference',
      'Journal entry',
    ]);
    const journals = lines.filter(([, , , , , , , , reference]) => reference?.startsWith('export-'));
    const expected: { lines: number }[] = await source.query(
      `select count(*)::integer as lines from ledger_posting p join ledger_account a on a.id = p.account_id
         join ledger_journal j on j.id = p.journal_id where a.owner_id = $1 and j.reference like 'export-%'`,
      [user.userId],
    );
    expect(journals).toHaveLength(expected[0]?.lines ?? 0);
    expect(new Set(journals.map(([, , , account, , , , , , journal]) => `${account} ${journal}`)).size).toBe(
      journals.length,
    );
    const times = journals.map(([utc]) => utc ?? '');
    expect(times).toEqual([...times].sort().reverse());
    expect(journals.at(-1)?.slice(0, 2)).toEqual(['2026-01-05T12:00:00.000Z', '2026-01-05 17:30:00 +05:30']);
    expect(lines.every((line) => line[5] !== '777')).toBe(true);
  });

  it('begins and ends with the days of the zone', async () => {
    const instants = async (asked: Asked) => (await rows(asked)).slice(1).map(([utc]) => utc);
    expect(await instants({ from: '2026-01-06', to: '2026-01-31' })).not.toContain('2026-01-05T12:00:00.000Z');
    expect(await instants({ from: '2026-01-05', to: '2026-01-05', zone: 'Pacific/Kiritimati' })).toEqual([
      '2026-01-04T12:00:00.000Z',
    ]);
    expect(await instants({ from: '2026-01-06', to: '2026-01-06', zone: 'Pacific/Kiritimati' })).toContain(
      '2026-01-05T12:00:00.000Z',
    );
  });

  it('has each line in the file of one day, though some were written a moment after later ones', async () => {
    const late = await aUser(app.database.url);
    await give(late.userId, '50');
    const midnight = Date.UTC(2026, 0, 6);
    for (const [number, after] of [-2000, 1000, -1000, 5000].entries())
      await aLedger(source).postAlone(aJournal(late.userId, { reference: `late-${number}`, at: midnight + after }));
    const first = await rows({ from: '2026-01-05', to: '2026-01-05' }, { token: late.token });
    const second = await rows({ from: '2026-01-06', to: '2026-01-06' }, { token: late.token });
    const lines = [...first, ...second].filter(([, , , , , , , , reference]) => reference?.startsWith('late-'));
    const places = lines.map(([, , , account, , , , , reference]) => `${account} ${reference}`);
    expect(places.sort()).toEqual(
      ['option', 'spot'].flatMap((account) => [0, 1, 2, 3].map((number) => `${account} late-${number}`)),
    );
  });

  it('is a document in every language', async () => {
    for (const language of LANGUAGES) {
      const reply = await ask({ format: 'pdf' }, { language, token: other.token });
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect([language, reply.headers.get('content-type'), bytes.subarray(0, 5).toString()]).toEqual([
        language,
        'application/pdf',
        '%PDF-',
      ]);
      expect(bytes.subarray(-6).toString()).toContain('EOF');
    }
  });

  it('is of demo money where that is asked for', async () => {
    expect(await rows({ account_type: 'simulation_account' })).toHaveLength(1);
  });
});

describe('every list', () => {
  it('is there, as a table or made by code', async () => {
    const sources = app.application.get(ExportSources);
    const query = {
      userId: user.userId,
      demo: false,
      since: new Date(at(0)),
      until: new Date(at(1)),
      from: '2026-01-05',
      to: '2026-01-05',
    };
    for (const name of EXPORT_LISTS) expect((await sources.open(name, query, 10)).rows.count).toBeGreaterThanOrEqual(0);
  });

  it.each(EXPORT_LISTS)('%s is a file with its titles, and a document', async (list) => {
    const [titles = []] = await rows({ list });
    expect(titles.length).toBeGreaterThan(2);
    expect(titles).not.toContain('');
    for (const demo of [{}, { account_type: 'simulation_account' }]) {
      const reply = await ask({ list, format: 'pdf', ...demo });
      expect([
        reply.status,
        Buffer.from(await reply.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ]).toEqual([200, '%PDF-']);
    }
  });

  it('of what its user was told, waits for, offers and complained about has that, said in its words, and of nobody else', async () => {
    const noticed = `insert into account_notice (user_id, kind, parameters, at) values ($1, 'new-device', $2, '2026-02-03T10:00:00Z')`;
    const complained = `insert into complaint (user_id, subject, order_number, entries, received_at, due_at, answered_at)
      values ($1, 'spot', $2, 1, '2026-02-03T10:00:00Z', '2026-03-03T10:00:00Z', null),
             ($1, 'otc', $2, 2, '2026-02-03T11:00:00Z', null, '2026-02-04T10:00:00Z')`;
    const awaited = `insert into price_alert (user_id, market_id, kind, value, window_seconds, source, note, state, phase, since,
        times, last_at, last_value, created_at, changed_at)
      values ($1, 1, 'rise', $2::numeric, null, 'index', '', 'active', 'below', now(), 0, null, null, '2026-02-03T10:00:00Z', now()),
             ($1, 1, 'percent-up', 5, 300, null, '', 'done', 'below', now(), 1, '2026-02-03T12:00:00Z', 6, '2026-02-03T11:00:00Z', now()),
             ($1, 1, 'fall', 5, null, 'index', '', 'deleted', 'below', now(), 0, null, null, '2026-02-03T11:00:00Z', now())`;
    const offered = `insert into otc_advert (merchant_id, side, currency_id, fiat, price, total, surplus, least, most, ways, payments,
        window_minutes, status, created_at, updated_at)
      values ($1, 'buy', 3, 'CNY', $2::numeric, 100, 40, 10, 700, '{bank}', '{}', 15, 'closed', '2026-02-03T10:00:00Z', now())`;
    for (const [whose, text] of [
      [user.userId, 'Firefox'],
      [other.userId, 'Opera'],
    ] as const) {
      await transfers(noticed, [whose, { device: text }]);
      await transfers(complained, [whose, text]);
      await transfers(awaited, [whose, whose === user.userId ? '70000' : '80000']);
      await transfers(offered, [whose, whose === user.userId ? '7.2' : '7.3']);
    }
    const days = { from: '2026-02-03', to: '2026-02-03' };
    const of = async (list: string, language = 'en') =>
      (await rows({ ...days, list }, { language })).slice(1).map(([, at, , ...line]) => [at, ...line]);
    const [ten, eleven] = ['2026-02-03T10:00:00.000Z', '2026-02-03T11:00:00.000Z'];
    expect(await of('notices.own')).toEqual([[ten, 'Login from a new device: Firefox']]);
    expect(await of('notices.own', 'zh')).toEqual([[ten, '新设备登录：Firefox']]);
    expect(await of('complaints.own')).toEqual([
      [eleven, 'otc', 'Firefox', 'closed', '2026-02-04T10:00:00.000Z', '2026-02-04 10:00:00 +00:00'],
      [ten, 'spot', 'Firefox', 'received', '', ''],
    ]);
    const market = await source.query('select symbol from market where id = 1');
    const [{ symbol }] = market as [{ symbol: string }];
    expect(await of('price-alerts.own')).toEqual([
      [eleven, symbol, 'percent-up', '', '5', 'done', '2026-02-03T12:00:00.000Z', '2026-02-03 12:00:00 +00:00'],
      [ten, symbol, 'rise', '70000', '', 'active', '', ''],
    ]);
    expect(await of('otc.adverts')).toEqual([
      [ten, 'buy', 'USDT', 'CNY', '7.2', '', '100', '60', '10', '700', 'closed'],
    ]);
    for (const table of ['account_notice', 'complaint', 'price_alert'])
      await transfers(`delete from ${table} where user_id in ($1, $2)`, [user.userId, other.userId]);
    await transfers('delete from otc_advert where merchant_id in ($1, $2)', [user.userId, other.userId]);
  });

  it('gives each row once however the pages are cut, and names its columns', async () => {
    for (const { columns, sql } of registeredLists().values()) {
      const [row] = await source.query(`select * from (${sql}) listed limit 0`, [
        user.userId,
        false,
        new Date(0),
        new Date(1),
        null,
        1,
      ]);
      expect(row).toBeUndefined();
      for (const name of [...Object.keys(columns), 'key']) {
        await source
          .query(`select "${name}" from (${sql}) listed limit 0`, [
            user.userId,
            false,
            new Date(0),
            new Date(1),
            '1',
            1,
          ])
          .catch(
            // Keys of two parts are of their own form.
            (error: Error) => expect(error.message).toMatch(/invalid input syntax/),
          );
      }
    }
  });
});

describe('what is refused', () => {
  it.each<[string, Asked, string]>([
    ['days backwards', { from: '2026-02-01', to: '2026-01-01' }, 'exports.range'],
    ['more than a year', { from: '2025-01-01', to: '2026-12-31' }, 'exports.range'],
    ['the year 0', { from: '0000-01-01', to: '0000-02-01' }, 'exports.range'],
    ['no day', { from: '2026-02-30', to: '2026-03-02' }, 'exports.range'],
    ['a zone of nowhere', { zone: 'Mars/Olympus' }, 'request.invalid'],
    ['a list that is none', { list: 'wallet.secrets' }, 'request.invalid'],
    ['another form', { format: 'xlsx' }, 'request.invalid'],
  ])('%s', async (_name, asked, code) => {
    const reply = await ask(asked);
    expect(await reply.json()).toMatchObject({ type: 'error', code });
  });

  it('a document of more rows than it may have, and says how many', async () => {
    await transfers(MANY, [other.userId, new Date(at(0)), 5001]);
    const list = 'wallet.transfers';
    const reply = await ask({ list, format: 'pdf' }, { token: other.token });
    expect(await reply.json()).toMatchObject({
      code: 'exports.too-many-rows',
      message: expect.stringMatching(/5,?000/),
    });
    const lines = (await rows({ list }, { token: other.token })).slice(1);
    expect(new Set(lines.map(([number]) => number)).size).toBe(5001);
    expect((await rows({ list })).length).toBe(1);
    await transfers(NONE, [other.userId]);
  });

  it('another person’s sub-account, and says no more than of none', async () => {
    const caller = { ip: '192.0.2.1', userAgent: '' };
    const bot = await app.application.get(ManageSubAccounts).open(other.userId, 'Bot', caller);
    const spot = { subId: null, account: 'spot' } as const;
    const place = { subId: bot, account: 'contract' } as const;
    const wish = { userId: other.userId, from: spot, to: place, currencyId: 3, amount: '7.25', key: null };
    await app.application.get(MoveSubMoney).execute(wish);
    const year = new Date().getUTCFullYear();
    const days = { from: `${year}-01-01`, to: `${year}-12-31`, sub_account_id: bot };
    const lines = (await rows(days, { token: other.token })).slice(1);
    expect(lines.map((line) => line[5])).toEqual(['7.25']);
    // Its owner's own lines stand in its own list alone.
    const own = await rows({ ...days, sub_account_id: '' }, { token: other.token });
    expect(own.slice(1).map((line) => line[5])).toEqual(['-7.25', '777']);
    for (const sub_account_id of [bot, other.userId, '999999999']) {
      expect(await (await ask({ ...days, sub_account_id })).json()).toMatchObject({ code: 'sub-account.unknown' });
    }
    // A main account is nobody's sub-account, not even its own.
    const self = { ...days, sub_account_id: other.userId };
    expect(await (await ask(self, { token: other.token })).json()).toMatchObject({ code: 'sub-account.unknown' });
  });

  it('strangers', async () => {
    expect(await (await ask({}, { token: 'none' })).json()).toMatchObject({ code: 'session.required' });
  });
});

describe('two files at once', () => {
  it('are one after the other for one user, and the place is free again when a reader has gone', async () => {
    await transfers(MANY, [user.userId, new Date(at(0)), 60000]);
    const { port, hostname } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const path = '/api/exports/file?list=wallet.transfers&format=csv&from=2026-01-01&to=2026-12-31&zone=UTC';
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${user.token}\r\nlang: en\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));
    // It reads no further: what it asked for waits in the server, which writes nothing more.
    expect(await (await ask({})).json()).toMatchObject({ code: 'exports.one-at-a-time' });
    expect((await ask({}, { token: other.token })).status).toBe(200);
    socket.destroy();
    let code: string | undefined = 'exports.one-at-a-time';
    for (let time = 0; time < 100 && code; time += 1) {
      const reply = await ask({ from: '2026-02-01', to: '2026-02-01' });
      const text = await reply.text();
      code = text.startsWith('{') ? (JSON.parse(text) as { code: string }).code : undefined;
      if (code) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(code).toBeUndefined();
    await transfers(NONE, [user.userId]);
  });
});
