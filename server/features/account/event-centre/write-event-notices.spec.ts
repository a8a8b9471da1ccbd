import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { noticePath } from '../../../contract/rules/notice-path.rules.js';
import { noticeText, WriteNotices } from '../notices/index.js';
import { WriteNotice } from '../notices/write-notice.js';
import { ManageSubAccounts } from '../sub-accounts/manage-sub-accounts.js';
import { UsersStore } from '../users/index.js';
import { ReadNotices } from './read-notices.js';
import { WriteEventNotices } from './write-event-notices.js';

let app: TestApp;
let source: DataSource;
let outbox: Outbox;
let write: WriteEventNotices;
let read: ReadNotices;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  outbox = app.application.get(Outbox);
  write = app.application.get(WriteEventNotices);
  read = app.application.get(ReadNotices);
}, 60_000);
afterAll(() => app?.close());

const transactions = () => app.application.get(Transactions);

async function deposited(userId: string, amount: string): Promise<void> {
  await transactions().run((tx) =>
    outbox.append(tx, userId, 'deposit', {
      entity: `deposit:${amount}`,
      entityVersion: 1,
      depositId: '1',
      currencyId: USDT,
      amount,
      state: 'credited',
      confirmations: null,
      reason: null,
    }),
  );
}

const noticesOf = async (userId: string): Promise<{ kind: string; parameters: Record<string, string> }[]> =>
  source.query('select kind, parameters from account_notice where user_id = $1 order by id', [userId]);
const amountsOf = async (userId: string) => (await noticesOf(userId)).map(({ parameters }) => parameters.amount);

