import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, decideBy, type TestDatabase } from '../../test/database.js';
import { aUserId } from '../../test/factories/ledger.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import type { Config } from '../config/config.js';
import type { Transaction } from '../database/transaction.js';
import { Transactions } from '../database/transactions.store.js';
import { Refusal } from '../http/refusal.js';
import { type AskedCommand, canonicalJson, claimOf, type Command, TEXT_REPLY } from './command-key.js';
import { ForgetCommandKeys } from './forget-command-keys.js';
import { IdempotencyStore } from './idempotency.store.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { IdempotentCommands } from './idempotent-commands.js';

/** The first test of a new schema makes the template. */
const DATABASE_LIMIT_MS = 60_000;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let clock: FakeClock;
let commands: IdempotentCommands;
let userId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 16).initialize();
  serving = await createDataSource(database.servingUrl, 16).initialize();
  await source.query('create table effect (id bigint generated always as identity, what text)');
  await source.query('grant select, insert on effect to gateway_app');
}, DATABASE_LIMIT_MS);

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

beforeEach(async () => {
  clock = new FakeClock();
  commands = theCommands(serving);
  userId = await aUserId(source);
  await source.query('truncate effect');
});

function theCommands(serving: DataSource): IdempotentCommands {
  const config = { values: { SECRET_KEY: 'a secret of the test' } } as Config;
  return new IdempotentCommands(new Transactions(serving), new IdempotencyStore(serving), clock, config);
}

const DONE = z.object({ id: z.string(), at: z.number() });

const aCommand = (values: Partial<Command> = {}): Command<z.infer<typeof DONE>> => ({
  userId,
  route: 'wallet/change',
  key: randomUUID(),
  body: { amount: '5', to: 'option' },
  ...values,
  reply: DONE,
});

