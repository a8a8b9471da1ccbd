import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { QueryRunner } from 'typeorm';
import { Caller } from '../../../test/calls.js';
import { ERASURE_FATES } from '../../../test/erasure-fates.js';
import { BTC, fund, USDT } from '../../../test/factories/ledger.js';
import { OtcWorld, PIN } from '../../../test/factories/otc-world.js';
import type { TestUser } from '../../../test/factories/users.js';
import { codeTo, mailbox } from '../../../test/mailbox.js';
import { OTHERS, tablesReadWhole } from '../../../test/rows-read.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { PeopleStore } from '../../operations/administration/people.store.js';
import { SealAudit } from '../../operations/audit/seal-audit.js';
import { MoveSubMoney } from '../../wallet/sub-transfers/move-sub-money.js';
import { ManageSubAccounts } from '../sub-accounts/manage-sub-accounts.js';
import { ApproveDeposit } from '../../wallet/deposits/index.js';
import { Config } from '../../../platform/config/config.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { SealedFiles } from '../../../platform/storage/sealed-files.js';
import { ExpireUploads } from '../uploads/expire-uploads.js';
import { fileOf } from '../uploads/receive-upload.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { SecretBox } from '../users/index.js';
import { EraseAccounts } from './erase-accounts.js';
import { ErasureFigures } from './erasure-figures.js';
import { ErasureStore } from './erasure.store.js';
import { openedRecord } from './open-record.store.js';
import { sealActs } from '../../../test/factories/seals.js';

jest.setTimeout(180_000);

const PASSWORD = 'correct horse 7';
const DAY_MS = 86_400_000;
const WAIT_DAYS = 14;
const RETENTION_YEARS = 5;

let world: OtcWorld;
let call: Caller;
let passwordHash: string;

beforeAll(async () => {
  world = await OtcWorld.open();
  call = new Caller(world.app);
  passwordHash = await world.get(PasswordHasher).hash(PASSWORD);
});
// Looks at the books: those of an erased account are in order, too.
afterAll(() => world.close());

interface Person extends TestUser {
  phone: string;
}

async function aPerson({ verified = true } = {}): Promise<Person> {
  const user = await world.aPerson({ verified });
  const phone = `+86139${String(Number.parseInt(user.userId, 10)).padStart(8, '0')}`;
  await world.source.query(
    `update account_user set password_hash = $2, phone = $3, phone_bound_at = '2026-01-01',
            email_bound_at = '2026-01-01', anti_phishing_word = 'sesame' where id = $1`,
    [user.userId, passwordHash, phone],
  );
  const number = world.get(SecretBox).seal(Buffer.from(`D${user.userId}`), `verification.id-number:${user.userId}`);
  await world.source.query('update verification_case set id_number_sealed = $2 where user_id = $1', [
    user.userId,
    number,
  ]);
  await logInAnew(user);
  return { ...user, phone };
}

/** The session is of this moment, by the clock that counts. */
async function logInAnew({ userId }: TestUser): Promise<void> {
  const now = world.clock.now();
  await world.source.query(
    'update account_session set created_at = $2, last_used_at = $2, expires_at = $3 where user_id = $1',
    [userId, new Date(now), new Date(now + 30 * DAY_MS)],
  );
}

const view = ({ token }: TestUser) => call.post('user/erasure', {}, { token });
const takeBack = ({ token }: TestUser) => call.post('user/erasure/take_back', {}, { token });
const sweep = () => world.get(EraseAccounts).execute();
const logIn = (user_string: string) => call.post('user/login', { user_type: 'email', user_string, password: PASSWORD });

async function proofs({ token, email }: TestUser): Promise<Record<string, string>> {
  const sent = (await mailbox(world.app)).filter(({ to }) => to === email).length;
  expect(await call.post('set/sms_other_mail', { act: 'close-account' }, { token })).toMatchObject({ type: 'ok' });
  return { pay_password: PIN, login_password: PASSWORD, code: await codeTo(world.app, email, sent + 1) };
}

async function ask(user: TestUser, changes: Record<string, string> = {}) {
  return call.post('user/erasure/ask', { ...(await proofs(user)), ...changes }, { token: user.token });
}

async function asked(user: TestUser): Promise<void> {
  expect(await ask(user)).toMatchObject({ type: 'ok' });
}

const wait = (days = WAIT_DAYS) => world.clock.advance(days * DAY_MS);

async function one<Row>(sql: string, values: unknown[]): Promise<Row | undefined> {
  const [row] = await world.source.query<Row[]>(sql, values);
  return row;
}

/** What the figure says of which the alarm speaks. */
async function overdue(): Promise<number> {
  await world.get(ErasureFigures).execute();
  const text = await world.get(Metrics).text();
  return Number(/^gateway_erasures_overdue (\d+)$/m.exec(text)?.[1]);
}

const devicesOf = ({ userId }: TestUser) =>
  world.source.query<{ device: string }[]>('select device from account_device where user_id = $1', [userId]);

const outcomeOf = async ({ userId }: TestUser) =>
  (
    await one<{ outcome: string | null }>(
      'select outcome from account_erasure where user_id = $1 order by id desc limit 1',
      [userId],
    )
  )?.outcome;

