import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { aFitness } from '../../test/factories/fitness.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { Config, readConfiguration } from '../config/config.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { AfterCommit } from '../database/after-commit.js';
import { Transactions } from '../database/transactions.store.js';
import { Breaker, RefusedByDependency } from '../health/breaker.js';
import { Loops } from '../loop/loops.js';
import { Metrics } from '../metrics/metrics.js';
import { Unanswered } from '../outside/call-outside.js';
import { GuardedMailSender } from './guarded-senders.js';
import { MessageOutlet } from './message-outlet.js';
import { MessageSeal } from './message-seal.js';
import { MailSender, type Message, SmsSender } from './messages.js';
import { MessagesStore } from './messages.store.js';
import { MessageSenders, SendMessages } from './send-messages.js';

const SECRET = randomBytes(32).toString('hex');
const { atOnce, unansweredMost } = DEPENDENCY_LIMITS.messages;

let database: TestDatabase;
let source: DataSource;
let transactions: Transactions;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.servingUrl).initialize();
  transactions = new Transactions(source);
}, 60_000);
beforeEach(() => source.query('delete from outgoing_message'));
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

const aMessage = (changes: Partial<Message> = {}): Message => ({
  to: 'someone@example.com',
  kind: 'register',
  subject: 'Your code',
  text: 'Your code is 123456',
  code: '123456',
  ...changes,
});

class Mail extends MailSender {
  readonly sent: Message[] = [];
  readonly keys: string[] = [];
  asked = 0;
  constructor(private readonly answer: (message: Message, asked: number) => void | Promise<void> = () => undefined) {
    super();
  }
  async send(message: Message, key: string): Promise<void> {
    this.asked += 1;
    this.keys.push(key);
    await this.answer(message, this.asked);
    this.sent.push(message);
  }
}

class Texts extends SmsSender {
  readonly sent: string[] = [];
  send({ to }: Message): Promise<void> {
    this.sent.push(to);
    return Promise.resolve();
  }
}

/** A process that takes messages and sends them. */
function aProcess(mail: MailSender, { secret = SECRET, sms = new Texts() }: { secret?: string; sms?: SmsSender } = {}) {
  const values = readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: database.servingUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    SECRET_KEY: secret,
  });
  const config = { values } as Config;
  const commits = new AfterCommit(source);
  commits.onModuleInit();
  const [store, seal, metrics, clock] = [
    new MessagesStore(source),
    new MessageSeal(config),
    new Metrics(),
    new FakeClock(),
  ];
  const outlet = new MessageOutlet(store, seal, commits);
  const loops = new Loops(config, clock, metrics, aFitness(clock));
  const sending = new SendMessages(loops, outlet, store, new MessageSenders(mail, sms, seal), metrics);
  const figure = async (name: string) => (await metrics.registry.getMetricsAsJSON()).find((one) => one.name === name);
  return { outlet, sending, loops, figure };
}

const rows = () =>
  source.query('select kind, lane, outcome, sealed is null as forgotten, tries from outgoing_message order by id');

const dueAgain = () =>
  source.query(`update outgoing_message set due_at = now() - interval '1 second' where ended_at is null`);

