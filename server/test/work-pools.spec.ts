import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { TransferMoney } from '../features/wallet/balances/transfer-money.js';
import { CheckBooks } from '../features/wallet/ledger/check-books.js';
import { ListStatement } from '../features/wallet/ledger/list-statement.js';
import { ReadSource } from '../platform/database/read-source.store.js';
import type { Transaction } from '../platform/database/transaction.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { asKind, kindOfWork, type WorkKind } from '../platform/database/work-kind.js';
import { poolFigures } from '../platform/database/work-pools.js';
import { bootApp, type TestApp } from './app.js';
import { aUserId, fund, USDT } from './factories/ledger.js';

/** A flood of one kind of work takes no connection of another, and a job is work of its own kind. */
type Filled = Exclude<WorkKind, 'standby' | 'position'>;
const SIZES: Record<Filled, number> = { commands: 3, reads: 2, jobs: 2 };

let app: TestApp;
let source: DataSource;
let user: string;

beforeAll(async () => {
  app = await bootApp({
    ROLES: 'gateway',
    LOG_LEVEL: 'silent',
    DATABASE_POOL_SIZE: String(SIZES.commands),
    DATABASE_READ_POOL_SIZE: String(SIZES.reads),
    DATABASE_JOB_POOL_SIZE: String(SIZES.jobs),
  });
  source = app.application.get(DataSource);
  user = await aUserId(app.owner);
  await fund(app.owner, user, '100');
});
afterAll(() => app.close());

/** By the doors that stores and use cases have. */
const begin: Record<Filled, (work: (tx: Transaction) => Promise<void>) => Promise<void>> = {
  commands: (work) => app.application.get(Transactions).run(work),
  reads: (work) => app.application.get(ReadSource).snapshot(work),
  jobs: (work) => asKind('jobs', () => app.application.get(Transactions).run(work)),
};

/** Takes every connection of a kind of work for statements that sleep. @returns what ends them. */
async function fill(kind: Filled): Promise<() => Promise<void>> {
  const over = new AbortController();
  const begun: Promise<void>[] = [];
  const asleep: Promise<void>[] = [];
  for (let count = 0; count < SIZES[kind]; count += 1) {
    begun.push(
      new Promise((settle) => {
        asleep.push(
          begin[kind](async (tx) => {
            settle();
            while (!over.signal.aborted) await tx.query('select pg_sleep(0.05)');
          }),
        );
      }),
    );
  }
  await Promise.all(begun);
  return async () => {
    over.abort();
    await Promise.all(asleep);
  };
}

const inUse = (kind: WorkKind) => Object.fromEntries(poolFigures(source))[kind]?.inUse;

const transfer = () =>
  app.application
    .get(TransferMoney)
    .execute({ userId: user, from: 'spot', to: 'contract', currencyId: USDT, amount: '1', key: randomUUID() });
const read = () => app.application.get(ListStatement).execute({ userId: user, page: 1, limit: 50 });

it.each(['reads', 'jobs'] as const)(
  'a transfer is committed while %s sleep on every connection they have',
  async (kind) => {
    const wake = await fill(kind);
    try {
      const before = await linesOf(user);
      await transfer();
      expect([await linesOf(user), inUse(kind)]).toEqual([before + 2, SIZES[kind]]);
    } finally {
      await wake();
    }
  },
);

it('what has happened is read, and jobs go on, while commands sleep on every connection they have', async () => {
  const wake = await fill('commands');
  try {
    expect((await read()).lines.length).toBeGreaterThan(0);
    expect(await asKind('jobs', () => source.query('select 1 as one'))).toEqual([{ one: 1 }]);
    expect(inUse('commands')).toBe(SIZES.commands);
  } finally {
    await wake();
  }
});

it('figures say which kind waits', async () => {
  const wake = await fill('reads');
  try {
    const waiting = read();
    const text = await (await fetch(`${app.url}/metrics`)).text();
    expect(text).toContain('gateway_database_connections{pool="reads",state="in_use"} 2\n');
    expect(text).toContain('gateway_database_connections{pool="reads",state="waiting"} 2\n');
    expect(text).toContain('gateway_database_connections{pool="commands",state="waiting"} 0\n');
    await wake();
    await waiting;
  } finally {
    await wake();
  }
});

it('a job is work of its kind, whatever it does', async () => {
  const seen: WorkKind[] = [];
  let settle: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (settle = resolve));
  const worker = await bootApp({ ROLES: 'worker', LOG_LEVEL: 'silent' }, app.database, (application) => {
    // Each worker does it as it starts.
    application.get(CheckBooks).execute = async () => {
      await Promise.resolve();
      seen.push(kindOfWork());
      settle();
      return [];
    };
  });
  await done;
  await worker.close();
  expect([seen[0], kindOfWork()]).toEqual(['jobs', 'commands']);
});

async function linesOf(userId: string): Promise<number> {
  const [row]: { lines: number }[] = await app.owner.query(
    `select count(*)::integer as lines from ledger_posting p join ledger_account a on a.id = p.account_id
      where a.owner_key = $1`,
    [userId],
  );
  return row?.lines ?? 0;
}
