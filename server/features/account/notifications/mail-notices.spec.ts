import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUser, type TestUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { Config } from '../../../platform/config/config.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { DependencyAway } from '../../../platform/health/breaker.js';
import { MailSender, type Message } from '../../../platform/messages/messages.js';
import { LimitsStore, UsersStore } from '../users/index.js';
import { DeliveriesStore } from './deliveries.store.js';
import { MailNotices } from './mail-notices.js';
import { PlanDeliveries } from './plan-deliveries.js';
import { PushSubscriptionsStore } from './push-subscriptions.store.js';

/** Keeps what it is given, or fails as it is told to. */
class RecordingMailSender extends MailSender {
  readonly sent: Message[] = [];
  readonly faults: Error[] = [];
  readonly keys: string[] = [];

  async send(message: Message, key: string): Promise<void> {
    this.keys.push(key);
    const fault = this.faults.shift();
    if (fault) throw fault;
    this.sent.push(message);
  }
}

let app: TestApp;
let source: DataSource;
let clock: FakeClock;
let recorder: RecordingMailSender;
let day = 0;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
}, 60_000);
afterAll(() => app?.close());
beforeEach(async () => {
  day += 1;
  clock = new FakeClock(Date.UTC(2030, 0, day, 12, 0));
  recorder = new RecordingMailSender();
  await source.query('delete from notice_outgoing');
  await source.query('delete from notice_delivery');
});

async function mail(): Promise<void> {
  const get = <Part>(part: abstract new (...given: never[]) => Part) => app.application.get<Part>(part);
  const deliveries = get(DeliveriesStore);
  await new PlanDeliveries(deliveries, get(PushSubscriptionsStore), get(Transactions), clock).execute();
  await new MailNotices(deliveries, get(UsersStore), get(LimitsStore), recorder, get(Config), clock).execute();
}

async function credited({ userId }: TestUser, amount = '150.5', kind = 'deposit-credited'): Promise<void> {
  await source.query(`insert into account_notice (user_id, kind, parameters, at) values ($1, $4, $2, $3)`, [
    userId,
    JSON.stringify({ amount, coin: 'USDT' }),
    new Date(clock.now()),
    kind,
  ]);
}

async function chose({ userId }: TestUser, values: { quiet?: boolean; hide?: boolean } = {}): Promise<void> {
  const [from, until] = values.quiet ? [11 * 60, 13 * 60] : [null, null];
  await source.query(
    `insert into notification_setting
       (user_id, push, mail, quiet_from, quiet_until, zone, urgent_through, hide_amounts, changed_at)
     values ($1, '{}', '{transfers}', $2, $3, 'UTC', true, $4, now())`,
    [userId, from, until, values.hide ?? false],
  );
}

const FOOTER =
  'What is mailed to you, and when not, is your choice: http://localhost:3000/pages/settings/notifications/index';

it('says what happened and when, where it can be chosen, and the user’s own word', async () => {
  const user = await aUser(source);
  await source.query(`update account_user set anti_phishing_word = 'marigold' where id = $1`, [user.userId]);
  await credited(user);
  await mail();
  await mail();
  expect(recorder.sent).toEqual([
    {
      to: user.email,
      kind: 'deposit-credited',
      subject: 'Deposit',
      text: `2030-01-0${day} 12:00 UTC  150.5 USDT of your deposit are on your account\n\n${FOOTER}\nYour anti-phishing word: marigold`,
      code: null,
    },
  ]);
});

it('says no amount where the user does not want that', async () => {
  const user = await aUser(source);
  await chose(user, { hide: true });
  await credited(user);
  await mail();
  expect(recorder.sent[0]?.text).toBe(`2030-01-0${day} 12:00 UTC  Deposit\n\n${FOOTER}`);
});

it('tells in one mail what happened together', async () => {
  const user = await aUser(source);
  for (const amount of ['1', '2', '3']) await credited(user, amount);
  await mail();
  expect(recorder.sent.map(({ subject, kind }) => [subject, kind])).toEqual([['3 new notices', 'notices']]);
  for (const amount of ['1', '2', '3']) expect(recorder.sent[0]?.text).toContain(`${amount} USDT of your deposit`);
});

it('are six in an hour at most: all that happens beyond them is told in the next', async () => {
  const [user, other] = [await aUser(source), await aUser(source)];
  for (let number = 1; number <= 20; number += 1) {
    await credited(user, String(number));
    await mail();
    clock.advance(60_000);
  }
  expect(recorder.sent.map(({ subject }) => subject)).toEqual(Array(6).fill('Deposit'));
  await credited(other);
  await mail();
  expect(recorder.sent.length).toBe(7);
  // An hour after the first of the six.
  clock.set(Date.UTC(2030, 0, day, 13, 0));
  await mail();
  expect(recorder.sent.length).toBe(8);
  expect(recorder.sent[7]).toMatchObject({ to: user.email, subject: '14 new notices' });
});

it('wait for the end of quiet hours, and come as one', async () => {
  const user = await aUser(source);
  await chose(user, { quiet: true });
  for (const amount of ['1', '2']) {
    await credited(user, amount);
    await mail();
    clock.advance(60_000);
  }
  expect(recorder.sent).toEqual([]);
  clock.set(Date.UTC(2030, 0, day, 13, 0));
  await mail();
  expect(recorder.sent.map(({ subject }) => subject)).toEqual(['2 new notices']);
});