describe('every table that points at users', () => {
  it('says what becomes of it when an account is erased', async () => {
    const rows = await world.source.query<{ name: string }[]>(
      `with recursive about (relation) as (
         select 'account_user'::regclass::oid
         union
         select c.conrelid from pg_constraint c join about on c.confrelid = about.relation
          where c.contype = 'f' and c.conrelid <> 'operator'::regclass
       )
       select distinct r.relname as name from pg_class r
        where r.relkind in ('r', 'p') and not r.relispartition
          and (r.oid in (select relation from about) or exists (
            select from information_schema.columns i
             where i.table_schema = 'public' and i.table_name = r.relname
               and i.column_name in ('user_id', 'owner_id', 'payer_id', 'inviter_id', 'taker_id', 'email', 'phone',
                 'real_name', 'target')))
        order by 1`,
    );
    const names = rows.map(({ name }) => name);
    expect(names.filter((name) => !(name in ERASURE_FATES))).toEqual([]);
    const all = await world.source.query<{ name: string }[]>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const there = new Set(all.map(({ name }) => name));
    expect(Object.keys(ERASURE_FATES).filter((name) => !there.has(name))).toEqual([]);
  });
});

describe('closing an account', () => {
  it('takes the login, a second factor and the fund password', async () => {
    const user = await aPerson();
    const given = await proofs(user);
    const send = (changes: Record<string, string>) =>
      call.post('user/erasure/ask', { ...given, ...changes }, { token: user.token });
    expect(await send({ pay_password: '111222' })).toMatchObject({ code: 'account.fund-password-wrong' });
    expect(await send({ login_password: 'wrong horse 7' })).toMatchObject({ code: 'account.old-password-wrong' });
    expect(await send({ code: '' })).toMatchObject({ code: 'account.code-required' });
    expect(await send({ code: '000000' })).toMatchObject({ code: 'account.code-wrong' });
    expect((await view(user)).message).toMatchObject({
      state: 'none',
      needs_fund_password: 1,
      keep_years: RETENTION_YEARS,
    });
    expect(await send({})).toMatchObject({ type: 'ok' });
    expect((await view(user)).message).toMatchObject({ state: 'waiting' });
  });

  it('ends every other session and every key at once, and leaves nothing to do but to take it back', async () => {
    const user = await aPerson();
    const other = String((await logIn(user.email)).message);
    await world.source.query(
      `insert into account_api_key (user_id, public_id, name, kind, public_key, scopes, is_demo, addresses, created_at)
       values ($1, $2, 'Bot', 'ed25519', sha256('k'), '{read}', false, '{10.0.0.1}', now())`,
      [user.userId, randomBytes(12).toString('hex')],
    );
    await asked(user);
    expect(await call.get('user/info', { token: other })).toMatchObject({ type: '999' });
    expect(await one('select end_reason from account_api_key where user_id = $1', [user.userId])).toEqual({
      end_reason: 'sessions',
    });
    for (const [verb, path] of [
      ['get', 'user/info'],
      ['get', 'account/state'],
      ['post', 'user/data_exports'],
      ['post', 'wallet/addaddress'],
      ['post', 'user/erasure/ask'],
    ] as const) {
      const reply = verb === 'get' ? await call.get(path, user) : await call.post(path, {}, user);
      expect([path, reply.code]).toEqual([path, 'account.erasure-waits']);
    }
    // A new login says so, too; what everybody sees is seen.
    const again = String((await logIn(user.email)).message);
    expect(await call.get('user/info', { token: again })).toMatchObject({ code: 'account.erasure-waits' });
    expect(await takeBack({ ...user, token: again })).toMatchObject({ type: 'ok' });
    expect(await call.get('account/state', { token: again })).toMatchObject({ type: 'ok' });
    wait();
    await sweep();
    expect(await outcomeOf(user)).toBe('taken-back');
    expect(await takeBack({ ...user, token: again })).toMatchObject({ type: '999' });
  });

  it('is told to every contact, with what to do where it was somebody else', async () => {
    const user = await aPerson();
    await asked(user);
    const sent = (await mailbox(world.app)).filter(({ kind }) => kind === 'erasure-asked');
    const to = sent.map((message) => message.to);
    expect(to).toEqual(expect.arrayContaining([user.email, user.phone]));
    expect(sent.at(-1)?.text).toContain('change your passwords');
  });

  it('is refused while anything is open or owned, which is listed; demo money is in nobody’s way', async () => {
    const user = await aPerson();
    await fund(world.source, user.userId, '5', { demo: true } as never);
    expect((await view(user)).message).toMatchObject({ obstacles: [] });
    await fund(world.source, user.userId, '10');
    await world.source.query(
      `insert into complaint (user_id, subject, order_number, entries, received_at, due_at) values ($1, 'other', '', 1, now(), now())`,
      [user.userId],
    );
    expect(await ask(user)).toMatchObject({ code: 'account.erasure-obstacles' });
    expect((await view(user)).message).toMatchObject({
      state: 'none',
      obstacles: [
        { name: 'complaints', count: 1 },
        { name: 'money', count: 1 },
      ],
    });
  });

  it('takes its sub-accounts with it, and waits for what they have', async () => {
    const user = await aPerson();
    const subAccount = await world.get(ManageSubAccounts).open(user.userId, 'Rainer Zufall', { ip: '', userAgent: '' });
    await fund(world.source, subAccount, '5');
    expect((await view(user)).message).toMatchObject({ obstacles: [{ name: 'sub-accounts', count: 1 }] });
    const refused = await call.post('user/erasure/ask', { pay_password: PIN }, { token: user.token });
    expect(refused).toMatchObject({ code: 'account.erasure-obstacles' });
    const back = { from: { subId: subAccount, account: 'spot' }, to: { subId: null, account: 'spot' } } as const;
    await world.get(MoveSubMoney).execute({ userId: user.userId, ...back, currencyId: USDT, amount: '5', key: null });
    // Spent: nothing is left anywhere.
    await fund(world.source, user.userId, '-5');
    const addKey = (name: string) =>
      world.source.query(
        `insert into account_api_key (user_id, public_id, name, kind, public_key, scopes, is_demo, addresses, created_at)
         values ($1, $2, $3, 'ed25519', $4, '{read}', false, '{192.0.2.1/32}', now())`,
        [subAccount, randomBytes(12).toString('hex'), name, randomBytes(32)],
      );
    await addKey('Rainer one');
    await asked(user);
    // Asking closes its doors, too.
    expect(await one('select end_reason from account_api_key where user_id = $1', [subAccount])).toMatchObject({
      end_reason: 'sessions',
    });
    wait();
    await sweep();
    expect(await outcomeOf(user)).toBe('erased');
    expect(await one('select from account_api_key where user_id = $1', [subAccount])).toBeUndefined();
    expect(await one('select label, label_key from sub_account where user_id = $1', [subAccount])).toEqual({
      label: `-${subAccount}`,
      label_key: `-${subAccount}`,
    });
    expect(
      await one('select erased_at is not null and disabled_at is not null as gone from account_user where id = $1', [
        subAccount,
      ]),
    ).toEqual({ gone: true });
  });

  it('leaves by which browsers the account was known, which decides on rebates, until it is erased', async () => {
    const user = await aPerson();
    await logIn(user.email);
    const known = await devicesOf(user);
    expect(known).toHaveLength(1);
    await asked(user);
    expect(await devicesOf(user)).toEqual(known);
    expect(await takeBack(user)).toMatchObject({ type: 'ok' });
    expect(await devicesOf(user)).toEqual(known);
  });

  it('that is asked for twice at once begins once', async () => {
    const user = await aPerson();
    const given = await proofs(user);
    const send = () => call.post('user/erasure/ask', given, { token: user.token });
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1);
    const rows = await world.source.query('select from account_erasure where user_id = $1', [user.userId]);
    expect(rows).toHaveLength(1);
  });
});

