import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { type Actor, COMMAND_LINE } from './actor.js';
import { AuditLog } from './audit-log.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { AuditHistoryStore } from './audit-history.store.js';
import { AuditStore } from './audit.store.js';
import { ListAudit } from './list-audit.js';
import { SealAudit } from './seal-audit.js';

const ACTOR: Actor = { ...COMMAND_LINE, operatorId: '7', sessionId: '9', address: '192.0.2.1', request: 'r-1' };

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let log: AuditLog;
let seal: SealAudit;
let list: ListAudit;
let transactions: Transactions;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 5).initialize();
  serving = await createDataSource(database.servingUrl, 5).initialize();
  const clock = new FakeClock();
  const store = new AuditStore(serving);
  transactions = new Transactions(serving);
  log = new AuditLog(store, transactions, clock);
  seal = new SealAudit(store, clock);
  list = new ListAudit(store, new AuditHistoryStore(new ReadSource(serving)));
});

afterAll(async () => {
  await serving.destroy();
  await source?.destroy();
  await database?.drop();
});

const act = (count: number, action = 'deposit.approve') =>
  transactions.run(async (tx) => {
    for (let index = 1; index <= count; index += 1) {
      const detail = { amount: '12.5', quote: '"|,' };
      await log.record(tx, ACTOR, { action, subject: 'deposit', subjectId: String(index), userId: '5', detail });
    }
  });

const breaks = (): Promise<{ seal: string | null; fault: string }[]> => source.query('select * from audit_breaks()');

/** Somebody with all rights, who knows how to switch the guards off and on again. */
async function tamper(statement: string): Promise<void> {
  const tables = ['audit_entry', 'audit_seal'];
  for (const table of tables) await source.query(`alter table ${table} disable trigger user`);
  try {
    await source.query(statement);
  } finally {
    for (const table of tables) await source.query(`alter table ${table} enable always trigger ${table}_append_only`);
    for (const table of tables)
      await source.query(`alter table ${table} enable always trigger ${table}_refuse_truncate`);
  }
}

