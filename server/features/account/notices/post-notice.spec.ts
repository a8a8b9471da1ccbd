import { Logger } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { SUB_ACCOUNTS_MAX } from '../../../contract/rules/sub-accounts.rules.js';
import { RATE_RULES } from '../../../platform/http/rate-limits/rate-classes.js';
import { Caller, type Reply } from '../../../test/calls.js';
import { aUser, type TestUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { Config } from '../../../platform/config/config.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { MessageOutlet } from '../../../platform/messages/message-outlet.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { KnownClients, LimitsStore, UsersStore } from '../users/index.js';
import type { NoticeKind } from './notice-words.js';
import { PostNotice } from './post-notice.js';
import { SecurityLog } from './security-log.js';
import { SecurityStore } from './security.store.js';
import { WriteNotice } from './write-notice.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
let app: TestApp;
let source: DataSource;
let phones = 0;
let days = 0;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', SMS_DIAL_CODES: '86' });
  source = app.owner;
}, 60_000);
afterAll(() => app?.close());
beforeEach(() => source.query('delete from outgoing_message'));

const get = <Part>(part: abstract new (...given: never[]) => Part) => app.application.get<Part>(part);

/** A log with a day of its own. */
function aLog(perDay = 10_000) {
  const clock = new FakeClock(Date.UTC(2030, 0, (days += 2)));
  const config = { values: { ...get(Config).values, NOTICES_PER_DAY: perDay } } as Config;
  const post = new PostNotice(get(MessageOutlet), get(LimitsStore), config, get(AfterCommit), get(Metrics), clock);
  const log = new SecurityLog(get(SecurityStore), get(WriteNotice), post, get(KnownClients), clock);
  const notify = (user: TestUser, kind: NoticeKind) =>
    get(Transactions).run(async (tx) => {
      const row = await get(UsersStore).byId(user.userId, tx);
      if (row) await log.notify(tx, row, kind, {});
    });
  return { clock, notify, log };
}

async function aUserWithPhone(phone = `+86139${String((phones += 1)).padStart(8, '0')}`): Promise<TestUser> {
  const user = await aUser(source);
  await source.query('update account_user set phone = $2 where id = $1', [user.userId, phone]);
  return user;
}

/** How many mails and text messages of these kinds go out. */
async function messages(...kinds: string[]): Promise<[mails: number, texts: number]> {
  const [row]: { mails: number; texts: number }[] = await source.query(
    `select count(*) filter (where lane = 'mail')::integer as mails, count(*) filter (where lane = 'sms')::integer as texts
       from outgoing_message where kind = any($1::text[])`,
    [kinds],
  );
  return [row?.mails ?? 0, row?.texts ?? 0];
}

/** The class of calls that a call was counted by. */
const policyOf = ({ headers }: Reply) => /^"(\w+)";/.exec(headers.get('ratelimit-policy') ?? '')?.[1];