describe('what is too little to leave', () => {
  const LEAST = '10';
  const restOf = async (user: TestUser) => (await view(user)).message as { rest: object[]; obstacles: object[] };
  const held = async ({ userId }: TestUser) =>
    world.source.query<{ kind: string; balance: string }[]>(
      `select kind, trim_scale(balance)::text as balance from ledger_account
        where owner_id = $1 and not demo and balance <> 0 order by kind`,
      [userId],
    );
  const journals = ({ userId }: TestUser) =>
    world.source.query<object[]>(
      `select a.kind, a.owner_id::text as owner, trim_scale(p.amount)::text as amount
         from account_erasure e
         join ledger_journal j on j.reason = 'erasure.rest' and j.reference = concat(e.id, ':${USDT}')
         join ledger_posting p on p.journal_id = j.id join ledger_account a on a.id = p.account_id
        where e.user_id = $1 order by a.kind`,
      [userId],
    );
  /** The minute of now closed at this price. */
  const bitcoinAt = (price: string) =>
    world.source.query(
      `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision,
         closed, filled, outage, origin)
       values (1, '1min', date_trunc('minute', $1::timestamptz), $2, $2, $2, $2, 1, 1, 1, 1, true, false, false, 'live')
       on conflict (market_id, period, origin, open_at) do update set close = excluded.close`,
      [new Date(world.clock.now()), price],
    );

  it('is named, given up by its amounts alone, and booked when the account is erased, and not before', async () => {
    const user = await aPerson();
    await fund(world.source, user.userId, '4.5');
    await fund(world.source, user.userId, '5.49999999', { kind: 'option' });
    expect(await restOf(user)).toMatchObject({ rest: [{ currency: 'USDT', amount: '9.99999999' }], obstacles: [] });
    const given = await proofs(user);
    const send = (give_up: string) => call.post('user/erasure/ask', { ...given, give_up }, { token: user.token });
    for (const give_up of ['', 'USDT:9.9', 'USDT:9.99999999,BTC:1', '1'])
      expect(await send(give_up)).toMatchObject({ code: 'account.erasure-rest' });
    expect(await outcomeOf(user)).toBeUndefined();
    expect(await send('USDT:9.99999999')).toMatchObject({ type: 'ok' });
    expect(await restOf(user)).toMatchObject({ rest: [{ currency: 'USDT', amount: '9.99999999' }] });
    expect(
      await one('select about from account_security_event where user_id = $1 and kind = $2', [
        user.userId,
        'erasure-rest',
      ]),
    ).toEqual({
      about: '9.99999999 USDT',
    });
    wait(WAIT_DAYS - 1);
    await sweep();
    expect(await held(user)).toEqual([
      { kind: 'option', balance: '5.49999999' },
      { kind: 'spot', balance: '4.5' },
    ]);
    wait(1);
    await sweep();
    expect(await outcomeOf(user)).toBe('erased');
    expect(await held(user)).toEqual([]);
    expect(await journals(user)).toEqual([
      { kind: 'house_pnl', owner: null, amount: '9.99999999' },
      { kind: 'option', owner: user.userId, amount: '-5.49999999' },
      { kind: 'spot', owner: user.userId, amount: '-4.5' },
    ]);
  });

  it('is never as much as can be withdrawn or sold, whatever is agreed to', async () => {
    const user = await aPerson();
    await fund(world.source, user.userId, LEAST);
    expect(await restOf(user)).toMatchObject({ rest: [], obstacles: [{ name: 'money', count: 1 }] });
    expect(await ask(user, { give_up: `USDT:${LEAST}` })).toMatchObject({ code: 'account.erasure-obstacles' });
    const sql = 'select account_erasure_ask($1, 14, $2, $3, $4)';
    const at = new Date(world.clock.now());
    for (const [currencies, amounts] of [
      [[USDT], [LEAST]],
      [[USDT], ['1']],
    ])
      await expect(world.source.query(sql, [user.userId, at, currencies, amounts])).rejects.toMatchObject({
        code: 'AE001',
      });
    expect(await outcomeOf(user)).toBeUndefined();
  });

  it('is of a coin with a market what is less than its smallest sale by the price of the minute, where there is one', async () => {
    const user = await aPerson();
    const least = await one<{ minimum: string }>(
      'select trim_scale(minimum_amount)::text as minimum from spot_product where market_id = 1',
      [],
    );
    // Less than the smallest withdrawal of 0.001.
    await fund(world.source, user.userId, '0.0005', { currencyId: BTC });
    await world.source.query('delete from candle where market_id = 1');
    expect(await restOf(user)).toMatchObject({ rest: [], obstacles: [{ name: 'money' }] });
    await bitcoinAt(String(Number(least?.minimum) * 2000));
    expect(await restOf(user)).toMatchObject({ rest: [], obstacles: [{ name: 'money' }] });
    await bitcoinAt(String(Number(least?.minimum) * 2000 - 1));
    expect(await restOf(user)).toMatchObject({ rest: [{ currency: 'BTC', amount: '0.0005' }], obstacles: [] });
  });

  it('stands in the way again when it has grown meanwhile, and nothing of it is booked', async () => {
    const user = await aPerson();
    await fund(world.source, user.userId, '4');
    expect(await ask(user, { give_up: 'USDT:4' })).toMatchObject({ type: 'ok' });
    await fund(world.source, user.userId, '0.00000001');
    wait();
    await sweep();
    expect(await outcomeOf(user)).toBe('stopped');
    expect(await one('select obstacles from account_erasure where user_id = $1', [user.userId])).toEqual({
      obstacles: ['money'],
    });
    expect(await held(user)).toEqual([{ kind: 'spot', balance: '4.00000001' }]);
    expect(await journals(user)).toEqual([]);
  });

  it('stays whose it is when the account is kept', async () => {
    const user = await aPerson();
    await fund(world.source, user.userId, '4');
    expect(await ask(user, { give_up: 'USDT:4' })).toMatchObject({ type: 'ok' });
    expect(await takeBack(user)).toMatchObject({ type: 'ok' });
    wait();
    await sweep();
    expect(await held(user)).toEqual([{ kind: 'spot', balance: '4' }]);
    expect(await journals(user)).toEqual([]);
  });
});