it('that no server took before quiet hours wait for their end, or end where they are of no use by then', async () => {
  const [user, trader] = [await aUser(source), await aUser(source)];
  const evening = Date.UTC(2030, 0, day, 21, 59);
  clock.set(evening);
  for (const { userId } of [user, trader]) {
    await source.query(
      `insert into notification_setting
         (user_id, push, mail, quiet_from, quiet_until, zone, urgent_through, hide_amounts, changed_at)
       values ($1, '{}', '{credits,warnings,liquidations}', 1320, 420, 'UTC', $2, false, now())`,
      [userId, userId !== trader.userId],
    );
  }
  await credited(user);
  await credited(user, '1', 'liquidated');
  await credited(trader, '1', 'margin-warning');
  recorder.faults.push(new Error('down'), new Error('down'));
  await mail();
  expect([recorder.keys.length, recorder.sent]).toEqual([2, []]);
  clock.advance(2 * 60_000);
  await mail();
  // What is urgent, and let through by the first of the two alone.
  expect(recorder.sent.map(({ to, kind }) => [to, kind])).toEqual([[user.email, 'liquidated']]);
  clock.set(Date.UTC(2030, 0, day + 1, 6, 59));
  await mail();
  expect(recorder.sent.length).toBe(1);
  clock.set(Date.UTC(2030, 0, day + 1, 7, 0));
  await mail();
  expect(recorder.sent.map(({ to, kind }) => [to, kind]).slice(1)).toEqual([[user.email, 'deposit-credited']]);
  const [credit, warning]: { outcome: string; tries: number }[][] = await Promise.all(
    [user, trader].map(({ userId }) =>
      source.query('select outcome, tries from notice_delivery where user_id = $1 order by id', [userId]),
    ),
  );
  // A try of 21:59 and one of 07:00: those of the night were none.
  expect(credit?.[0]).toEqual({ outcome: 'sent', tries: 2 });
  expect(warning).toEqual([{ outcome: 'expired', tries: 2 }]);
});

it('have the same key when they are sent again, and another one when they tell more', async () => {
  const user = await aUser(source);
  recorder.faults.push(new Error('down'), new Error('down'));
  await credited(user);
  await mail();
  clock.advance(60_000);
  await mail();
  await credited(user);
  clock.advance(2 * 60_000);
  await mail();
  const [first, second, third] = recorder.keys;
  expect([recorder.keys.length, second, third === first]).toEqual([3, first, false]);
});

it('that no server took are sent again, once, and a failure takes no place of the six', async () => {
  const user = await aUser(source);
  recorder.faults.push(new Error('down'), new DependencyAway('mail'), new Error('down'));
  await credited(user);
  for (let tries = 0; tries < 12; tries += 1) {
    await mail();
    clock.advance(60_000);
  }
  expect(recorder.sent.length).toBe(1);
  for (let number = 0; number < 5; number += 1) {
    await credited(user);
    await mail();
  }
  expect(recorder.sent.length).toBe(6);
});

describe('what waits', () => {
  const KINDS = ['liquidated', 'margin-warning', 'deposit-credited', 'withdrawal-paid', 'identity-verified'];
  const waiting = (user: TestUser): Promise<{ kind: string; topic: string }[]> =>
    source.query(
      `select n.kind, d.topic from notice_delivery d join account_notice n on n.id = d.notice_id
        where d.user_id = $1 and d.ended_at is null order by n.id`,
      [user.userId],
    );

  /** One mail of each kind that waits to be sent. */
  async function aUserWithAllKinds(): Promise<TestUser> {
    const user = await aUser(source);
    for (const kind of KINDS) await credited(user, '1', kind);
    const get = <Part>(part: abstract new (...given: never[]) => Part) => app.application.get<Part>(part);
    await new PlanDeliveries(get(DeliveriesStore), get(PushSubscriptionsStore), get(Transactions), clock).execute();
    return user;
  }

  it('is kept under words that a worker of the version before has', async () => {
    const user = await aUserWithAllKinds();
    expect((await waiting(user)).map(({ topic }) => topic)).toEqual([
      'margin',
      'margin',
      'transfers',
      'transfers',
      'decisions',
    ]);
  });

  it('stays by the half of those words that is still chosen', async () => {
    const user = await aUserWithAllKinds();
    // A kind that this version does not know goes by the word.
    await credited(user, '1', 'of-a-later-version');
    await source.query(
      `insert into notice_delivery (notice_id, user_id, topic, notices, is_held, due_at, expires_at)
       select id, user_id, 'decisions', 1, false, at, at + interval '1 hour' from account_notice
        where user_id = $1 and kind = 'of-a-later-version'`,
      [user.userId],
    );
    const choice = { push: [], mail: ['warnings', 'withdrawals', 'decisions'] as const };
    const store = app.application.get(DeliveriesStore);
    await app.application
      .get(Transactions)
      .run((tx) => store.rearrange(tx, user.userId, choice, new Date(clock.now())));
    expect((await waiting(user)).map(({ kind }) => kind)).toEqual([
      'margin-warning',
      'withdrawal-paid',
      'identity-verified',
      'of-a-later-version',
    ]);
  });
});

it('are sent by one of several workers', async () => {
  const user = await aUser(source);
  await credited(user);
  await Promise.all([1, 2, 3, 4].map(() => mail()));
  expect(recorder.sent.length).toBe(1);
});

it('do not go to somebody who has no address, was disabled, or chose none', async () => {
  const [nobody, disabled] = [await aUser(source), await aUser(source)];
  await credited(disabled);
  await source.query(
    'update account_user set email = null, email_key = null, username = $2, username_key = $2 where id = $1',
    [nobody.userId, `someone${nobody.userId}`],
  );
  await credited(nobody);
  await source.query('update account_user set disabled_at = now() where id = $1', [disabled.userId]);
  await mail();
  expect(recorder.sent).toEqual([]);
});
