import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { aUserId } from '../../test/factories/ledger.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import type { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import { Transactions } from '../database/transactions.store.js';
import { Refusal } from '../http/refusal.js';
import { answerRepetition } from '../http/repeated-command.js';
import { type Command, TEXT_REPLY } from './command-key.js';
import { IdempotencyStore } from './idempotency.store.js';
import { IdempotentCommands } from './idempotent-commands.js';

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let commands: IdempotentCommands;
let command: Command<string>;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 16).initialize();
  serving = await createDataSource(database.servingUrl, 16).initialize();
  await source.query('create table effect (what text)');
  await source.query('grant select, insert on effect to gateway_app');
  await source.query(`
    create function test_effect(p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz,
      p_window integer) returns text language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      claim record;
    begin
      select * into claim from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window, '"done"');
      if claim.claimed then
        insert into effect (what) values ('done');
      end if;
      return claim.reply;
    end $$`);
}, 60_000);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

function commandsUnder(SECRET_KEY: string, FORMER_SECRET_KEYS: string[] = []): IdempotentCommands {
  const config = { values: { SECRET_KEY, FORMER_SECRET_KEYS } } as unknown as Config;
  return new IdempotentCommands(new Transactions(serving), new IdempotencyStore(serving), new FakeClock(), config);
}

beforeEach(async () => {
  commands = commandsUnder('a secret of the test');
  key = randomUUID();
  command = { userId: await aUserId(source), route: 'wallet/change', key, body: { amount: '5' }, reply: TEXT_REPLY };
  await source.query('truncate effect');
});

const refusal = () => new Refusal('ledger.insufficient-balance');
const done = async (tx: Transaction): Promise<string> => {
  await tx.query(`insert into effect (what) values ('done')`);
  return 'done';
};
const refused = (): Promise<string> => Promise.reject(refusal());
const effects = async () => (await source.query('select from effect')).length as number;

/** The ways in which use cases are carried out; each with the work given, or refused before it. */
type Way = (work: (tx: Transaction) => Promise<string>) => Promise<string>;
const called: Way = (work) =>
  commands.call(command, async (tx, { given }) => {
    if (work === refused) throw refusal();
    const values = Object.values(given);
    const rows: { reply: string }[] = await tx.query('select test_effect($1, $2, $3, $4, $5, $6) as reply', values);
    return JSON.parse(rows[0]?.reply ?? '') as string;
  });
const WAYS: [string, Way][] = [
  ['a transaction', (work) => commands.run(command, work)],
  ['one statement', called],
  [
    'a transaction behind checks',
    (work) => commands.runAfter(command, async () => void (work === refused && (await refused())), done),
  ],
  [
    'a draft that is refused before it',
    (work) => (work === refused ? commands.replyOr(command, refusal()) : commands.run(command, work)),
  ],
];

/** Does it as a repetition: what it answered or threw, and whether the caller was told that the key is closed. */
async function again(way: Way, work: (tx: Transaction) => Promise<string>) {
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  const outcome = await answerRepetition({ key, close }, () =>
    way(work).catch((error: unknown) => (error as Refusal).code),
  );
  return { outcome, isClosed };
}

it('closes a key for the tries of its body under each key of digests, while those change', async () => {
  // One that looked for keys of the other before the repetition came.
  const before = commandsUnder('a secret of the test');
  commands = commandsUnder('the next secret', ['a secret of the test']);
  expect((await again(called, refused)).isClosed).toBe(true);
  await expect(before.run(command, done)).rejects.toMatchObject({ code: 'request.refused-before' });
  expect((await again(called, refused)).isClosed).toBe(true);
  // And those who know both in the other order.
  commands = commandsUnder('a secret of the test', ['the next secret']);
  expect((await again(called, refused)).isClosed).toBe(true);
  expect(await effects()).toBe(0);
  expect(await before.run({ ...command, body: { amount: '6' } }, done)).toBe('done');
  expect(await effects()).toBe(1);
});

describe.each(WAYS)('a repetition that is refused, of %s', (_name, way) => {
  it('closes its key: a first try that comes later does nothing', async () => {
    expect(await again(way, refused)).toEqual({ outcome: 'ledger.insufficient-balance', isClosed: true });
    await expect(way(done)).rejects.toMatchObject({ code: 'request.refused-before' });
    expect(await effects()).toBe(0);
  });

  it('says so again to who had no answer to that either', async () => {
    await again(way, refused);
    const { outcome, isClosed } = await again(way, done);
    expect([outcome, isClosed]).toEqual(['request.refused-before', true]);
    expect((await again(way, refused)).isClosed).toBe(true);
    expect(await effects()).toBe(0);
  });

  it('closes it for its body alone: another one is done, and the first is still refused', async () => {
    const [closed, other] = [command, { ...command, body: { amount: '6' } }];
    await again(way, refused);
    command = other;
    expect(await way(done)).toBe('done');
    command = closed;
    await expect(way(done)).rejects.toMatchObject({ code: 'request.key-reused' });
    expect(await effects()).toBe(1);
  });

  it('answers what the first try replied, where that was done', async () => {
    await way(done);
    expect(await again(way, refused)).toEqual({ outcome: 'done', isClosed: false });
    expect(await effects()).toBe(1);
  });

  it('leaves the key of a first try that is refused: the same may be sent again', async () => {
    await expect(way(refused)).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    expect(await way(done)).toBe('done');
    expect(await effects()).toBe(1);
  });
});