describe('at its time', () => {
  it('nothing is erased before it, by the clock that counts', async () => {
    const user = await aPerson();
    await asked(user);
    world.clock.advance(WAIT_DAYS * DAY_MS - 1000);
    await sweep();
    expect(await outcomeOf(user)).toBeNull();
    await world.source.query(
      `create or replace function database_now(p_claimed timestamptz) returns timestamptz
         language sql volatile parallel safe as $$ select now() $$`,
    );
    // A process whose clock is ahead erases nobody.
    wait(1);
    await sweep().catch(() => undefined);
    expect(await outcomeOf(user)).toBeNull();
    await world.source.query(
      `create or replace function database_now(p_claimed timestamptz) returns timestamptz
         language sql volatile parallel safe as $$ select p_claimed $$`,
    );
    await sweep();
    expect(await outcomeOf(user)).toBe('erased');
  });

  it('waits for the rebates of the day on which it was asked for, with what decides them', async () => {
    const user = await aPerson();
    await logIn(user.email);
    const day = (days: number) => new Date(world.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
    const booked = (date: string) =>
      world.source.query(
        `insert into referral_day (day, first_journal, last_journal, gathered_to, status, opened_at, booked_at)
         values ($1, 1, 0, 0, 'booked', now(), now())`,
        [date],
      );
    const [dayBefore, askedOn] = [day(-1), day(0)];
    await booked(dayBefore);
    await asked(user);
    wait();
    await sweep();
    expect(await outcomeOf(user)).toBeNull();
    expect(await devicesOf(user)).toHaveLength(1);
    expect(await overdue()).toBe(1);
    const [{ id } = { id: '' }] = await world.source.query<{ id: string }[]>(
      'select id::text from account_erasure where user_id = $1',
      [user.userId],
    );
    // Nor may anybody who asks for it by name.
    expect(
      await world.source.query(`select account_erase($1, '{}', 1, $2, 5) as done`, [id, new Date(world.clock.now())]),
    ).toEqual([{ done: null }]);
    await booked(askedOn);
    await sweep();
    expect(await outcomeOf(user)).toBe('erased');
    expect(await devicesOf(user)).toEqual([]);
    await world.source.query(
      `set session_replication_role = replica; delete from referral_day; reset session_replication_role`,
    );
  });

  it('money that came in meanwhile stops it, and nothing is lost', async () => {
    const user = await aPerson();
    await asked(user);
    await fund(world.source, user.userId, '25');
    wait();
    await sweep();
    expect(await outcomeOf(user)).toBe('stopped');
    expect(
      await one(
        'select from retained_record_part p join account_erasure e on e.id = p.erasure_id where e.user_id = $1',
        [user.userId],
      ),
    ).toBeUndefined();
    const token = String((await logIn(user.email)).message);
    expect((await view({ ...user, token })).message).toMatchObject({ state: 'stopped', stopped_by: ['money'] });
    expect(await world.money(user)).toMatchObject({ spot: '25' });
    expect((await mailbox(world.app)).some(({ to, kind }) => to === user.email && kind === 'erasure-stopped')).toBe(
      true,
    );
  });

  it('a deposit that is credited at the same moment is either in the way or refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const user = await aPerson();
      await asked(user);
      wait();
      const row = await one<{ id: string }>(
        `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, proof, confirmations_needed, created_at, updated_at)
         values ($1, ${USDT}, 'bank', 25, 25, 'x', 0, now(), now()) returning id::text`,
        [user.userId],
      );
      const depositId = row?.id ?? '';
      const credit = () =>
        world.get(ApproveDeposit).execute({ depositId, operatorId: '7', transaction: `REF ${depositId}` });
      const [credited] = await Promise.allSettled([credit(), sweep(), sweep()]);
      const { spot } = await world.money(user);
      expect([spot, await outcomeOf(user)]).toEqual([credited?.status === 'fulfilled' ? '25' : '0', 'stopped']);
    }
  });

  it('nothing is credited to an account that is erased', async () => {
    const user = await aPerson();
    const row = await one<{ id: string }>(
      `insert into deposit (user_id, currency_id, kind, amount, claimed_amount, proof, confirmations_needed, created_at, updated_at)
       values ($1, ${USDT}, 'bank', 25, 25, 'x', 0, now(), now()) returning id::text`,
      [user.userId],
    );
    await world.source.query(
      `update account_user set erased_at = now(), disabled_at = now(), username = null, username_key = null, email = null,
      email_key = null, phone = null, password_hash = null, anti_phishing_word = null where id = $1`,
      [user.userId],
    );
    await expect(
      world.get(ApproveDeposit).execute({ depositId: row?.id ?? '', operatorId: '7', transaction: 'REF 25' }),
    ).rejects.toMatchObject({
      code: 'wallet.account-erased',
    });
  });

  it('taking it back and erasing it are never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await aPerson();
      await asked(user);
      await world.source.query(
        'update account_erasure set asked_at = asked_at - $2::interval, due_at = due_at - $2::interval where user_id = $1',
        [user.userId, `${WAIT_DAYS} days`],
      );
      const [back] = await Promise.all([takeBack(user), sweep(), logIn(user.email), sweep()]);
      const erased = await one<{ erased: boolean }>(
        'select erased_at is not null as erased from account_user where id = $1',
        [user.userId],
      );
      expect([back.type === 'ok', await outcomeOf(user)]).toEqual(
        erased?.erased ? [false, 'erased'] : [true, 'taken-back'],
      );
      // No login that came between lives on.
      const sessions = await world.source.query('select from account_session where user_id = $1', [user.userId]);
      expect(sessions.length > 0).toBe(!erased?.erased);
    }
  });

  it('cut off in the middle leaves all of the account, and is begun anew', async () => {
    const user = await aPerson();
    await asked(user);
    wait();
    const cut = jest.spyOn(ErasureStore.prototype, 'erase').mockRejectedValueOnce(new Error('cut off'));
    await expect(sweep()).rejects.toThrow('cut off');
    cut.mockRestore();
    expect(await one('select email from account_user where id = $1', [user.userId])).toEqual({ email: user.email });
    expect(await outcomeOf(user)).toBeNull();
    expect(await overdue()).toBe(1);
    await sweep();
    expect(await outcomeOf(user)).toBe('erased');
    expect(await overdue()).toBe(0);
  });
});