const noticesOf = async ({ userId }: TestUser): Promise<number> => {
  const [row]: { count: number }[] = await source.query(
    'select count(*)::integer as count from account_notice where user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
};

it('who freezes and thaws without end sends a few messages, and all of it stands in the app', async () => {
  const [user, call] = [await aUserWithPhone(), new Caller(app)];
  const opened = await call.post('sub_account/open', { label: 'One' }, { token: user.token });
  const { id } = opened.message as { id: string };
  for (let turn = 0; turn < 12; turn += 1) {
    const reply = await call.post(
      'sub_account/freeze',
      { id, frozen: turn % 2 === 0 ? '1' : '0' },
      { token: user.token },
    );
    expect([reply.type, policyOf(reply)]).toEqual(['ok', 'protect']);
  }
  expect(await messages('sub-account-opened', 'sub-account-frozen', 'sub-account-thawed')).toEqual([5, 2]);
  expect(await noticesOf(user)).toBe(13);
});

it.each([
  ['set', { kind: 'loss', period: 'day', amount: '100' }],
  ['call_back', { kind: 'loss', period: 'day' }],
  ['break', { span: '24h' }],
])('own_limits/%s, of which word goes out, is counted apart from other commands', async (path, fields) => {
  const { token } = await aUser(source);
  expect(policyOf(await new Caller(app).post(`own_limits/${path}`, fields, { token }))).toBe('protect');
});

it('all sub-accounts can be frozen at once', () => {
  expect(RATE_RULES.protect.calls).toBeGreaterThanOrEqual(SUB_ACCOUNTS_MAX);
});

it('what is cheap takes nothing from what is important: a login after a flood is told on every way', async () => {
  const [user, { notify }] = [await aUserWithPhone(), aLog()];
  for (let count = 0; count < 30; count += 1) await notify(user, 'limit-set');
  await notify(user, 'new-device');
  expect(await messages('new-device')).toEqual([1, 1]);
  for (let count = 0; count < 25; count += 1) await notify(user, 'password-changed');
  expect(await messages('new-device', 'password-changed')).toEqual([20, 5]);
});

it.each([
  ['important', 'new-device', { hour: [20, 5], day: [60, 20] }],
  ['ordinary', 'limit-set', { hour: [5, 2], day: [20, 5] }],
] as const)('%s ones of a user are so many in an hour and a day', async (_weight, kind, most) => {
  const [user, other, { notify, clock }] = [await aUserWithPhone(), await aUserWithPhone(), aLog()];
  const [mails, texts] = most.hour;
  for (let count = 1; count <= mails + 1; count += 1) {
    await notify(user, kind);
    expect(await messages(kind)).toEqual([Math.min(count, mails), Math.min(count, texts)]);
  }
  await notify(other, kind);
  expect(await messages(kind)).toEqual([mails + 1, texts + 1]);
  for (let hour = 0; hour < 12; hour += 1) {
    clock.advance(60 * MINUTE_MS);
    for (let count = 0; count < mails; count += 1) await notify(user, kind);
  }
  expect(await messages(kind)).toEqual([most.day[0] + 1, most.day[1] + 1]);
  clock.advance(DAY_MS);
  await notify(user, kind);
  expect(await messages(kind)).toEqual([most.day[0] + 2, most.day[1] + 2]);
});

it('that come at once are as many as those that come one by one', async () => {
  const [user, { notify }] = [await aUserWithPhone(), aLog()];
  await Promise.all(Array.from({ length: 8 }, () => notify(user, 'limit-set')));
  expect([await messages('limit-set'), await noticesOf(user)]).toEqual([[5, 2], 8]);
});

it('what is rolled back takes no place', async () => {
  const [user, { notify, log }] = [await aUserWithPhone(), aLog()];
  for (let count = 0; count < 10; count += 1) {
    const failing = get(Transactions).run(async (tx) => {
      const row = await get(UsersStore).byId(user.userId, tx);
      if (row) await log.notify(tx, row, 'limit-set', {});
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
  }
  await notify(user, 'limit-set');
  expect(await messages('limit-set')).toEqual([1, 1]);
});

it('no text message goes to a dial code that none go to, whatever it is about; mail does', async () => {
  const [user, { notify }] = [await aUserWithPhone('+8801712345678'), aLog()];
  for (const kind of ['new-device', 'limit-set'] as const) await notify(user, kind);
  expect([await messages('new-device'), await messages('limit-set')]).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

it('the day has an end for all together, apart for what is important, is a figure that wakes somebody, and is new the next day', async () => {
  const { notify, clock } = aLog(3);
  const metrics = get(Metrics);
  const figure = async (name: string) =>
    Number((await metrics.noticesUsedUp.get()).values.find(({ labels }) => labels.budget === name)?.value);
  const before = await figure('notice-budget-sms-ordinary');
  const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  /** They are counted behind the commit. */
  const counted = async (lane: string, tries: number): Promise<void> => {
    const budget = {
      kind: `notice-budget-${lane}-ordinary`,
      subject: new Date(clock.now()).toISOString().slice(0, 10),
    };
    while ((await get(LimitsStore).counted(budget)) !== tries) await new Promise((done) => setTimeout(done, 5));
  };
  for (let count = 1; count <= 5; count += 1) {
    await notify(await aUserWithPhone(), 'limit-set');
    for (const lane of ['mail', 'sms']) await counted(lane, Math.min(count, 3));
  }
  expect(await messages('limit-set')).toEqual([3, 3]);
  expect((await figure('notice-budget-sms-ordinary')) - before).toBe(2);
  expect(errors.mock.calls.map(([words]) => String(words))).toContain(
    "The day's 3 notices are used up (notice-budget-sms-ordinary); no more are sent",
  );
  errors.mockRestore();
  await notify(await aUserWithPhone(), 'new-device');
  expect(await messages('new-device')).toEqual([1, 1]);
  clock.advance(DAY_MS);
  await notify(await aUserWithPhone(), 'limit-set');
  expect(await messages('limit-set')).toEqual([4, 4]);
  const rules = readFileSync(join(__dirname, '../../../deploy/alerts.yml'), 'utf8');
  expect(rules).toContain('expr: sum(increase(gateway_notices_used_up_total[15m])) > 0');
});