describe('the event centre', () => {
  it('writes what happened, with the names of coins, at the instant of the event, and pushes it', async () => {
    const user = await aUserId(source);
    await deposited(user, '150.5');
    await write.execute();
    expect(await noticesOf(user)).toEqual([
      { kind: 'deposit-credited', parameters: { amount: '150.5', coin: 'USDT' } },
    ]);
    const events: { kind: string; payload: { notice: string }; same: boolean }[] = await source.query(
      `select o.kind, o.payload, o.payload->>'noticeId' = n.id::text and n.at = first.at as same
         from outbox o join account_notice n on n.user_id = o.user_id
         join outbox first on first.user_id = o.user_id and first.sequence = 1
        where o.user_id = $1 and o.sequence = 2`,
      [user],
    );
    expect(events).toEqual([
      { kind: 'notice', payload: expect.objectContaining({ notice: 'deposit-credited' }), same: true },
    ]);
  });

  it('tells each event once, however many workers are at it and however often', async () => {
    const users = await Promise.all([1, 2, 3].map(() => aUserId(source)));
    for (const user of users) for (const amount of ['1', '2', '3']) await deposited(user, amount);
    await Promise.all([1, 2, 3, 4].map(() => write.execute()));
    await write.execute();
    for (const user of users) expect(await amountsOf(user)).toEqual(['1', '2', '3']);
  });

  it('tells the main account of a sub-account, with its name', async () => {
    const main = await aUserId(source);
    const caller = { ip: '192.0.2.1', userAgent: '' };
    const bot = await app.application.get(ManageSubAccounts).open(main, 'Grid bot', caller);
    await source.query('delete from account_notice where user_id = $1', [main]);
    await deposited(bot, '7');
    await write.execute();
    await deposited(main, '8');
    await write.execute();
    expect(await noticesOf(bot)).toEqual([]);
    const written = await noticesOf(main);
    expect(written.map(({ parameters }) => parameters)).toEqual([
      { amount: '7', coin: 'USDT', account: 'Grid bot' },
      { amount: '8', coin: 'USDT' },
    ]);
    const [first, second] = written.map(({ kind, parameters }) => noticeText('en', kind, parameters));
    expect(first).toMatch(/^Grid bot · .*7/);
    expect(second).not.toContain('·');
    expect(noticePath('deposit-credited', 'Grid bot')).toBe('/pages/sub-accounts/index');
    expect(noticePath('deposit-credited')).toBe('/pages/assets/record');
  });

  it('tells all of a user who has hundreds of them, in their order', async () => {
    const user = await aUserId(source);
    const amounts = Array.from({ length: 430 }, (_none, place) => String(place + 1));
    await transactions().run((tx) =>
      outbox.appendAll(
        tx,
        amounts.map((amount) => ({
          userId: user,
          kind: 'deposit' as const,
          payload: {
            entity: `deposit:${amount}`,
            entityVersion: 1,
            depositId: amount,
            currencyId: USDT,
            amount,
            state: 'credited' as const,
            confirmations: null,
            reason: null,
          },
        })),
      ),
    );
    await write.execute();
    expect(await amountsOf(user)).toEqual(amounts);
  });

  it('leaves nothing when it fails half-way, and tells it the next time', async () => {
    const user = await aUserId(source);
    await deposited(user, '5');
    await source.query(`alter table outbox add constraint test_stop check (kind <> 'notice') not valid`);
    await expect(write.execute()).rejects.toThrow('test_stop');
    expect(await noticesOf(user)).toEqual([]);
    await source.query('alter table outbox drop constraint test_stop');
    await write.execute();
    expect(await amountsOf(user)).toEqual(['5']);
  });

  it('goes on behind events whose days went before it read them', async () => {
    const user = await aUserId(source);
    await deposited(user, '1');
    await source.query('delete from outbox where user_id = $1', [user]);
    await write.execute();
    expect(await noticesOf(user)).toEqual([]);
    const places = await source.query('select sequence from event_notice_place where user_id = $1', [user]);
    expect(places).toEqual([{ sequence: '1' }]);
    await deposited(user, '2');
    await write.execute();
    expect(await amountsOf(user)).toEqual(['2']);
  });

  it('leaves out an event that it cannot read, and tells what follows it', async () => {
    const user = await aUserId(source);
    await source.query(`select outbox_append($1, 'deposit', '{"state": "credited"}', now())`, [user]);
    await deposited(user, '7');
    await write.execute();
    expect(await amountsOf(user)).toEqual(['7']);
  });

  it('waits for nobody who holds the user: that one may wait for the stream', async () => {
    const user = await aUserId(source);
    await deposited(user, '3');
    const [isHeld, held] = aGate();
    const [isWritten, written] = aGate();
    const change = transactions().run(async (tx) => {
      // As a change of its password does, before it tells of it.
      await app.application.get(UsersStore).lock(tx, user);
      held();
      await isWritten;
    });
    await isHeld;
    await write.execute().finally(written);
    await change;
    expect(await amountsOf(user)).toEqual(['3']);
  });

  /** Something to wait for, and what ends the wait. */
  function aGate<Value = void>(): [Promise<Value>, (value: Value) => void] {
    let open: (value: Value) => void = () => undefined;
    const opened = new Promise<Value>((done) => {
      open = done;
    });
    return [opened, open];
  }

  /** Until the backend waits for another one. */
  async function untilWaits(backend: number): Promise<void> {
    for (let waits = false; !waits; ) {
      const [row]: { waits: boolean }[] = await source.query(`select cardinality(pg_blocking_pids($1)) > 0 as waits`, [
        backend,
      ]);
      waits = row?.waits ?? false;
      if (!waits) await new Promise((done) => setTimeout(done, 10));
    }
  }

  it.each<[string, (tx: Transaction, userId: string) => Promise<unknown>]>([
    ['alone', (tx, userId) => app.application.get(WriteNotice).execute(tx, userId, 'totp-on', { device: 'Chrome' })],
    [
      'among others',
      (tx, userId) =>
        app.application
          .get(WriteNotices)
          .execute(tx, [{ userId, kind: 'option-void', parameters: { market: 'BTC/USDT' }, at: new Date() }]),
    ],
  ])('counts a notice, written %s, whose transaction ends behind one that told more', async (_how, writeOne) => {
    const user = await aUserId(source);
    const [isHeld, held] = aGate();
    const [mayEnd, end] = aGate();
    const later = transactions().run(async (tx) => {
      await writeOne(tx, user);
      held();
      await mayEnd;
      await writeOne(tx, user);
    });
    await isHeld;
    const [backend, isBackend] = aGate<number>();
    // It waits for the user's stream, which the other one has: by then it may not have a number.
    const first = transactions().run(async (tx) => {
      const [row]: { pid: number }[] = await tx.query('select pg_backend_pid() as pid');
      isBackend(row?.pid ?? 0);
      await writeOne(tx, user);
    });
    await untilWaits(await backend);
    end();
    await later;
    await first;
    const ids: { id: string; sequence: string }[] = await source.query(
      `select n.id, o.sequence from account_notice n
         join outbox o on o.user_id = n.user_id and o.payload->>'noticeId' = n.id::text
        where n.user_id = $1 order by o.sequence`,
      [user],
    );
    expect(ids).toHaveLength(3);
    // The user has read all that the later one wrote, of which the stream tells first.
    await read.read(user, ids[1]?.id ?? '');
    expect(await read.unread(user)).toBe(1);
  });

  it('counts what was not seen, and never fewer notices as seen than before', async () => {
    const [user, other] = [await aUserId(source), await aUserId(source)];
    for (const amount of ['1', '2', '3']) await deposited(user, amount);
    await deposited(other, '4');
    await write.execute();
    const ids: { id: string }[] = await source.query('select id from account_notice where user_id = $1 order by id', [
      user,
    ]);
    expect(await read.unread(user)).toBe(3);
    await read.read(user, ids[1]?.id ?? '');
    expect(await read.unread(user)).toBe(1);
    await read.read(user, ids[0]?.id ?? '');
    expect(await read.unread(user)).toBe(1);
    // Far above all of its own: a place that is nobody's is not kept, or what comes later would be seen unseen.
    await read.read(user, '900000000000000');
    expect(await read.unread(user)).toBe(0);
    await deposited(user, '5');
    await write.execute();
    expect(await read.unread(user)).toBe(1);
    expect(await read.unread(other)).toBe(1);
  });
});

describe('a worker', () => {
  it('hears of events as they are committed', async () => {
    const worker = await bootApp({ ROLES: 'gateway,worker', LOG_LEVEL: 'silent' });
    try {
      const user = await aUserId(worker.owner);
      const own = worker.application.get(Outbox);
      await worker.application.get(Transactions).run((tx) =>
        own.append(tx, user, 'kyc', {
          entity: 'kyc:basic',
          entityVersion: 1,
          level: 'basic',
          status: 'verified',
          reason: null,
          photoReasons: {},
        }),
      );
      let found = 0;
      while (found === 0) {
        const rows: unknown[] = await worker.owner.query(
          `select from account_notice where user_id = $1 and kind = 'identity-verified'`,
          [user],
        );
        found = rows.length;
        await new Promise((done) => setTimeout(done, 50));
      }
      expect(found).toBe(1);
    } finally {
      await worker.close();
    }
  }, 120_000);
});