describe('an erased account', () => {
  it('has no word of its user anywhere: in no table and no key of Redis, but sealed', async () => {
    const mark = randomBytes(5).toString('hex');
    const words = {
      email: '',
      phone: '',
      name: `Quillfeather${mark}`,
      card: `62220202${String(Date.now()).slice(-8)}`,
      street: `Lantern Row ${mark}`,
      said: `harbour${mark}`,
      nickname: `nick${mark}`,
      address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      ip: '203.0.113.77',
      agent: `Lynx${mark}`,
    };
    const user = await filled(words);
    words.email = user.email;
    words.phone = user.phone;
    await sealActs(world.source, world.get(SealAudit));
    for (const word of Object.values(words)) expect([word, (await found(word)).length > 0]).toEqual([word, true]);
    await asked(user);
    wait();
    await sweep();
    expect(await outcomeOf(user)).toBe('erased');
    // The last message goes out, and is forgotten with it.
    expect((await mailbox(world.app)).some(({ to, kind }) => to === user.email && kind === 'account-erased')).toBe(
      true,
    );
    for (const [what, word] of Object.entries(words)) {
      // What is paid on a chain is there for everybody.
      const left = (await found(word)).filter(
        (table) => what !== 'address' || !['withdrawal', 'withdrawal_address'].includes(table),
      );
      expect([what, left]).toEqual([what, []]);
      expect([what, await inRedis(word)]).toEqual([what, []]);
    }
    await rowsGone(user);
    // The seals over what happened hold all the same, and so do the books.
    await sealActs(world.source, world.get(SealAudit));
    expect(await world.source.query('select * from audit_breaks()')).toEqual([]);
    const checked = await world.get(CheckBooks).execute();
    expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
    // What the law wants is in one sealed record, and goes when its time is over.
    const record = await openedRecord(world.source, world.get(SecretBox), user.userId);
    for (const what of ['email', 'phone', 'name', 'card', 'ip'] as const) expect(record).toContain(words[what]);
    expect(record).not.toContain(words.agent);
    const picture = await one<{ id: string }>(`select id from upload where user_id = $1 and state = 'used'`, [
      user.userId,
    ]);
    expect(await isStored(picture?.id ?? '')).toBe(true);
    wait(RETENTION_YEARS * 366);
    await sweep();
    await world.get(ExpireUploads).execute();
    expect(await openedRecord(world.source, world.get(SecretBox), user.userId)).toBeNull();
    expect(await isStored(picture?.id ?? '')).toBe(false);
  });

  it('lets nobody in, and leaves its contacts free; the desk sees the day alone', async () => {
    const user = await aPerson();
    const file = () => world.get(PeopleStore).file(user.userId);
    expect(await file()).toMatchObject({ erasesAt: null, erasedAt: null });
    await asked(user);
    expect(await file()).toMatchObject({ erasesAt: expect.any(Date), erasedAt: null });
    wait();
    await sweep();
    expect(await file()).toMatchObject({ erasesAt: null, erasedAt: expect.any(Date) });
    expect(await view(user)).toMatchObject({ type: '999' });
    expect(await logIn(user.email)).toMatchObject({ code: 'account.login-wrong' });
    expect(await register(user.email)).toMatchObject({ type: 'ok' });
  });

  it('of somebody who excluded themselves keeps them out under the same contact and document, as long as that lasts', async () => {
    const user = await aPerson();
    const exclusion = { span: '6-months', pay_password: PIN };
    expect(await call.post('own_limits/break', exclusion, { token: user.token })).toMatchObject({ type: 'ok' });
    await asked(user);
    wait();
    await sweep();
    expect(await outcomeOf(user)).toBe('erased');
    expect(await register(user.email)).toMatchObject({ code: 'account.exclusion-lasts' });
    const digest = await one<{ retained: number }>('select count(*)::integer as retained from excluded_person', []);
    // E-mail address, phone, document.
    expect(digest?.retained).toBe(3);
    wait(183);
    await sweep();
    expect(await register(user.email)).toMatchObject({ type: 'ok' });
    expect(await one('select from excluded_person', [])).toBeUndefined();
  });

  /** A deal for cash, at the place of a merchant who buys. */
  async function soldForCash() {
    const [merchant, seller] = [await aPerson(), await aPerson()];
    await world.source.query(
      `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at, decided_at)
       values ($1, $2, $2, 'admitted', now(), now())`,
      [merchant.userId, `trader${merchant.userId}`],
    );
    await fund(world.source, seller.userId, '100');
    const advert = await world.advert(merchant, { side: 'buy', way: 'cash' });
    const id = await world.take(seller, advert, { way: 'cash' });
    await world.move(merchant, id, 'pay');
    await world.release(seller, id);
    await world.source.query(`update otc_advert set status = 'closed' where id = $1`, [advert]);
    // Nobody is erased who has money.
    await fund(world.source, merchant.userId, '-100');
    const { payment } = await world.order(id);
    expect(payment).toMatchObject({ place: '48.13743,11.57549', account: `ACC-${merchant.userId}` });
    return { merchant, seller, id, order: () => world.order(id), payment };
  }

  it('of a merchant who buys for cash leaves no place where that was handed over', async () => {
    const { merchant, seller, order } = await soldForCash();
    await erase(merchant);
    const gone = { account: '-', place: '', bank: '', branch: '' };
    expect(await order()).toMatchObject({ buyerName: '-', payment: gone });
    expect((await order()).sellerName).not.toBe('-');
    // The other one can go as well.
    await erase(seller);
    expect(await order()).toMatchObject({ buyerName: '-', sellerName: '-', payment: gone });
  });

  it('takes with it a place that an erasing before had left there', async () => {
    const { merchant, seller, id, order, payment } = await soldForCash();
    await erase(merchant);
    await world.source.transaction(async (tx) => {
      const guards: { name: string }[] = await tx.query(
        `select tgname as name from pg_trigger where tgrelid = 'otc_order'::regclass and not tgisinternal and tgenabled = 'A'`,
      );
      await tx.query('alter table otc_order disable trigger user');
      await tx.query('update otc_order set payment = $2 where id = $1', [id, JSON.stringify(payment)]);
      for (const { name } of guards) await tx.query(`alter table otc_order enable always trigger ${name}`);
    });
    expect(await order()).toMatchObject({ payment });
    await erase(seller);
    expect(await order()).toMatchObject({ sellerName: '-', payment: { account: '-', place: '' } });
  });

  it('of who sells for cash leaves the merchant the place that is the merchant’s', async () => {
    const { merchant, seller, order, payment } = await soldForCash();
    await erase(seller);
    expect(await order()).toMatchObject({ sellerName: '-', payment });
    await erase(merchant);
    expect(await order()).toMatchObject({ sellerName: '-', buyerName: '-', payment: { account: '-', place: '' } });
  });

  it('is open to no change of what is written once but the loss of its words', async () => {
    const user = await aPerson();
    await call.post('complaints/write', { subject: 'other', text: 'Something is amiss.' }, { token: user.token });
    await world.source.query(
      `insert into account_security_event (user_id, kind, ip, device, at) values ($1, 'login', '203.0.113.9', '', now())`,
      [user.userId],
    );
    const change = (sql: string) => world.source.query(sql, [user.userId]);
    const say = `update complaint_entry set text = '-' where complaint_id in (select id from complaint where user_id = $1)`;
    await expect(change(say)).rejects.toThrow('written once');
    await expect(change(`update account_security_event set ip = '' where user_id = $1`)).rejects.toThrow(
      'written once',
    );
    await world.source.query(
      'update complaint set due_at = null, entries = 2, answered_at = now() where user_id = $1',
      [user.userId],
    );
    await asked(user);
    wait();
    await sweep();
    expect(await outcomeOf(user)).toBe('erased');
    await expect(change(`update account_security_event set kind = 'login' where user_id = $1`)).rejects.toThrow(
      'written once',
    );
    await expect(change('delete from account_security_event where user_id = $1')).rejects.toThrow('written once');
    await expect(change(say.replace(`'-'`, `'another'`))).rejects.toThrow('written once');
  });
});

