import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { aUserId } from '../../test/factories/ledger.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import type { Config } from '../config/config.js';
import { NoConnection, type Transaction } from '../database/transaction.js';
import { Transactions } from '../database/transactions.store.js';
import type { Command } from './command-key.js';
import { IdempotencyStore } from './idempotency.store.js';
import { IdempotentCommands } from './idempotent-commands.js';

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let commands: IdempotentCommands;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 16).initialize();
  serving = await createDataSource(database.servingUrl, 16).initialize();
  await source.query('create table effect (id bigint generated always as identity, what text)');
  await source.query('grant select, insert on effect to gateway_app');
}, 60_000);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  commands = theCommands(new Transactions(serving));
  userId = await aUserId(source);
  await source.query('truncate effect');
});

function theCommands(transactions: Transactions): IdempotentCommands {
  const config = { values: { SECRET_KEY: 'a secret of the test' } } as Config;
  return new IdempotentCommands(transactions, new IdempotencyStore(serving), new FakeClock(), config);
}

const aCommand = (): Command<{ id: string }> => ({
  userId,
  route: 'wallet/change',
  key: randomUUID(),
  body: { amount: '5' },
  reply: z.object({ id: z.string() }),
});

async function work(tx: Transaction): Promise<{ id: string }> {
  const rows: { id: string }[] = await tx.query(`insert into effect (what) values ('done') returning id`);
  return { id: rows[0]?.id as string };
}

async function effects(): Promise<number> {
  const rows: { count: number }[] = await source.query('select count(*)::integer as count from effect');
  return rows[0]?.count as number;
}

describe('a connection that breaks', () => {
  const broken = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

  /** A connection whose transactions are done, or not, before the answer is lost. */
  function losing(times: number, done: boolean): IdempotentCommands {
    let left = times;
    const transactions = new Transactions(serving);
    const run = transactions.run.bind(transactions);
    transactions.run = async (body) => {
      if (left-- <= 0) return run(body);
      if (done) await run(body);
      throw broken();
    };
    return theCommands(transactions);
  }

  it('after the commit is resolved by repeating: one effect, the true reply', async () => {
    const command = aCommand();
    const reply = await losing(2, true).run(command, work);
    expect(await effects()).toBe(1);
    expect(await commands.run(command, work)).toEqual(reply);
  });

  it('before the commit is resolved by repeating, too', async () => {
    await losing(2, false).run(aCommand(), work);
    expect(await effects()).toBe(1);
  });

  it('for good says what is known: nothing was done, or only a repetition can tell', async () => {
    const command = aCommand();
    await expect(losing(3, false).run(command, work)).rejects.toMatchObject({ code: 'request.unavailable' });
    await expect(losing(3, true).run(command, work)).rejects.toMatchObject({ code: 'request.outcome-unknown' });
    await commands.run(command, work);
    expect(await effects()).toBe(1);
  });
});

describe('a commit whose answer is lost', () => {
  /** Runs that end so, one after the other: before anything is sent, or after the work. */
  function ending(...ends: { error: Error; sent: boolean }[]): IdempotentCommands {
    const left = [...ends];
    const transactions = new Transactions(serving);
    const run = transactions.run.bind(transactions);
    transactions.run = async (body) => {
      const end = left.shift();
      if (!end) return run(body);
      // Rolled back: whether the commit came through is what nobody knows.
      if (end.sent) await serving.transaction(async (tx) => (await body(tx), Promise.reject(end.error))).catch(() => 0);
      throw end.error;
    };
    return theCommands(transactions);
  }
  const lost = { error: new Error('Connection terminated unexpectedly'), sent: true };
  const away = { error: new NoConnection('Postgres does not answer'), sent: false };
  const locked = {
    error: Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
    sent: false,
  };

  it.each([
    ['and then the server is away', [lost, away], 'request.outcome-unknown'],
    ['and then what it holds is locked', [lost, locked], 'request.outcome-unknown'],
    ['never, since the server was away before', [away], 'request.unavailable'],
    ['never, since what it wants is locked', [locked], 'request.unavailable'],
  ])('%s', async (_how, ends, code) => {
    const command = aCommand();
    await expect(ending(...ends).run(command, work)).rejects.toMatchObject({ code });
    expect(await effects()).toBe(0);
    await commands.run(command, work);
    expect(await effects()).toBe(1);
  });
});
