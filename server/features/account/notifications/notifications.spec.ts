import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { Caller } from '../../../test/calls.js';
import { aUser, type TestUser } from '../../../test/factories/users.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { type PushedBrowser, PushService } from '../../../test/fakes/push-service.js';
import { Config } from '../../../platform/config/config.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Breakers } from '../../../platform/health/breaker.js';
import { HealthRegistry } from '../../../platform/health/health.registry.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { PushSender } from '../../../platform/web-push/push-sender.js';
import { FindDeadSessions } from '../sessions/index.js';
import { anArticle } from '../../../test/factories/news.js';
import { CountUnread } from './count-unread.js';
import { DeliveriesStore } from './deliveries.store.js';
import { choiceFrom } from './notification-choice.js';
import { PlanDeliveries } from './plan-deliveries.js';
import { PushSubscriptionsStore } from './push-subscriptions.store.js';
import { SendPushes } from './send-pushes.js';

const MINUTE_MS = 60_000;
let app: TestApp;
let source: DataSource;
let service: PushService;
let call: Caller;
let clock: FakeClock;

beforeAll(async () => {
  service = await PushService.open();
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', WEB_PUSH_SERVICES: '127.0.0.1' });
  source = app.owner;
  call = new Caller(app);
}, 60_000);
afterAll(async () => {
  await app?.close();
  service?.close();
});
beforeEach(async () => {
  clock = new FakeClock(Date.now());
  await source.query('delete from notice_outgoing');
  await source.query('delete from notice_delivery');
});

const made = (sender = app.application.get(PushSender)) => {
  const [deliveries, subscriptions] = [
    app.application.get(DeliveriesStore),
    app.application.get(PushSubscriptionsStore),
  ];
  return {
    plan: new PlanDeliveries(deliveries, subscriptions, app.application.get(Transactions), clock),
    send: new SendPushes(
      deliveries,
      subscriptions,
      app.application.get(CountUnread),
      sender,
      app.application.get(FindDeadSessions),
      clock,
    ),
  };
};

async function deliver(): Promise<void> {
  const { plan, send } = made();
  await plan.execute();
  await send.execute();
}

async function switchOn({ token }: TestUser, browser: PushedBrowser): Promise<void> {
  expect(await call.post('notifications/device', browser.subscription, { token })).toMatchObject({ type: 'ok' });
}

async function aSubscribedUser(): Promise<{ user: TestUser; browser: PushedBrowser }> {
  const [user, browser] = [await aUser(source), service.aBrowser()];
  await switchOn(user, browser);
  return { user, browser };
}

async function choose({ token }: TestUser, fields: Record<string, string> = {}) {
  const all = { push: 'transfers,margin', mail: '', quiet_from: '', quiet_until: '', zone: 'UTC' };
  return call.post('notifications/settings', { ...all, urgent_through: '1', hide_amounts: '0', ...fields }, { token });
}

async function happens({ userId }: TestUser, kind = 'deposit-credited', amount = '150.5'): Promise<string> {
  const rows: { id: string }[] = await source.query(
    'insert into account_notice (user_id, kind, parameters, at) values ($1, $2, $3, $4) returning id',
    [userId, kind, JSON.stringify({ amount, coin: 'USDT', market: 'BTC/USDT' }), new Date(clock.now())],
  );
  return rows[0]?.id ?? '';
}

const bodies = ({ received }: PushedBrowser) => received.map(({ payload }) => payload.body);
const CREDITED = '150.5 USDT of your deposit are on your account';
const outcomes = async ({ userId }: TestUser): Promise<(string | null)[]> => {
  const rows: { outcome: string | null }[] = await source.query(
    'select outcome from notice_delivery where user_id = $1 and subscription_id is not null order by id',
    [userId],
  );
  return rows.map(({ outcome }) => outcome);
};