async function erase(user: Person): Promise<void> {
  await logInAnew(user);
  await asked(user);
  wait();
  await sweep();
  expect(await outcomeOf(user)).toBe('erased');
}

async function register(email: string) {
  const sent = (await mailbox(world.app)).filter(({ to }) => to === email).length;
  await call.post('sms_mail', { user_string: email, type: 'register' });
  const code = await codeTo(world.app, email, sent + 1);
  return call.post('user/register', {
    type: 'email',
    user_string: email,
    code,
    password: PASSWORD,
    re_password: PASSWORD,
  });
}

/** The tables in which the word stands, whatever the column. */
async function found(word: string): Promise<string[]> {
  const tables = await world.source.query<{ name: string }[]>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  const hits: string[] = [];
  for (const { name } of tables) {
    const rows = await world.source.query(
      `select from "${name}" t where position(lower($1) in lower(to_jsonb(t)::text)) > 0 limit 1`,
      [word],
    );
    if (rows.length > 0) hits.push(name);
  }
  return hits.sort();
}

async function inRedis(word: string): Promise<string[]> {
  const { REDIS_URL, REDIS_PREFIX } = world.get(Config).values;
  const redis = new Redis(REDIS_URL);
  try {
    const names = await redis.keys(`${REDIS_PREFIX}*`);
    const hits = await Promise.all(
      names.map(async (name) => {
        const kind = await redis.type(name);
        const text =
          kind === 'string'
            ? await redis.get(name)
            : kind === 'hash'
              ? JSON.stringify(await redis.hgetall(name))
              : kind === 'list'
                ? (await redis.lrange(name, 0, -1)).join()
                : kind === 'set'
                  ? (await redis.smembers(name)).join()
                  : kind === 'zset'
                    ? (await redis.zrange(name, '0', '-1')).join()
                    : JSON.stringify(await redis.xrange(name, '-', '+').catch(() => []));
        return `${name} ${text ?? ''}`.toLowerCase().includes(word.toLowerCase()) ? [name] : [];
      }),
    );
    return hits.flat();
  } finally {
    redis.disconnect();
  }
}