it('is sealed in batches that hang together', async () => {
  expect(await seal.execute()).toBe(0);
  await act(3);
  expect(await seal.execute()).toBe(1);
  await act(2);
  expect(await list.execute({ limit: '1' })).toMatchObject({ total: 5, list: [{ sealed: false, operatorId: '7' }] });
  expect(await seal.execute()).toBe(1);
  expect(await seal.execute()).toBe(0);
  expect(await breaks()).toEqual([]);
  expect(await list.head()).toMatchObject({ id: '2', last: '5', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await list.execute({ limit: '1' })).toMatchObject({ list: [{ sealed: true }] });
});

it.each([
  [
    'an entry changed',
    `update audit_entry set detail = '{"amount":"12.6"}' where id = 2`,
    `update audit_entry set detail = '{"amount":"12.5","quote":"\\"|,"}' where id = 2`,
  ],
  [
    'an instant moved',
    `update audit_entry set at = at + interval '1 microsecond' where id = 4`,
    `update audit_entry set at = at - interval '1 microsecond' where id = 4`,
  ],
  [
    'an actor changed',
    `update audit_entry set operator_id = 8 where id = 5`,
    `update audit_entry set operator_id = 7 where id = 5`,
  ],
])('%s is found', async (_what, harm, repair) => {
  await tamper(harm);
  expect(await breaks()).toHaveLength(1);
  await tamper(repair);
  expect(await breaks()).toEqual([]);
});

it('an entry that was taken out, put in or moved before the first is found, and a seal made anew', async () => {
  await source.query('create table moved as select * from audit_entry where id = 1');
  await source.query('update moved set id = 0');
  await tamper('create table kept as select * from audit_entry where id = 4; delete from audit_entry where id = 4');
  expect(await breaks()).toMatchObject([{ seal: '2', fault: 'its entries are not what was sealed' }]);
  await tamper('insert into audit_entry overriding system value select * from kept');
  expect(await breaks()).toEqual([]);

  await tamper('insert into audit_entry overriding system value select * from moved');
  expect(await breaks()).toMatchObject([{ seal: null, first_entry: '0' }]);
  await tamper('delete from audit_entry where id = 0');

  await tamper(`update audit_seal set hash = sha256('x') where id = 1`);
  expect((await breaks()).map(({ seal: id }) => id)).toEqual(['1', '2']);
  await tamper(`create table hashes as select * from audit_seal where id = 2;
    update audit_seal set hash = (select previous_hash from hashes) where id = 1`);
  expect(await breaks()).toEqual([]);

  await tamper(`create table seals as select * from audit_seal where id = 1; delete from audit_seal where id = 1`);
  expect(await breaks()).toMatchObject([{ seal: '2' }]);
  await tamper('insert into audit_seal select * from seals');
  expect(await breaks()).toEqual([]);
});

it('nobody can change it, the owner of the tables included, and a guard that is off is a break', async () => {
  for (const statement of [
    `update audit_entry set operator = 'x'`,
    'delete from audit_entry',
    'truncate audit_entry',
    `update audit_seal set sealed_at = now()`,
    'delete from audit_seal',
    'truncate audit_seal',
  ]) {
    await expect(source.query(statement)).rejects.toThrow(/is written once/);
  }
  await source.query('alter table audit_entry disable trigger audit_entry_append_only');
  expect(await breaks()).toMatchObject([
    { seal: null, fault: 'the guard of audit_entry against a rewrite is missing or off' },
  ]);
  await source.query('alter table audit_entry enable always trigger audit_entry_append_only');
});

it('the role of the product may add and read, nothing else', async () => {
  const may = (table: string, right: string): Promise<{ may: boolean }[]> =>
    source.query(`select has_table_privilege('gateway_app', $1, $2) as may`, [table, right]);
  for (const table of ['audit_entry', 'audit_seal']) {
    expect(await may(table, 'insert')).toEqual([{ may: true }]);
    for (const right of ['update', 'delete', 'truncate']) expect(await may(table, right)).toEqual([{ may: false }]);
  }
});

it('waits for a transaction that began to write before', async () => {
  let finish = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = transactions.run(async (tx) => {
    await log.record(tx, ACTOR, { action: 'user.view', subject: 'user' });
    await held;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await act(1);
  const sealing = seal.execute();
  finish();
  await slow;
  await sealing;
  await seal.execute();
  expect(await breaks()).toEqual([]);
  expect((await list.execute({})).list.every(({ sealed }) => sealed)).toBe(true);
});

it('waits for an older entry of a younger transaction, though an older transaction ended last', async () => {
  await seal.execute();
  const [older, younger] = [source.createQueryRunner(), source.createQueryRunner()];
  for (const runner of [older, younger]) {
    await runner.startTransaction();
    await runner.query('select pg_current_xact_id()');
  }
  for (const runner of [younger, older]) {
    await log.record(runner.manager, ACTOR, { action: 'user.view', subject: 'user' });
  }
  await older.commitTransaction();
  const sealing = seal.execute();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await younger.commitTransaction();
  for (const runner of [older, younger]) await runner.release();
  await sealing;
  expect(await breaks()).toEqual([]);
  expect((await list.execute({})).list.every(({ sealed }) => sealed)).toBe(true);
});

it('lists by operator, beginning of the action, subject, user and time', async () => {
  await act(2, 'withdrawal.pay');
  const count = async (request: object) => (await list.execute(request)).total;
  expect(await count({ action: 'withdrawal' })).toBe(2);
  expect(await count({ action: 'with' })).toBe(0);
  expect(await count({ action: 'withdrawal', subject: 'deposit', subjectId: '2', user: '5', operator: '7' })).toBe(1);
  expect(await count({ operator: '8' })).toBe(0);
  expect(await count({ from: '999999999999999' })).toBe(0);
  expect(await count({ to: '1' })).toBe(0);
});
