import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { OwnSchema } from './own-schema.store.js';

let database: TestDatabase;
let owner: DataSource;
/** As each role reads it. */
let source: DataSource;

beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  database = await createTestDatabase();
  owner = await createDataSource(database.url, 1, false).initialize();
  source = await createDataSource(database.feedUrl, 1).initialize();
});
afterEach(async () => {
  await owner?.destroy();
  await source?.destroy();
  await database?.drop();
});

const turnOver = () => owner.query(`update stored_function set sha256 = reverse(sha256) where name = 'ledger_post'`);
const schemaAtStart = async () => {
  const schema = new OwnSchema(source);
  await schema.onModuleInit();
  return schema;
};

it('is met at once where everything is there', async () => {
  const schema = await schemaAtStart();
  const begin = jest.fn();
  schema.onceMet(begin);
  expect([schema.isMet, begin.mock.calls.length]).toEqual([true, 1]);
});

it('says whether a superuser owns the tables, and is met all the same', async () => {
  const schema = await schemaAtStart();
  expect(await schema.look()).toMatchObject({ owner: 'no superuser' });
  await owner.query('alter table migrations owner to current_user');
  expect(await schema.look()).toMatchObject({ owner: 'superuser' });
  expect(schema.isMet).toBe(true);
});

it('is met when the functions have become its own, and stays met beside newer ones', async () => {
  await turnOver();
  const schema = await schemaAtStart();
  const begun = new Promise<void>((begin) => schema.onceMet(begin));
  expect(schema.isMet).toBe(false);
  expect(await schema.look()).toMatchObject({ functions: 'of another version' });
  await turnOver();
  // It looks by itself.
  await begun;
  expect(schema.isMet).toBe(true);
  await turnOver();
  expect(await schema.look()).toMatchObject({ functions: 'of another version' });
  expect(schema.isMet).toBe(true);
  schema.onModuleDestroy();
});

it('is not met while a migration is missing, although the functions are its own', async () => {
  const [last] = await owner
    .query('delete from migrations where id = (select max(id) from migrations) returning *')
    .then(([rows]: [{ timestamp: string; name: string }[]]) => rows);
  const schema = await schemaAtStart();
  const { migrationsApplied, migrationsKnown, functions } = await schema.look();
  expect([migrationsKnown - migrationsApplied, functions, schema.isMet]).toEqual([1, 'own', false]);
  await owner.query('insert into migrations (timestamp, name) values ($1, $2)', [last?.timestamp, last?.name]);
  await new Promise<void>((begin) => schema.onceMet(begin));
  expect(schema.isMet).toBe(true);
});

it('is not met, and stops no start, where nothing was ever migrated', async () => {
  await owner.query('alter table migrations rename to migrations_away');
  const schema = await schemaAtStart();
  expect(schema.isMet).toBe(false);
  await owner.query('alter table migrations_away rename to migrations');
  await new Promise<void>((begin) => schema.onceMet(begin));
});

it('calls nobody back whose process has ended', async () => {
  await turnOver();
  const schema = await schemaAtStart();
  const begin = jest.fn();
  schema.onceMet(begin);
  schema.onModuleDestroy();
  await turnOver();
  await schema.look();
  expect(begin).not.toHaveBeenCalled();
});

it('begins all the work that waits although some of it cannot begin, and ends the process as a failed start does', async () => {
  await turnOver();
  const schema = await schemaAtStart();
  const ended = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const said = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  try {
    const [first, last] = [jest.fn(), jest.fn()];
    const failing = (text: string) => () => {
      throw new Error(text);
    };
    for (const begin of [first, failing('no job has this name'), failing('no such queue'), last]) schema.onceMet(begin);
    await turnOver();
    await schema.look();
    expect([first.mock.calls.length, last.mock.calls.length]).toEqual([1, 1]);
    expect(said.mock.calls.map(([error]) => (error as Error).cause)).toEqual([
      new Error('no job has this name'),
      new Error('no such queue'),
    ]);
    expect(ended.mock.calls).toEqual([[1]]);
  } finally {
    ended.mockRestore();
    said.mockRestore();
    schema.onModuleDestroy();
  }
});

it('ends no process where all the work began', async () => {
  await turnOver();
  const schema = await schemaAtStart();
  const ended = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  try {
    schema.onceMet(() => undefined);
    await turnOver();
    await schema.look();
    expect([schema.isMet, ended.mock.calls]).toEqual([true, []]);
  } finally {
    ended.mockRestore();
    schema.onModuleDestroy();
  }
});