/** Until a command stands in line behind another one's key. */
async function waitsForTheOther(): Promise<void> {
  for (;;) {
    const rows: unknown[] = await source.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}

async function work(tx: Transaction): Promise<{ id: string; at: number }> {
  const rows: { id: string }[] = await tx.query(`insert into effect (what) values ('done') returning id`);
  return { id: rows[0]?.id as string, at: clock.now() };
}

async function effects(): Promise<number> {
  const rows: { count: number }[] = await source.query('select count(*)::integer as count from effect');
  return rows[0]?.count as number;
}

describe('a process whose clock is wrong', () => {
  it('begins no command and says that it cannot now; afterwards the same command is done', async () => {
    const command = aCommand();
    clock.agrees = false;
    const refused = expect.objectContaining({ code: 'request.unavailable' });
    await expect(commands.run(command, work)).rejects.toEqual(refused);
    await expect(commands.call(command, (tx) => work(tx))).rejects.toEqual(refused);
    await expect(commands.runAfter(command, async () => undefined, work)).rejects.toEqual(refused);
    expect(await effects()).toBe(0);
    clock.agrees = true;
    await commands.run(command, work);
    expect(await effects()).toBe(1);
  });
});

describe('a command with a key', () => {
  it('is done once and answers the same bytes ever after', async () => {
    const command = aCommand();
    const first = JSON.stringify(await commands.run(command, work));
    clock.advance(20 * 3_600_000);
    for (let again = 0; again < 3; again += 1) {
      expect(JSON.stringify(await theCommands(serving).run(command, work))).toBe(first);
    }
    expect(await effects()).toBe(1);
  });

  it('is done once by 64 at the same time, on two processes', async () => {
    const second = await createDataSource(database.servingUrl, 16).initialize();
    try {
      const command = aCommand();
      const processes = [commands, theCommands(second)];
      const replies = await Promise.all(
        Array.from({ length: 64 }, (_, index) => (processes[index % 2] as IdempotentCommands).run(command, work)),
      );
      expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
      expect(await effects()).toBe(1);
    } finally {
      await second.destroy();
    }
  });

  it('knows the same body in another order, and refuses another body without an effect', async () => {
    const command = aCommand();
    await commands.run(command, work);
    await commands.run({ ...command, body: { to: 'option', amount: '5' } }, work);
    const other = commands.run({ ...command, body: { amount: '6', to: 'option' } }, work);
    await expect(other).rejects.toMatchObject({ code: 'request.key-reused' });
    expect(await effects()).toBe(1);
  });

  it('belongs to its user and its route', async () => {
    const command = aCommand();
    await commands.run(command, work);
    await commands.run({ ...command, userId: await aUserId(source) }, work);
    await commands.run({ ...command, route: 'wallet/out' }, work);
    expect(await effects()).toBe(3);
  });

  it('leaves nothing when it is refused or fails, so that it may be sent again', async () => {
    const command = aCommand();
    const failing = (error: Error) =>
      commands.run(command, async (tx) => {
        await work(tx);
        throw error;
      });
    await expect(failing(new Refusal('ledger.insufficient-balance'))).rejects.toThrow('ledger.insufficient-balance');
    await expect(failing(new Error('half-way'))).rejects.toThrow('half-way');
    expect(await effects()).toBe(0);
    await commands.run(command, work);
    expect(await effects()).toBe(1);
  });

  it('may answer nothing', async () => {
    const { reply: _, ...command } = aCommand();
    for (let round = 0; round < 2; round += 1) {
      expect(await commands.run(command, async (tx) => void (await work(tx)))).toBeUndefined();
    }
    expect(await effects()).toBe(1);
  });

  it.each([
    ['is no reply of it', `'{"id": 7, "at": "secret"}'`, 'id (invalid_type), at (invalid_type)'],
    ['lacks a part', `'{"id": "7"}'`, 'at (invalid_type)'],
    ['is no JSON', `'secret'`, 'it is no JSON'],
  ])('fails where what is stored as its reply %s, by the name of the column alone', async (_what, reply, fault) => {
    const command = aCommand();
    await commands.run(command, work);
    await source.query(`update idempotent_command set reply = ${reply} where user_id = $1`, [userId]);
    for (const again of [
      () => commands.run(command, work),
      () => commands.runAfter(command, async () => undefined, work),
      () => commands.replyOr(command, new Refusal('ledger.insufficient-balance')),
    ]) {
      await expect(again()).rejects.toEqual(new Error(`idempotent_command.reply is not what it has to be: ${fault}`));
    }
    expect(await effects()).toBe(1);
  });

  it('is kept for a day and forgotten after it', async () => {
    const command = aCommand();
    const forget = new ForgetCommandKeys(new IdempotencyStore(serving), clock);
    await commands.run(command, work);
    clock.advance(24 * 3_600_000 - 1);
    await forget.execute();
    await commands.run(command, work);
    expect(await effects()).toBe(1);
    clock.advance(2);
    await forget.execute();
    await commands.run(command, work);
    expect(await effects()).toBe(2);
  });
});

describe('a command without a key', () => {
  it('is one within three seconds of the first, and another after them', async () => {
    const command = aCommand({ key: null });
    await commands.run(command, work);
    for (const later of [1000, 1999]) {
      clock.advance(later);
      await commands.run(command, work);
    }
    expect(await effects()).toBe(1);
    clock.advance(1);
    await Promise.all(Array.from({ length: 8 }, () => commands.run(command, work)));
    expect(await effects()).toBe(2);
  });

  it('is the first one still when that took longer than three seconds', async () => {
    const command = aCommand({ key: null });
    let finish = () => {};
    let slow: Promise<unknown> = Promise.resolve();
    const begun = new Promise<void>((begins) => {
      slow = commands.run(command, async (tx) => {
        begins();
        await new Promise<void>((ends) => (finish = ends));
        return work(tx);
      });
    });
    await begun;
    clock.advance(3100);
    const second = commands.run(command, work);
    await waitsForTheOther();
    finish();
    expect(await second).toEqual(await slow);
    expect(await effects()).toBe(1);
  });

  it('is the first one still when that had to wait for its turn', async () => {
    const command = aCommand({ key: null });
    const claim = claimOf(command, 'a secret of the test', clock.now());
    const take = (at: number) => {
      const given = Object.values(claim.given).with(4, new Date(at));
      return source.query(`select claimed from idempotency_claim($1, $2, $3, $4, $5, $6, 'null')`, given);
    };
    await decideBy('own', (text) => source.query(text));
    const now = Date.now();
    try {
      // Asked for four seconds ago; its turn has come only now.
      expect(await take(now - 4000)).toEqual([{ claimed: true }]);
      expect(await take(now)).toEqual([{ claimed: false }]);
    } finally {
      await decideBy('callers', (text) => source.query(text));
    }
  });

  it('is another one with another body', async () => {
    await commands.run(aCommand({ key: null }), work);
    await commands.run(aCommand({ key: null, body: { amount: '6' } }), work);
    expect(await effects()).toBe(2);
  });
});

describe('a command that is one statement', () => {
  beforeAll(async () => {
    await source.query(`
      create function test_effect(p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz,
        p_window integer, p_reply text) returns text language plpgsql
        security definer set search_path = public, pg_temp as $$
      declare
        claim record;
      begin
        select * into claim from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window, p_reply);
        if claim.claimed then
          insert into effect (what) values ('done');
        end if;
        return claim.reply;
      end $$`);
  });

  const call = (command: AskedCommand, reply: unknown) =>
    commands.call<unknown>({ ...command, reply: z.unknown() }, async (tx, { given }) => {
      const rows: { reply: string }[] = await tx.query('select test_effect($1, $2, $3, $4, $5, $6, $7) as reply', [
        ...Object.values(given),
        JSON.stringify(reply),
      ]);
      return JSON.parse(rows[0]?.reply ?? '') as unknown;
    });

  it('is done once and answers what it answered first', async () => {
    const command = aCommand();
    const replies = await Promise.all(Array.from({ length: 32 }, (_, index) => call(command, { reply: index })));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await effects()).toBe(1);
    await expect(call({ ...command, body: null }, 'x')).rejects.toMatchObject({ code: 'request.key-reused' });
  });
});

