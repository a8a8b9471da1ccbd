import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { SUB_ACCOUNTS_MAX } from '../../../contract/rules/sub-accounts.rules.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { closeInOrder } from '../../../test/books-in-order.js';
import { aUserId } from '../../../test/factories/ledger.js';
import { ERASURE_FATES } from '../../../test/erasure-fates.js';
import { UsersStore } from '../users/index.js';
import { ManageSubAccounts } from './manage-sub-accounts.js';
import { SubAccounts } from './sub-accounts.js';

const CALLER = { ip: '192.0.2.1', userAgent: '' };

let app: TestApp;
let source: DataSource;
let manageSubAccounts: ManageSubAccounts;
let main: string;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  manageSubAccounts = app.application.get(ManageSubAccounts);
});
beforeEach(async () => {
  main = await aUserId(source);
});
afterAll(() => closeInOrder(app, ['M12', 'M13']));

const list = (userId = main) => app.application.get(SubAccounts).list(userId);
const events = async (userId = main): Promise<string[]> =>
  (
    await source.query<{ kind: string; about: string }[]>(
      'select kind, about from account_security_event where user_id = $1 order by id',
      [userId],
    )
  ).map(({ kind, about }) => `${kind} ${about}`);

describe('a sub-account', () => {
  it('is opened with a name, and its main account hears of it', async () => {
    const id = await manageSubAccounts.open(main, '  Grid   bot ', CALLER);
    expect(await list()).toMatchObject([{ id, label: 'Grid bot', frozenAt: null, isDisabled: false }]);
    expect(await events()).toEqual(['sub-account-opened Grid bot']);
    expect(await events(id)).toEqual([]);
    expect(
      await source.query('select person_of($1)::text as of_sub, person_of($2)::text as of_main', [id, main]),
    ).toEqual([{ of_sub: main, of_main: main }]);
    expect(await source.query('select person_accounts($1)::text[] as accounts', [main])).toEqual([
      { accounts: [main, id] },
    ]);
  });

  it('is renamed, to no name that another one has, and to its own in another spelling', async () => {
    const id = await manageSubAccounts.open(main, 'Grid', CALLER);
    await manageSubAccounts.open(main, 'Other', CALLER);
    await expect(manageSubAccounts.open(main, 'gr id', CALLER)).rejects.toMatchObject({
      code: 'sub-account.name-used',
    });
    await expect(manageSubAccounts.rename(main, id, 'OTHER')).rejects.toMatchObject({ code: 'sub-account.name-used' });
    await expect(manageSubAccounts.rename(main, id, '')).rejects.toMatchObject({ code: 'request.invalid' });
    await manageSubAccounts.rename(main, id, 'GRID');
    expect((await list()).map(({ label }) => label)).toEqual(['Other', 'GRID']);
    // Names are of one person.
    await expect(manageSubAccounts.open(await aUserId(source), 'Grid', CALLER)).resolves.toBeDefined();
  });

  it('is nobody else’s', async () => {
    const id = await manageSubAccounts.open(main, 'Grid', CALLER);
    const stranger = await aUserId(source);
    expect(await list(stranger)).toEqual([]);
    await expect(manageSubAccounts.rename(stranger, id, 'Mine')).rejects.toMatchObject({ code: 'sub-account.unknown' });
    await expect(manageSubAccounts.freeze(stranger, id, true, CALLER)).rejects.toMatchObject({
      code: 'sub-account.unknown',
    });
    await expect(manageSubAccounts.freeze(main, main, true, CALLER)).rejects.toMatchObject({
      code: 'sub-account.unknown',
    });
  });

  it('is frozen and thawed, each told once', async () => {
    const id = await manageSubAccounts.open(main, 'Grid', CALLER);
    for (const frozen of [true, true, false, false]) await manageSubAccounts.freeze(main, id, frozen, CALLER);
    expect(await events()).toEqual(['sub-account-opened Grid', 'sub-account-frozen Grid', 'sub-account-thawed Grid']);
  });

  it('has none of its own', async () => {
    const id = await manageSubAccounts.open(main, 'Grid', CALLER);
    await expect(manageSubAccounts.open(id, 'Deeper', CALLER)).rejects.toMatchObject({ code: 'sub-account.closed' });
  });

  it('is one of twenty at most, however many are asked for at once', async () => {
    for (let number = 1; number < SUB_ACCOUNTS_MAX; number += 1)
      await manageSubAccounts.open(main, `Bot ${number}`, CALLER);
    const tries = await Promise.allSettled(['a', 'b', 'c'].map((name) => manageSubAccounts.open(main, name, CALLER)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const tried of tries)
      if (tried.status === 'rejected') expect(tried.reason).toMatchObject({ code: 'sub-account.too-many' });
    expect(await list()).toHaveLength(SUB_ACCOUNTS_MAX);
  });

  it('has no name, contact, password or code by which anybody finds it', async () => {
    const id = await manageSubAccounts.open(main, 'Grid', CALLER);
    expect(await app.application.get(UsersStore).byId(id)).toMatchObject({
      username: null,
      email: null,
      phone: null,
      passwordHash: null,
      extensionCode: '',
    });
    for (const column of ['username', 'email', 'phone', 'password_hash', 'anti_phishing_word'])
      await expect(
        source.query(
          `update account_user set ${column} = 'someone', username_key = case '${column}' when 'username' then 'x' end,
             email_key = case '${column}' when 'email' then 'x' end where id = $1`,
          [id],
        ),
      ).rejects.toMatchObject({ constraint: expect.stringMatching(/^account_user/) });
    await expect(source.query('update account_user set invited_by = $2 where id = $1', [id, main])).rejects.toThrow();
  });

  it('belongs to its main account for good', async () => {
    const id = await manageSubAccounts.open(main, 'Grid', CALLER);
    const other = await aUserId(source);
    await expect(source.query('update sub_account set main_id = $2 where user_id = $1', [id, other])).rejects.toThrow(
      'never changes',
    );
    await expect(source.query('delete from sub_account where user_id = $1', [id])).rejects.toThrow('never changes');
    // Nobody makes an account that somebody logs in to one of another's.
    await expect(
      source.query(
        `insert into sub_account (user_id, main_id, label, label_key, created_at) values ($1, $2, 'x', 'x', now())`,
        [other, main],
      ),
    ).rejects.toMatchObject({ code: 'SU001' });
  });
});

/** What a sub-account has of its own, or what is written about it by work behind the pages. All other tables refuse one. */
const OWN: Readonly<Record<string, string>> = {
  account_api_key: 'its keys',
  account_user: 'itself',
  sub_account: 'itself',
  sub_account_transfer: 'its money',
  idempotent_command: 'its commands',
  ledger_account: 'its money; kinds by ledger_account_derive',
  outbox: 'its events',
  outbox_stream: 'its events',
  spot_order: 'trades',
  spot_stop: 'trades',
  spot_exit: 'trades',
  futures_position: 'trades',
  futures_preference: 'the margin mode of its orders',
  option_order: 'trades',
  margin_level: 'warnings of its margin',
  account_notice: 'none is written: what happens to it is told to its main account',
  event_notice_place: 'how far its events were read',
  profit_day: 'its days',
  profit_flow: 'its days',
  liquidation_report: 'what happened to its positions',
  referral_income: 'of inviters: it invites nobody',
  referral_rebate: 'of inviters and payers: it has no inviter',
  referral_version: 'of inviters',
};

describe('a table that names users', () => {
  it('is one that a sub-account has rows of, or refuses it, or is written for sessions and people alone', async () => {
    const guarded: { name: string }[] = await source.query(
      `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
         join pg_proc p on p.oid = t.tgfoid where p.proname = 'sub_account_refuse'`,
    );
    const refusing = new Set(guarded.map(({ name }) => name));
    const pointing: { name: string }[] = await source.query(
      `select distinct c.conrelid::regclass::text as name from pg_constraint c
        where c.contype = 'f' and c.confrelid = 'account_user'::regclass`,
    );
    const undecided = pointing.map(({ name }) => name).filter((name) => !refusing.has(name) && !(name in OWN));
    // Rows that hang on a refusing one, on a session, or on a person's own page.
    expect(undecided.sort()).toEqual(ONLY_BY_SESSION);
    for (const name of refusing) expect(ERASURE_FATES).toHaveProperty(name);
    for (const name of Object.keys(OWN)) expect(refusing).not.toContain(name);
  });

  it('which refuses it says so', async () => {
    const id = await manageSubAccounts.open(main, 'Grid', CALLER);
    for (const [table, columns, values] of [
      ['account_fund_password', 'user_id, password_hash, set_at', `$1, 'x', now()`],
      ['account_totp', 'user_id, secret, created_at', `$1, '\\x00', now()`],
      ['own_limit_account', 'user_id, created_at', '$1, now()'],
      [
        'wallet_transfer',
        'user_id, currency_id, from_account, to_account, amount, at',
        `$1, 3, 'spot', 'contract', 1, now()`,
      ],
    ]) {
      const failed: unknown = await source
        .query(`insert into ${table} (${columns}) values (${values})`, [id])
        .catch((error: unknown) => error);
      expect(sqlStateOf(failed)).toBe('SU001');
    }
  });
});

/** Written by pages that no key opens, of rows that refuse a sub-account, or by people about people: none is money or a way in. */
const ONLY_BY_SESSION: readonly string[] = [
  'account_device',
  'account_passkey_challenge',
  'account_preference',
  'account_security_event',
  'account_wallet_nonce',
  'news_read',
  'notice_delivery',
  'notice_read_place',
  'notification_setting',
  'operator_announced_act',
  'operator_proposal',
  'otc_step',
  'price_alert',
  'retained_record',
  'room_line',
  'subscription_share',
  'upload_view',
];
