import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUser } from '../../../test/factories/users.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { WriteNotice } from './write-notice.js';
import { WriteNotices } from './write-notices.js';

let app: TestApp;
let source: DataSource;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
}, 60_000);
afterAll(() => app?.close());

const get = <Part>(part: abstract new (...given: never[]) => Part) => app.application.get<Part>(part);
const run = <Result>(work: (tx: Transaction) => Promise<Result>) => get(Transactions).run(work);
const lastNumber = async (): Promise<string> => {
  const rows: { last: string }[] = await source.query(
    `select last_value as last from pg_sequences where sequencename = 'account_notice_id_seq'`,
  );
  return rows[0]?.last ?? '';
};
/** How many statements wait for a lock on a user's stream. */
const waiting = async (): Promise<number> => {
  const rows: unknown[] = await source.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%outbox%'`,
  );
  return rows.length;
};

it.each<[string, (tx: Transaction, userId: string) => Promise<unknown>]>([
  ['one', (tx: Transaction, userId: string) => get(WriteNotice).execute(tx, userId, 'new-device', {})],
  [
    'several',
    (tx: Transaction, userId: string) =>
      get(WriteNotices).execute(tx, [{ userId, kind: 'new-device', parameters: {}, at: new Date() }]),
  ],
])(
  'of %s the number is taken once nobody else can commit a lower one of the user: none counts as read that came late',
  async (_what, write) => {
    const { userId } = await aUser(source);
    await run((tx) => get(WriteNotice).execute(tx, userId, 'registered', {}));
    const before = await lastNumber();
    // Somebody who has the stream, on a connection of the test.
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await get(Outbox).hold(runner.manager, [userId]);
    const late = run((tx) => write(tx, userId));
    while ((await waiting()) === 0) await new Promise((done) => setTimeout(done, 5));
    expect(await lastNumber()).toBe(before);
    await runner.commitTransaction();
    await runner.release();
    await late;
    expect(Number(await lastNumber())).toBe(Number(before) + 1);
  },
);