describe('a passing failure', () => {
  it.each([
    ['40001', 11],
    ['40P01', 3],
    ['55P03', 3],
  ])('%s is tried again, %d times at most', async (state, most) => {
    const failing = (times: number) => {
      let left = times;
      return commands.run({ ...aCommand(), reply: TEXT_REPLY }, async (tx) => {
        await work(tx);
        if (left-- > 0) throw Object.assign(new Error('again'), { code: state });
        return 'done';
      });
    };
    expect(await failing(most)).toBe('done');
    await expect(failing(most + 1)).rejects.toThrow();
    expect(await effects()).toBe(1);
  });
});

describe('keys', () => {
  it('are read from the header', () => {
    expect(readIdempotencyKey(undefined)).toBeNull();
    expect(readIdempotencyKey('')).toBeNull();
    const key = randomUUID();
    expect(readIdempotencyKey(key)).toBe(key);
    for (const bad of ['short', 'with blank in it', 'x'.repeat(65), 'colon:colon:colon', ['12345678', '12345678']]) {
      expect(() => readIdempotencyKey(bad)).toThrow('request.invalid');
    }
  });

  it('hang on the meaning of a body and not on its order', () => {
    expect(canonicalJson({ b: [1, { d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[1,{"c":2,"d":1}]}');
    expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }));
  });

  it('and bodies are not stored: only a keyed digest is', async () => {
    await commands.run(aCommand({ body: { password: '493827' } }), work);
    const rows = await source.query('select row_to_json(c)::text as row from idempotent_command c where user_id = $1', [
      userId,
    ]);
    expect(rows[0].row).not.toContain('493827');
  });
});