describe('a notice on a device', () => {
  it('is sealed for the browser, signed by us, in the language of the account, and leads to its page', async () => {
    const { user, browser } = await aSubscribedUser();
    const id = await happens(user);
    await deliver();
    expect(browser.received).toEqual([
      {
        payload: {
          tag: `notice-${id}`,
          title: 'Deposit',
          body: CREDITED,
          path: '/pages/assets/record',
          unread: 1,
        },
        headers: expect.objectContaining({ topic: `notice-${id}`, urgency: 'normal', 'content-encoding': 'aes128gcm' }),
      },
    ]);
    const settings = await call.get('notifications/settings', { token: user.token });
    expect(settings.message).toMatchObject({ devices: 1, subscribed: true, push_key: [...service.senders][0] });
    expect(service.senders.size).toBe(1);
    // Two days after the notice nobody needs it.
    const ttl = Number(browser.received[0]?.headers.ttl);
    expect(ttl).toBe(48 * 3600);
    await source.query(`update account_user set language = 'zh' where id = $1`, [user.userId]);
    await happens(user, 'liquidated');
    await deliver();
    expect(browser.received[1]).toMatchObject({
      payload: { title: '强平', path: '/pages/contract/index' },
      headers: { urgency: 'high', ttl: String(12 * 3600) },
    });
  });

  it('says how many notices of all were not opened, of anybody or of the own account', async () => {
    const { user, browser } = await aSubscribedUser();
    const first = await happens(user);
    await happens(user);
    await source.query('insert into notice_read_place (user_id, notice_id) values ($1, $2)', [user.userId, first]);
    await anArticle(source, { publishAt: new Date(clock.now() - 1000), expiresAt: new Date(clock.now() + 1000) });
    await deliver();
    expect(browser.received.map(({ payload }) => payload.unread)).toEqual([2, 2]);
  });

  it('says no amount where the user does not want that on a screen', async () => {
    const { user, browser } = await aSubscribedUser();
    await choose(user, { hide_amounts: '1' });
    await happens(user);
    await deliver();
    expect(browser.received[0]?.payload).toMatchObject({
      title: 'Deposit',
      body: 'Open the app to read it',
    });
    expect(JSON.stringify(browser.received[0]?.payload)).not.toContain('150.5');
  });

  it('comes once to each device, however many workers are at it and however often', async () => {
    const { user, browser } = await aSubscribedUser();
    const other = await aUser(source);
    const second = service.aBrowser();
    await source.query('update account_session set user_id = $1 where id = $2', [user.userId, other.sessionId]);
    await switchOn(other, second);
    for (let number = 0; number < 5; number += 1) await happens(user);
    await Promise.all([1, 2, 3, 4].map(() => made().plan.execute()));
    await Promise.all([1, 2, 3, 4].map(() => made().send.execute()));
    await deliver();
    expect(bodies(browser)).toEqual(Array(5).fill(CREDITED));
    expect(bodies(second)).toEqual(Array(5).fill(CREDITED));
    expect(new Set(browser.received.map(({ payload }) => payload.tag)).size).toBe(5);
  });

  it('does not come where its group was not chosen, nor to somebody else', async () => {
    const { user, browser } = await aSubscribedUser();
    const other = await aSubscribedUser();
    await choose(user, { push: 'margin' });
    await happens(user);
    await deliver();
    expect(browser.asked + other.browser.asked).toBe(0);
  });

  it('that waits does not come when its group is chosen no more', async () => {
    const { user, browser } = await aSubscribedUser();
    await happens(user);
    await made().plan.execute();
    await choose(user, { push: '' });
    await made().send.execute();
    expect(browser.asked).toBe(0);
  });
});