it('waits for a first try that runs, and answers its reply', async () => {
  let begun: () => void = () => {};
  let goOn: () => void = () => {};
  const [isRunning, mayEnd] = [
    new Promise<void>((resolve) => (begun = resolve)),
    new Promise<void>((resolve) => (goOn = resolve)),
  ];
  const first = commands.run(command, async (tx) => {
    begun();
    await mayEnd;
    return done(tx);
  });
  await isRunning;
  // Refused by what it looks at before its statement, while the first is about to succeed.
  const repeated = again(called, refused);
  await waitsForAnother();
  goOn();
  expect(await first).toBe('done');
  expect(await repeated).toEqual({ outcome: 'done', isClosed: false });
  expect(await effects()).toBe(1);
});

it.each(['request.unavailable', 'request.outcome-unknown'] as const)('closes nothing after %s', async (code) => {
  const unsettled = () => Promise.reject(new Refusal(code));
  expect(await again((work) => commands.run(command, work), unsettled)).toEqual({ outcome: code, isClosed: false });
  expect(await commands.run(command, done)).toBe('done');
});

it('closes nothing for a client without keys: its next press is another command', async () => {
  command = { ...command, key: null };
  expect(await again((work) => commands.run(command, work), refused)).toMatchObject({ isClosed: false });
  expect(await commands.run(command, done)).toBe('done');
});

it('closes nothing of the other commands that a call carries out under keys of its own', async () => {
  command = { ...command, key: `${key}-line-2` };
  expect(await again((work) => commands.run(command, work), refused)).toMatchObject({ isClosed: false });
  expect(await commands.run(command, done)).toBe('done');
});

describe('a first try whose connection broke while it was at it, and which is refused when it is run again', () => {
  const broken = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

  /** Its first run ends as given; the second is refused by what it looks at before its statement. */
  function losing(firstRun: () => Promise<unknown>): Promise<string> {
    let runs = 0;
    return commands.call<string>(command, async () => {
      runs += 1;
      if (runs > 1) throw refusal();
      await firstRun();
      throw broken();
    });
  }

  it('answers what it did', async () => {
    expect(await losing(() => called(done))).toBe('done');
    expect(await effects()).toBe(1);
  });

  it('is refused once nothing can come of it any more', async () => {
    await expect(losing(async () => undefined)).rejects.toMatchObject({ code: 'ledger.insufficient-balance' });
    await expect(called(done)).rejects.toMatchObject({ code: 'request.refused-before' });
    expect(await effects()).toBe(0);
  });

  it('waits for what still runs on the server', async () => {
    let running: Promise<string> | undefined;
    let goOn: () => void = () => {};
    const mayEnd = new Promise<void>((resolve) => (goOn = resolve));
    const lost = losing(
      () =>
        new Promise<void>((begins) => {
          running = commands.run(command, async (tx) => {
            begins();
            await mayEnd;
            return done(tx);
          });
        }),
    );
    await waitsForAnother();
    goOn();
    expect([await lost, await running]).toEqual(['done', 'done']);
    expect(await effects()).toBe(1);
  });

  it('is unknown where its key cannot be closed', async () => {
    await source.query('alter function idempotency_close rename to idempotency_close_away');
    try {
      await expect(losing(async () => undefined)).rejects.toMatchObject({ code: 'request.outcome-unknown' });
    } finally {
      await source.query('alter function idempotency_close_away rename to idempotency_close');
    }
  });

  it('is unknown for a client without keys', async () => {
    command = { ...command, key: null };
    await expect(losing(async () => undefined)).rejects.toMatchObject({ code: 'request.outcome-unknown' });
  });
});

it('says nothing of a key that could not be closed', async () => {
  await source.query('alter function idempotency_close rename to idempotency_close_away');
  try {
    const way: Way = (work) => commands.run(command, work);
    expect(await again(way, refused)).toEqual({ outcome: 'ledger.insufficient-balance', isClosed: false });
  } finally {
    await source.query('alter function idempotency_close_away rename to idempotency_close');
  }
});

/** Until somebody waits for another one's key. */
async function waitsForAnother(): Promise<void> {
  for (;;) {
    const rows: unknown[] = await source.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