describe('a message', () => {
  it('goes by its recipient, once, and what it said is forgotten', async () => {
    const [mail, sms] = [new Mail(), new Texts()];
    const { outlet, sending } = aProcess(mail, { sms });
    await outlet.post(aMessage());
    await outlet.post(aMessage({ to: '+8613912345678', kind: 'forget' }));
    await sending.execute();
    await sending.execute();
    expect(mail.sent).toEqual([aMessage()]);
    expect(sms.sent).toEqual(['+8613912345678']);
    expect(await rows()).toEqual([
      { kind: 'register', lane: 'mail', outcome: 'sent', forgotten: true, tries: 1 },
      { kind: 'forget', lane: 'sms', outcome: 'sent', forgotten: true, tries: 1 },
    ]);
  });

  it('is of the transaction that causes it: rolled back with it, and written with it', async () => {
    const mail = new Mail();
    const { outlet, sending } = aProcess(mail);
    const failing = transactions.run(async (tx) => {
      await outlet.post(aMessage({ to: 'never@example.com' }), tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await transactions.run((tx) => outlet.post(aMessage({ to: 'done@example.com' }), tx));
    await sending.execute();
    expect(mail.sent.map(({ to }) => to)).toEqual(['done@example.com']);
  });

  it('lies in the table sealed: neither the code nor the address is to be read there', async () => {
    await aProcess(new Mail()).outlet.post(aMessage());
    const [row]: { text: string; sealed: Buffer }[] = await source.query(
      'select m::text as text, m.sealed from outgoing_message m',
    );
    for (const part of ['123456', 'someone', 'example.com']) {
      expect([row?.text.includes(part), row?.sealed.includes(part)]).toEqual([false, false]);
    }
  });

  it('outlives the process that took it, and one that died while it was sending', async () => {
    const [first, second] = [new Mail(() => new Promise<void>(() => undefined)), new Mail()];
    const dying = aProcess(first);
    await dying.outlet.post(aMessage());
    // It has the message and says nothing more.
    void dying.sending.execute();
    while (first.asked === 0) await new Promise((done) => setTimeout(done, 5));
    const other = aProcess(second);
    await other.sending.execute();
    expect(second.sent).toEqual([]);
    await dueAgain();
    await other.sending.execute();
    expect(second.sent).toEqual([aMessage()]);
  });

  it('is sent once by two processes at once', async () => {
    const [one, other] = [new Mail(), new Mail()];
    const [first, second] = [aProcess(one), aProcess(other)];
    const people = Array.from({ length: 60 }, (_, place) => `person${place}@example.com`);
    for (const to of people) await first.outlet.post(aMessage({ to }));
    await Promise.all([first.sending.execute(), second.sending.execute()]);
    const sent = [...one.sent, ...other.sent].map(({ to }) => to);
    expect(sent.toSorted()).toEqual(people.toSorted());
  });

  it('with a code goes before all notices, however many wait and for how long', async () => {
    const [mail, sms] = [new Mail(), new Texts()];
    const { outlet, sending } = aProcess(mail, { sms });
    const notices = Array.from({ length: 3 * atOnce }, (_, place) => `person${place}@example.com`);
    for (const to of notices) await outlet.post(aMessage({ to, code: null }));
    await source.query(`update outgoing_message set due_at = due_at - interval '1 hour'`);
    await outlet.post(aMessage({ to: 'login@example.com' }));
    await sending.execute();
    const sent = mail.sent.map(({ to }) => to);
    expect(sent.slice(0, atOnce)).toContain('login@example.com');
    expect(sent.toSorted()).toEqual([...notices, 'login@example.com'].toSorted());
  });

  it('has the same key at each try, another one than every other message, and one that says nothing', async () => {
    const mail = new Mail((_message, asked) => {
      if (asked <= 2) throw new Error('busy');
    });
    const { outlet, sending } = aProcess(mail);
    await outlet.post(aMessage());
    await sending.execute();
    for (let look = 0; look < 2; look += 1) {
      await dueAgain();
      await sending.execute();
    }
    await outlet.post(aMessage());
    await sending.execute();
    const [first, second, third, other] = mail.keys;
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
    expect(mail.keys).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f]{32}$/)));
  });

  it('has another key than one of the same number that was there before the database was set back', async () => {
    const mail = new Mail();
    const { outlet, sending } = aProcess(mail);
    const owner = await createDataSource(database.url).initialize();
    for (const at of ['2030-01-01', '2030-01-02']) {
      await owner.query('alter table outgoing_message alter column id restart with 1000000');
      await outlet.post(aMessage());
      await source.query('update outgoing_message set created_at = $1::timestamptz', [at]);
      await sending.execute();
      await source.query('delete from outgoing_message');
    }
    await owner.destroy();
    expect([mail.keys.length, new Set(mail.keys).size]).toEqual([2, 2]);
  });

  it('to nobody is written and sent to nobody', async () => {
    const mail = new Mail();
    const { outlet, sending } = aProcess(mail);
    await outlet.postToNobody(aMessage());
    await sending.execute();
    expect(mail.asked).toBe(0);
    expect(await rows()).toEqual([{ kind: 'register', lane: 'mail', outcome: 'nobody', forgotten: true, tries: 0 }]);
  });

  it('that was put into the place of another is refused, as is one sealed under a key that is gone', async () => {
    const mail = new Mail();
    const { outlet, sending } = aProcess(mail);
    await outlet.post(aMessage());
    await source.query(`update outgoing_message set kind = 'forget'`);
    await aProcess(mail, { secret: randomBytes(32).toString('hex') }).outlet.post(aMessage());
    await sending.execute();
    expect(mail.asked).toBe(0);
    expect((await rows()).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'refused']);
  });
});