describe('a push service', () => {
  it('that fails is asked again later, and the notice comes once', async () => {
    const { user, browser } = await aSubscribedUser();
    browser.answers.push({ status: 500 }, { status: 429, headers: { 'retry-after': '120' } });
    await happens(user);
    await deliver();
    await deliver();
    expect(browser.asked).toBe(1);
    clock.advance(5000);
    await deliver();
    expect(browser.asked).toBe(2);
    clock.advance(119_000);
    await deliver();
    expect(browser.asked).toBe(2);
    clock.advance(1000);
    await deliver();
    expect([browser.asked, bodies(browser), await outcomes(user)]).toEqual([3, [CREDITED], ['sent']]);
  });

  it.each([404, 410])('that says %i has the device forgotten', async (status) => {
    const { user, browser } = await aSubscribedUser();
    browser.answers.push({ status });
    await happens(user);
    await deliver();
    await happens(user);
    await deliver();
    expect(browser.asked).toBe(1);
    expect((await call.get('notifications/settings', { token: user.token })).message).toMatchObject({ devices: 0 });
  });

  it('that refuses a message is not asked for it again; nor is one that leads elsewhere followed', async () => {
    const { user, browser } = await aSubscribedUser();
    const trap = service.aBrowser();
    browser.answers.push({ status: 400 }, { status: 302, headers: { location: trap.endpoint } });
    await happens(user);
    await deliver();
    await happens(user);
    await deliver();
    clock.advance(MINUTE_MS * 10);
    await deliver();
    expect([browser.asked, trap.asked, await outcomes(user)]).toEqual([2, 0, ['refused', 'refused']]);
  });

  describe('that fails for one device again and again', () => {
    const HOUR_MS = 60 * MINUTE_MS;
    const FAILING = Array.from({ length: 200 }, () => ({ status: 503 }));
    const devicesOf = async ({ token }: TestUser) =>
      ((await call.get('notifications/settings', { token })).message as { devices: number }).devices;

    /** Half a day with a notice for each of them every hour, and all tries at them. */
    async function halfADay(sender: PushSender, users: readonly TestUser[]): Promise<void> {
      const { plan, send } = made(sender);
      for (let hour = 0; hour < 12; hour += 1) {
        for (const user of users) await happens(user);
        await plan.execute();
        for (let look = 0; look < 4; look += 1) {
          await send.execute();
          clock.advance(HOUR_MS / 4);
        }
      }
    }

    const aSender = () =>
      new PushSender(app.application.get(Config), new Breakers(clock, new HealthRegistry(), new Metrics()), clock);

    it('and takes what is for others has the device forgotten, after a day', async () => {
      const [failing, other] = [await aSubscribedUser(), await aSubscribedUser()];
      failing.browser.answers.push(...FAILING);
      const sender = aSender();
      const users = [failing.user, other.user];
      await halfADay(sender, users);
      expect([await devicesOf(failing.user), failing.browser.asked > 20]).toEqual([1, true]);
      await halfADay(sender, users);
      await halfADay(sender, users);
      expect([await devicesOf(failing.user), await devicesOf(other.user)]).toEqual([0, 1]);
      expect(other.browser.received.length).toBe(36);
    });

    it('but took one in between keeps it', async () => {
      const [failing, other] = [await aSubscribedUser(), await aSubscribedUser()];
      const sender = aSender();
      for (let time = 0; time < 4; time += 1) {
        failing.browser.answers.push(...FAILING.slice(0, 15));
        await halfADay(sender, [failing.user, other.user]);
      }
      expect(await devicesOf(failing.user)).toBe(1);
    });

    it('and for all others, too, has nothing forgotten', async () => {
      const [failing, other] = [await aSubscribedUser(), await aSubscribedUser()];
      for (const { browser } of [failing, other]) browser.answers.push(...FAILING);
      const sender = aSender();
      for (let time = 0; time < 4; time += 1) await halfADay(sender, [failing.user, other.user]);
      expect([await devicesOf(failing.user), await devicesOf(other.user)]).toEqual([1, 1]);
    });
  });

  it('that stays away is given up in the end', async () => {
    const { user, browser } = await aSubscribedUser();
    browser.answers.push(...Array.from({ length: 20 }, () => ({ status: 429 })));
    await happens(user);
    for (let tries = 0; tries < 12; tries += 1) {
      await deliver();
      clock.advance(15 * MINUTE_MS);
    }
    expect([browser.asked, await outcomes(user)]).toEqual([8, ['failed']]);
  });
});