/** Of the tables whose rows go, none has one of the user. */
async function rowsGone({ userId }: TestUser): Promise<void> {
  for (const [table, fate] of Object.entries(ERASURE_FATES)) {
    if (fate !== 'erased') continue;
    const columns = await world.source.query<{ name: string }[]>(
      `select column_name::text as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and column_name in ('user_id', 'owner_id')`,
      [table],
    );
    for (const { name } of columns) {
      const rows = await world.source.query(`select from ${table} where ${name} = $1`, [userId]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  }
}

const isStored = (id: string) =>
  world
    .get(SealedFiles)
    .get(fileOf(id))
    .then((bytes) => bytes !== null)
    .catch(() => false);

/** Somebody who has left words wherever the product takes them. */
async function filled(words: Record<string, string>): Promise<Person> {
  const user = await aPerson();
  const { token, userId } = user;
  const other = await world.aPerson({ funds: '1000' });
  const headers = { 'user-agent': words.agent ?? '', 'x-forwarded-for': words.ip ?? '' };
  const sql = (text: string, values: unknown[]) => world.source.query(text, values);
  const picture = await world.upload(user);
  const document = await world.upload(user);
  await sql(`update verification_case set name = $2, address = $3 where user_id = $1`, [
    userId,
    words.name,
    words.street,
  ]);
  await sql(
    `insert into verification_photo (case_id, kind, upload_id, status) select id, 'front', $2, 'accepted' from verification_case where user_id = $1`,
    [userId, document],
  ).catch(() => undefined);
  await sql(
    `update upload set state = 'used', purpose = 'verification', used_for = 'verification', used_at = now() where id = $1`,
    [document],
  );
  await sql(
    `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, residence_address, created_at, updated_at, usable_at)
     values ($1, 'domestic', $2, 'Bank', $3, $4, now(), now(), now())`,
    [userId, words.name, words.card, words.street],
  );
  await sql(
    `insert into account_session (user_id, token_hash, method, device, ip, user_agent, created_at, last_used_at, expires_at)
     values ($1, sha256(convert_to($3::text, 'UTF8')), 'password', 'Lynx', $2, $3::text, now(), now(), now() + interval '1 day')`,
    [userId, words.ip, words.agent],
  );
  await sql(
    `insert into account_security_event (user_id, kind, about, ip, device, at) values ($1, 'contact-changed', $2, $3, 'Lynx', '2026-01-01')`,
    [userId, words.name, words.ip],
  );
  await sql(
    `insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, at)
     select $1, id, 'https://push.example/' || $2::text, 'p', 'a', now() from account_session where user_id = $1 limit 1`,
    [userId, words.said],
  ).catch(() => undefined);
  await sql(
    `insert into referral_profile (user_id, nickname, nickname_key, listed, changed_at) values ($1, $2, $2, true, now())`,
    [userId, words.nickname],
  );
  await sql(
    `insert into account_limit (kind, subject, taken, tries, granted, last_at) values ('test', $1, '{}', 1, true, now())`,
    [`${user.email} strangers`],
  );
  const book = await one<{ id: string }>(
    `insert into withdrawal_address (user_id, coin_network_id, address, notes, created_at, usable_at)
     select $1, id, $2, $3, '2026-01-01', '2026-01-01' from coin_network where chain = 'tron' limit 1 returning id::text`,
    [userId, words.address, words.said],
  );
  expect(book).toBeDefined();
  // What is written, by the product's own calls.
  await call.post('help/chat/line', { text: `I am ${words.name}, ${words.said}` }, { token, headers });
  await call.post('complaints/write', { subject: 'other', text: `${words.name}: ${words.said}` }, { token, headers });
  await sql('update complaint set due_at = null, entries = 2, answered_at = now() where user_id = $1', [userId]);
  await call.post('user/data_exports/add', { pay_password: PIN }, { token, headers });
  // A deal in which the user is paid: name and card stand with the order, and what was said.
  await sql(
    `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at, decided_at) values ($1, $2, $2, 'admitted', now(), now())`,
    [userId, words.nickname],
  );
  await fund(world.source, userId, '200');
  const advert = await world.advert(user, { total: '200' });
  await sql(`update otc_payment set details = jsonb_set(details, '{account}', to_jsonb($2::text)) where user_id = $1`, [
    userId,
    words.card,
  ]);
  await sql(`update otc_advert set terms = $2 where merchant_id = $1`, [userId, words.said]);
  const order = await world.take(other, advert, { value: '1420' });
  await world.say(user, order, `${words.name} ${words.said}`);
  await world.say(other, order, 'Thank you');
  await world.move(other, order, 'pay');
  await world.release(user, order);
  await sql(`update otc_advert set status = 'closed', surplus = 0 where merchant_id = $1`, [userId]);
  expect(picture).not.toBe('');
  expect(randomUUID()).toBeTruthy();
  return user;
}

it('finds the lines of a person without reading those of everybody', async () => {
  const plan = await world.source.transaction(async (tx) => {
    // Of a table without rows every plan reads all of it; of the others this one is asked for.
    await tx.query('set local enable_seqscan = off');
    return JSON.stringify(await tx.query(`explain update room_line l set body = '' where l.user_id = 1`));
  });
  expect(plan).toContain('room_line_user');
  expect(plan).not.toContain('Seq Scan');
});

describe('however many others there are', () => {
  /** As the others have them: rows of tables that grow with what everybody does. */
  const ROWS_OF_OTHERS = [
    `insert into ledger_account (owner_id, kind, currency_id, scale, demo, shard, may_go_negative)
     select other, 'spot', c.id, c.scale, false, 0, false from unnest($1::bigint[]) other, currency c where c.id = ${USDT}`,
    `insert into account_limit (kind, subject, taken, tries, granted, last_at)
     select concat('test-', n), concat('login user:', other), '{}', 1, true, now()
       from unnest($1::bigint[]) other, generate_series(1, 10) n`,
    `insert into account_notice (user_id, kind, at) select other, 'announcement', now() from unnest($1::bigint[]) other`,
    `insert into notice_delivery (notice_id, user_id, topic, is_held, due_at, expires_at, ended_at, outcome)
     select n.id, n.user_id, 'decisions', false, now(), now(), now(), 'sent' from account_notice n where n.user_id = any ($1)`,
    `insert into wallet_act (subject, subject_id, to_status, at)
     select 'deposit', 1000000 + other, 'approved', now() from unnest($1::bigint[]) other`,
  ];
  async function rowsOfOthers(runner: QueryRunner): Promise<void> {
    const others: { id: string }[] = await runner.query(
      `insert into account_user (username, username_key, extension_code, created_at)
       select concat('other-', n), concat('OTHER-', n), concat('OTHER', n), now() from generate_series(1, ${OTHERS}) n returning id`,
    );
    for (const rows of ROWS_OF_OTHERS) await runner.query(rows, [others.map(({ id }) => id)]);
    await runner.query('analyze ledger_account, account_limit, account_notice, notice_delivery, wallet_act');
  }

  it('the erasing of an account reads its own rows alone', async () => {
    const user = await aPerson();
    await asked(user);
    wait();
    const [due] = await world.get(ErasureStore).due(new Date(world.clock.now()), '0', 1);
    let outcome: string[] | null = null;
    const whole = await tablesReadWhole(world.source, rowsOfOthers, async ({ manager }) => {
      outcome = await world.get(ErasureStore).erase(manager, {
        erasure: due?.id ?? '',
        digests: [],
        bytes: '1',
        retentionYears: RETENTION_YEARS,
        at: new Date(world.clock.now()),
      });
    });
    expect(outcome).toEqual([]);
    expect(whole).toEqual([]);
    await sweep();
  });

  it('what stands in the way is found among the rows of the account', async () => {
    const user = await aPerson();
    const whole = await tablesReadWhole(world.source, rowsOfOthers, ({ manager }) =>
      world.get(ErasureStore).obstacles(user.userId, [], manager),
    );
    expect(whole).toEqual([]);
  });

  it('accounts that cannot be erased, more than are looked at in one go, keep no other waiting', async () => {
    const users = await Promise.all(Array.from({ length: 21 }, () => aPerson({ verified: false })));
    const rows = await world.source.query<{ id: string }[]>(
      `insert into account_erasure (user_id, asked_at, due_at)
       select id, $2::timestamptz - interval '1 day', $2 from unnest($1::bigint[]) id order by id returning id::text`,
      [users.map(({ userId }) => userId), new Date(world.clock.now())],
    );
    const last = rows.at(-1)?.id;
    const failing = jest
      .spyOn(ErasureStore.prototype, 'isWaiting')
      .mockImplementation((_tx, id) =>
        id === last ? Promise.resolve(true) : Promise.reject(new Error('cannot be erased')),
      );
    await expect(sweep()).rejects.toThrow('cannot be erased');
    failing.mockRestore();
    const outcomes = await world.source.query<{ outcome: string | null }[]>(
      'select outcome from account_erasure where id = any ($1) order by id',
      [rows.map(({ id }) => id)],
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([...Array.from({ length: 20 }, () => null), 'erased']);
    await sweep();
  });
});