describe('what is not accepted', () => {
  it('is sent again after a pause', async () => {
    const mail = new Mail((_message, asked) => {
      if (asked < 3) throw new Error('busy');
    });
    const { outlet, sending, figure } = aProcess(mail);
    await outlet.post(aMessage());
    await sending.execute();
    await sending.execute();
    expect(mail.asked).toBe(1);
    await dueAgain();
    await sending.execute();
    await dueAgain();
    await sending.execute();
    expect(mail.sent).toEqual([aMessage()]);
    expect(await rows()).toMatchObject([{ outcome: 'sent', tries: 3 }]);
    expect((await figure('gateway_message_failures_total'))?.values).toMatchObject([{ value: 2 }]);
    expect((await figure('gateway_messages_total'))?.values).toMatchObject([
      { labels: { lane: 'mail', kind: 'register', outcome: 'sent' }, value: 1 },
    ]);
  });

  it('and not refused either is handed over three times and no more: it may have come each time', async () => {
    const sms = new (class extends SmsSender {
      asked = 0;
      send(): Promise<void> {
        this.asked += 1;
        // Refused connections in between take none of the three.
        return Promise.reject(this.asked % 2 === 1 ? new Error('refused') : new Unanswered('no answer'));
      }
    })();
    const { outlet, sending, figure } = aProcess(new Mail(), { sms });
    await outlet.post(aMessage({ to: '+8613912345678' }));
    for (let look = 0; look < 10; look += 1) {
      await dueAgain();
      await sending.execute();
    }
    expect([sms.asked, await rows()]).toEqual([
      2 * unansweredMost,
      [{ kind: 'register', lane: 'sms', outcome: 'unanswered', forgotten: true, tries: 2 * unansweredMost }],
    ]);
    expect((await figure('gateway_messages_total'))?.values).toMatchObject([
      { labels: { lane: 'sms', kind: 'register', outcome: 'unanswered' }, value: 1 },
    ]);
  });

  it('for good is not tried again', async () => {
    const mail = new Mail(() => {
      throw new RefusedByDependency('no such address');
    });
    const { outlet, sending } = aProcess(mail);
    await outlet.post(aMessage());
    await sending.execute();
    await dueAgain();
    await sending.execute();
    expect([mail.asked, await rows()]).toMatchObject([1, [{ outcome: 'refused', forgotten: true }]]);
  });

  it('waits while its server is left alone, holds up no text message, and goes when the server is back', async () => {
    const clock = new FakeClock();
    let isDown = true;
    const mail = new Mail(() => {
      if (isDown) throw new Error('down');
    });
    const breaker = new Breaker('mail', clock, { failures: 3, putOffs: 3, restMs: 30_000 });
    const sms = new Texts();
    const { outlet, sending } = aProcess(new GuardedMailSender(mail, breaker), { sms });
    const people = Array.from({ length: 3 * atOnce }, (_, place) => `person${place}@example.com`);
    for (const to of people) await outlet.post(aMessage({ to }));
    await outlet.post(aMessage({ to: '+8613912345678' }));
    await sending.execute();
    expect([breaker.isOpen, sms.sent.length, mail.sent]).toEqual([true, 1, []]);
    const { asked } = mail;
    for (let look = 0; look < 5; look += 1) {
      await dueAgain();
      await sending.execute();
    }
    expect(mail.asked).toBe(asked);
    isDown = false;
    clock.advance(30_000);
    while (mail.sent.length < people.length) {
      await dueAgain();
      await sending.execute();
    }
    expect(mail.sent.map(({ to }) => to).toSorted()).toEqual(people.toSorted());
  }, 30_000);

  it.each([
    ['a code', aMessage(), '11 minutes', 'expired'],
    ['a code', aMessage(), '9 minutes', 'sent'],
    ['a notice', aMessage({ code: null }), '47 hours', 'sent'],
    ['a notice', aMessage({ code: null }), '49 hours', 'expired'],
  ])(
    '%s that has waited for longer than it is of use is told to nobody (%#)',
    async (_what, message, span, outcome) => {
      const mail = new Mail();
      const { outlet, sending } = aProcess(mail);
      await outlet.post(message);
      await source.query(
        `update outgoing_message set created_at = created_at - $1::interval, due_at = due_at - $1::interval,
         expires_at = expires_at - $1::interval`,
        [span],
      );
      await sending.execute();
      expect([mail.sent.length, await rows()]).toMatchObject([
        outcome === 'sent' ? 1 : 0,
        [{ outcome, forgotten: true }],
      ]);
    },
  );
});

it('nothing is dropped, however much waits', async () => {
  const mail = new Mail();
  const { outlet, sending } = aProcess(mail);
  const count = 1200;
  for (let place = 0; place < count; place += 1) await outlet.post(aMessage({ to: `person${place}@example.com` }));
  await sending.execute();
  expect(new Set(mail.sent.map(({ to }) => to)).size).toBe(count);
}, 60_000);

it('a process that ends finishes what it sends and takes no more', async () => {
  let release = () => undefined as void;
  const held = new Promise<void>((done) => {
    release = done;
  });
  const mail = new Mail(() => held);
  const { outlet, sending, loops } = aProcess(mail);
  for (let place = 0; place < 3 * atOnce; place += 1) await outlet.post(aMessage({ to: `person${place}@example.com` }));
  const round = sending.execute();
  while (mail.asked < atOnce) await new Promise((done) => setTimeout(done, 5));
  sending.onModuleDestroy();
  const ended = loops.beforeApplicationShutdown();
  release();
  await Promise.all([round, ended]);
  expect(mail.sent.length).toBe(atOnce);
  expect((await rows()).filter(({ outcome }: { outcome: string | null }) => outcome === 'sent')).toHaveLength(atOnce);
});

it('what ended long ago is forgotten', async () => {
  const { outlet, sending } = aProcess(new Mail());
  await outlet.post(aMessage());
  await sending.execute();
  await outlet.post(aMessage());
  await outlet.forget(new Date(Date.now() - 3_600_000), 10);
  expect(await rows()).toHaveLength(2);
  await outlet.forget(new Date(Date.now() + 3_600_000), 10);
  expect(await rows()).toMatchObject([{ outcome: null }]);
});