it('a worker that dies between sending and noting leaves it to be sent again, and the second takes the place of the first', async () => {
  const { user, browser } = await aSubscribedUser();
  await happens(user);
  const { plan, send } = made();
  await plan.execute();
  await source.query(`alter table notice_delivery add constraint test_stop check (outcome is null) not valid`);
  await send.execute().catch(() => undefined);
  await source.query('alter table notice_delivery drop constraint test_stop');
  expect([browser.received.length, await outcomes(user)]).toEqual([1, [null]]);
  await made().send.execute();
  expect(browser.received.length).toBe(1);
  clock.advance(MINUTE_MS * 2);
  await made().send.execute();
  const [first, second] = browser.received;
  expect(second?.headers.topic).toBe(first?.headers.topic);
  expect(second?.payload.tag).toBe(first?.payload.tag);
  expect([browser.received.length, await outcomes(user)]).toEqual([2, ['sent']]);
});

it('a notice is planned in the transaction that takes it off the list, or not at all', async () => {
  const { user, browser } = await aSubscribedUser();
  await happens(user);
  await source.query(`alter table notice_delivery add constraint test_stop check (topic = '') not valid`);
  await expect(made().plan.execute()).rejects.toThrow('test_stop');
  await source.query('alter table notice_delivery drop constraint test_stop');
  await deliver();
  expect(bodies(browser)).toEqual([CREDITED]);
});

it('what was due while no worker was there does not come when it is worth nothing any more', async () => {
  const { user, browser } = await aSubscribedUser();
  await happens(user, 'liquidated');
  await made().plan.execute();
  clock.advance(12 * 60 * MINUTE_MS);
  await made().send.execute();
  expect([browser.asked, await outcomes(user)]).toEqual([0, ['expired']]);
});

describe('a device', () => {
  it('is told as long as its login lives', async () => {
    const { user, browser } = await aSubscribedUser();
    await happens(user);
    await made().plan.execute();
    expect(await call.post('user/logout', {}, { token: user.token })).toMatchObject({ type: 'ok' });
    await made().send.execute();
    await happens(user);
    await deliver();
    expect(browser.asked).toBe(0);
  });

  it('of somebody who was disabled is not told', async () => {
    const { user, browser } = await aSubscribedUser();
    await happens(user);
    await made().plan.execute();
    await source.query('update account_user set disabled_at = now() where id = $1', [user.userId]);
    await made().send.execute();
    await happens(user);
    await deliver();
    expect(browser.asked).toBe(0);
  });

  it('that is switched off is not told', async () => {
    const { user, browser } = await aSubscribedUser();
    expect(await call.post('notifications/device/end', {}, { token: user.token })).toMatchObject({ type: 'ok' });
    await happens(user);
    await deliver();
    expect(browser.asked).toBe(0);
  });

  it('on which somebody else has logged in since is told of theirs alone', async () => {
    const { user, browser } = await aSubscribedUser();
    const next = await aUser(source);
    await switchOn(next, browser);
    await happens(user);
    await happens(next, 'identity-verified');
    await deliver();
    expect(bodies(browser)).toEqual(['Your identity verification was approved']);
  });

  it('is nobody’s who knows its address alone', async () => {
    const { user, browser } = await aSubscribedUser();
    const thief = await aUser(source);
    const forged = { ...service.aBrowser().subscription, endpoint: browser.endpoint };
    expect(await call.post('notifications/device', forged, { token: thief.token })).toMatchObject({ type: 'error' });
    await happens(user);
    await deliver();
    expect(bodies(browser)).toEqual([CREDITED]);
  });

  it('is one of ten of a user at most, with many that come at once: the oldest goes', async () => {
    const user = await aUser(source);
    const store = app.application.get(PushSubscriptionsStore);
    const sessions: string[] = [];
    for (let number = 0; number < 14; number += 1) {
      const { sessionId } = await aUser(source);
      await source.query('update account_session set user_id = $1 where id = $2', [user.userId, sessionId]);
      sessions.push(sessionId);
    }
    await Promise.all(
      sessions.map((sessionId, place) =>
        app.application
          .get(Transactions)
          .run((tx) =>
            store.put(
              tx,
              { userId: user.userId, sessionId },
              service.aBrowser().subscription,
              new Date(clock.now() + place * 1000),
            ),
          ),
      ),
    );
    const left = (await store.ofUsers([user.userId])).map(({ sessionId }) => sessionId);
    expect(left.sort()).toEqual(sessions.slice(4).sort());
  });

  it.each([
    [9, 9],
    [10, 10],
    [11, 10],
  ])('of %i of a user %i are told, and of one beyond ten the first is not', async (devices, notified) => {
    const user = await aUser(source);
    const browsers: PushedBrowser[] = [];
    for (let number = 0; number < devices; number += 1) {
      const device = await aUser(source);
      await source.query('update account_session set user_id = $1 where id = $2', [user.userId, device.sessionId]);
      const browser = service.aBrowser();
      await switchOn(device, browser);
      browsers.push(browser);
    }
    await happens(user);
    await deliver();
    const heard = browsers.map(({ received }) => received.length);
    expect(heard).toEqual(browsers.map((_browser, place) => (place < devices - notified ? 0 : 1)));
  });

  it.each([
    ['https://127.0.0.2/x'],
    ['http://169.254.169.254/latest/meta-data'],
    ['https://fcm.googleapis.com.evil.example/x'],
    ['file:///etc/passwd'],
  ])('at %s is none that we call', async (endpoint) => {
    const user = await aUser(source);
    const forged = { ...service.aBrowser().subscription, endpoint };
    expect(await call.post('notifications/device', forged, { token: user.token })).toMatchObject({
      type: 'error',
      message: 'This browser’s notification service is not one that we can reach',
    });
  });
});

describe('quiet hours', () => {
  /** It is noon in this zone at the start of the test's clock. */
  async function quietFor({ token }: TestUser, fields: Record<string, string> = {}) {
    clock.set(Date.UTC(2030, 4, 6, 23, 0));
    const all = { push: 'transfers,margin', mail: '', quiet_from: '22:00', quiet_until: '07:00', zone: 'UTC' };
    const reply = await call.post(
      'notifications/settings',
      { ...all, urgent_through: '1', hide_amounts: '0', ...fields },
      { token },
    );
    expect(reply.type).toBe('ok');
  }

  it('hold what happens to their end, and tell it as one', async () => {
    const { user, browser } = await aSubscribedUser();
    await quietFor(user);
    for (let number = 0; number < 3; number += 1) await happens(user);
    await deliver();
    await happens(user);
    await deliver();
    expect(browser.asked).toBe(0);
    clock.set(Date.UTC(2030, 4, 7, 6, 59));
    await deliver();
    expect(browser.asked).toBe(0);
    clock.set(Date.UTC(2030, 4, 7, 7, 0));
    await deliver();
    await deliver();
    expect(browser.received.map(({ payload }) => payload)).toEqual([
      {
        tag: expect.stringMatching(/^held-\d+$/),
        title: 'While it was quiet',
        body: '4 new notices',
        path: '/pages/notice/index?kind=own',
        unread: 4,
      },
    ]);
    await happens(user);
    await deliver();
    expect(bodies(browser)).toEqual(['4 new notices', CREDITED]);
  });

  it.each<['sent' | 'refused', number, string[]]>([
    ['sent', 201, ['2 new notices', '7 USDT of your deposit are on your account']],
    ['refused', 400, ['7 USDT of your deposit are on your account']],
  ])('tell afterwards what came while a message of before was on its way and %s', async (_outcome, status, told) => {
    const { user, browser } = await aSubscribedUser();
    await quietFor(user);
    for (let number = 0; number < 2; number += 1) await happens(user);
    await deliver();
    clock.set(Date.UTC(2030, 4, 7, 7, 0));
    if (status !== 201) browser.answers.push({ status });
    const sender = app.application.get(PushSender);
    const slow = {
      isTaking: (endpoint: string) => sender.isTaking(endpoint),
      send: async (...message: Parameters<PushSender['send']>) => {
        clock.set(Date.UTC(2030, 4, 7, 6, 59));
        await happens(user, 'deposit-credited', '7');
        await made().plan.execute();
        clock.set(Date.UTC(2030, 4, 7, 7, 0));
        return sender.send(...message);
      },
    };
    await made(slow as PushSender).send.execute();
    await deliver();
    await deliver();
    expect(bodies(browser)).toEqual(told);
    const rows = await source.query('select notices, tries, outcome from notice_delivery where user_id = $1', [
      user.userId,
    ]);
    expect(rows).toEqual([{ notices: 1, tries: 1, outcome: 'sent' }]);
  });

  it('tell a single one as it is', async () => {
    const { user, browser } = await aSubscribedUser();
    await quietFor(user);
    await happens(user);
    await deliver();
    clock.set(Date.UTC(2030, 4, 7, 7, 0));
    await deliver();
    expect(bodies(browser)).toEqual([CREDITED]);
  });

  it('let through what is urgent, unless they shall not', async () => {
    const { user, browser } = await aSubscribedUser();
    const { user: sleeper, browser: silent } = await aSubscribedUser();
    await quietFor(user);
    await quietFor(sleeper, { urgent_through: '0' });
    await happens(user, 'liquidated');
    await happens(sleeper, 'liquidated');
    await deliver();
    expect([browser.asked, silent.asked]).toEqual([1, 0]);
    clock.set(Date.UTC(2030, 4, 7, 7, 0));
    await deliver();
    expect([browser.asked, silent.asked]).toEqual([1, 1]);
  });

  it('hold what a service has put off into them, and the tries of the night are none', async () => {
    const { user, browser } = await aSubscribedUser();
    const { user: trader, browser: other } = await aSubscribedUser();
    await quietFor(user, { urgent_through: '0' });
    await quietFor(trader, { urgent_through: '0' });
    clock.set(Date.UTC(2030, 4, 6, 21, 59));
    for (const { answers } of [browser, other]) answers.push({ status: 429, headers: { 'retry-after': '120' } });
    await happens(user);
    // Worth telling for half an hour.
    await happens(trader, 'margin-warning');
    await deliver();
    expect([browser.asked, other.asked]).toEqual([1, 1]);
    for (const minutes of [2, 20, 8 * 60]) {
      clock.advance(minutes * MINUTE_MS);
      await deliver();
    }
    expect([browser.asked, other.asked, await outcomes(trader)]).toEqual([1, 1, ['expired']]);
    clock.set(Date.UTC(2030, 4, 7, 7, 0));
    await deliver();
    expect([bodies(browser), other.asked, await outcomes(user)]).toEqual([[CREDITED], 1, ['sent']]);
    const tries = await source.query('select tries from notice_delivery where user_id = $1', [user.userId]);
    expect(tries).toEqual([{ tries: 2 }]);
  });

  it('that are ended let go what they held', async () => {
    const { user, browser } = await aSubscribedUser();
    await quietFor(user);
    await happens(user);
    await deliver();
    await choose(user);
    await deliver();
    expect(bodies(browser)).toEqual([CREDITED]);
  });
});

describe('what a user has chosen', () => {
  it('is everything on devices and a little by mail at first, and then what was saved', async () => {
    const user = await aUser(source);
    expect((await call.get('notifications/settings', { token: user.token })).message).toEqual({
      push: [
        'orders',
        'stops',
        'liquidations',
        'warnings',
        'settlements',
        'credits',
        'withdrawals',
        'otc',
        'decisions',
        'releases',
        'alerts',
        'security',
        'margin',
        'transfers',
      ],
      mail: ['liquidations', 'warnings', 'credits', 'withdrawals', 'decisions', 'margin', 'transfers'],
      quiet_from: '',
      quiet_until: '',
      zone: '',
      urgent_through: true,
      hide_amounts: false,
      push_key: expect.stringMatching(/^B[A-Za-z0-9_-]{86}$/),
      devices: 0,
      subscribed: false,
    });
    const fields = {
      push: 'orders,stops',
      mail: 'orders',
      quiet_from: '22:30',
      quiet_until: '06:15',
      zone: 'Asia/Tokyo',
    };
    const saved = await choose(user, { ...fields, urgent_through: '0', hide_amounts: '1' });
    const expected = {
      push: ['orders', 'stops'],
      mail: ['orders'],
      quiet_from: '22:30',
      quiet_until: '06:15',
      zone: 'Asia/Tokyo',
      urgent_through: false,
      hide_amounts: true,
    };
    expect(saved.message).toMatchObject(expected);
    expect((await call.get('notifications/settings', { token: user.token })).message).toMatchObject(expected);
  });

  it('keeps the one spelling of its zone, and reads one that was kept as it was typed', async () => {
    const user = await aUser(source);
    const fields = { push: '', mail: '', quiet_from: '22:30', quiet_until: '06:15' };
    const stored = async (): Promise<unknown> =>
      source.query('select zone from notification_setting where user_id = $1', [user.userId]);
    const read = async () => (await call.get('notifications/settings', { token: user.token })).message;
    expect((await choose(user, { ...fields, zone: 'aMeRiCa/aRgEnTiNa/uShUaIa' })).message).toMatchObject({
      zone: 'America/Argentina/Ushuaia',
    });
    expect(await stored()).toEqual([{ zone: 'America/Argentina/Ushuaia' }]);
    await source.query(`update notification_setting set zone = 'eUrOpE/bErLiN' where user_id = $1`, [user.userId]);
    expect(await read()).toMatchObject({ zone: 'Europe/Berlin', quiet_from: '22:30' });
    const choice = { push: [], mail: [], quietFrom: 1350, quietUntil: 375, urgentThrough: true, hideAmounts: false };
    expect(choiceFrom({ ...choice, zone: 'eUrOpE/bErLiN' }).quiet).toEqual({
      from: 1350,
      until: 375,
      zone: 'Europe/Berlin',
    });
    expect(choiceFrom({ ...choice, zone: 'Europe/Nowhere' }).quiet).toBeNull();
  });

  it('of before its groups could be chosen apart means what it meant, and is read by what ran before', async () => {
    const { user, browser } = await aSubscribedUser();
    await choose(user, { push: 'margin,transfers', mail: 'margin' });
    await source.query(
      `update notification_setting set push = '{margin,transfers}', mail = '{margin}' where user_id = $1`,
      [user.userId],
    );
    expect((await call.get('notifications/settings', { token: user.token })).message).toMatchObject({
      push: ['liquidations', 'warnings', 'credits', 'withdrawals', 'margin', 'transfers'],
      mail: ['liquidations', 'warnings', 'margin'],
    });
    await happens(user);
    await deliver();
    expect(bodies(browser)).toEqual([CREDITED]);
    // Apart from now on: what a version before can be told is that all of it was chosen.
    await choose(user, { push: 'warnings,credits,withdrawals', mail: '' });
    const stored: unknown[] = await source.query('select push, mail from notification_setting where user_id = $1', [
      user.userId,
    ]);
    expect(stored).toEqual([{ push: ['warnings', 'credits', 'withdrawals', 'transfers'], mail: [] }]);
    await choose(user, { push: 'withdrawals' });
    await happens(user);
    await deliver();
    expect(bodies(browser)).toEqual([CREDITED]);
  });

  it.each([
    [{ zone: 'Mars/Olympus' }, 'This time zone is not known: it is a name, such as Asia/Tokyo'],
    [{ zone: '+08:00' }, 'This time zone is not known: it is a name, such as Asia/Tokyo'],
    [{ quiet_from: '22:00' }, 'Quiet hours need a beginning and an end that differ'],
    [{ quiet_until: '22:00' }, 'Quiet hours need a beginning and an end that differ'],
    [{ quiet_from: '22:00', quiet_until: '22:00' }, 'Quiet hours need a beginning and an end that differ'],
    [{ quiet_from: '25:00', quiet_until: '07:00' }, /^Please check this field/],
    [{ push: 'orders,lottery' }, /^Please check this field/],
    [{ hide_amounts: 'maybe' }, /^Please check this field/],
  ])('%o is refused, and nothing is changed', async (fields, message) => {
    const user = await aUser(source);
    const reply = await choose(user, fields);
    expect([reply.type, reply.status < 500]).toEqual(['error', true]);
    expect(reply.message).toMatch(message);
    const stored: unknown[] = await source.query('select from notification_setting where user_id = $1', [user.userId]);
    expect(stored).toEqual([]);
  });
});
