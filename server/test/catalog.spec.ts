import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { catalogOf } from './catalog.js';
import { createTestDatabase, type TestDatabase } from './database.js';

let database: TestDatabase;
let source: DataSource;
let before: string[];
beforeAll(async () => {
  database = await createTestDatabase('own');
  source = await createDataSource(database.url, 2, false).initialize();
  await source.query(
    `create function noticed() returns int language sql return 1;
     create function noticed_event() returns event_trigger language plpgsql as 'begin end';
     create domain a_domain as int; create type a_kind as enum ('one', 'two'); create type a_range as range (subtype = int);
     create table a_table (id int, text text); create table a_parent (id int); create view a_view as select id from a_table;
     create sequence a_sequence; create table a_partitioned (id int, constraint a_check check (id > 0));
     create index an_index on a_table (id);
     create trigger a_trigger before update on a_table for each row execute function suppress_redundant_updates_trigger()`,
  );
  before = await catalogOf(source);
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

it.each([
  ['the owner of a table', 'alter table a_table owner to pg_monitor'],
  ['the owner of a sequence', 'alter sequence a_sequence owner to pg_monitor'],
  ['the owner of a function', 'alter function noticed() owner to pg_monitor'],
  ['the owner of a type', 'alter type a_kind owner to pg_monitor'],
  ['the owner of the schema', 'alter schema public owner to pg_monitor'],
  ['a grant on a table', 'grant select on a_table to pg_monitor'],
  ['a grant on a column', 'grant select (id) on a_table to pg_monitor'],
  ['a grant on a function', 'revoke execute on function noticed() from public'],
  ['a grant on a type', 'revoke usage on domain a_domain from public'],
  ['a grant on the schema', 'grant create on schema public to pg_monitor'],
  ['a grant on a language', 'revoke usage on language plpgsql from public'],
  ['a default grant', 'alter default privileges in schema public grant select on tables to pg_monitor'],
  ['a policy', 'create policy a_policy on a_table for select using (id > 0)'],
  ['security of rows', 'alter table a_table enable row level security'],
  ['security of rows for owners', 'alter table a_table force row level security'],
  ['an event trigger', 'create event trigger an_event on ddl_command_end execute function noticed_event()'],
  ['a cast', 'create cast (a_kind as text) with inout as implicit'],
  ['an operator', 'create operator === (leftarg = int, rightarg = int, function = int4eq)'],
  ['an aggregate', 'create aggregate a_sum (int) (sfunc = int4pl, stype = int)'],
  ['a collation', `create collation a_collation (provider = builtin, locale = 'C')`],
  ['a schema', 'create schema another'],
  ['a publication', 'create publication a_publication for table a_table'],
  ['statistics over columns', 'create statistics some_statistics on id, text from a_table'],
  ['a rule', 'create rule a_rule as on delete to a_table do instead nothing'],
  ['a comment on a table', `comment on table a_table is 'said'`],
  ['a comment on a column', `comment on column a_table.id is 'said'`],
  ['a comment on a function', `comment on function noticed() is 'said'`],
  ['a comment on an index', `comment on index an_index is 'said'`],
  ['a comment on a constraint', `comment on constraint a_check on a_partitioned is 'said'`],
  ['a comment on a trigger', `comment on trigger a_trigger on a_table is 'said'`],
  ['a comment on a type', `comment on type a_kind is 'said'`],
  ['a comment on a domain', `comment on domain a_domain is 'said'`],
  ['a comment on an extension', `comment on extension plpgsql is 'said'`],
  ['storage parameters', 'alter table a_table set (fillfactor = 70)'],
  ['storage parameters of an index', 'alter index an_index set (fillfactor = 70)'],
  ['the compression of a column', 'alter table a_table alter text set compression pglz'],
  ['the storage of a column', 'alter table a_table alter text set storage external'],
  ['the statistics of a column', 'alter table a_table alter id set statistics 7'],
  ['options of a column', 'alter table a_table alter id set (n_distinct = 7)'],
  ['whom a sequence belongs to', 'alter sequence a_sequence owned by a_table.id'],
  ['how much of a sequence is drawn at once', 'alter sequence a_sequence cache 7'],
  ['a parent', 'alter table a_table inherit a_parent'],
  ['what a view shows', 'create or replace view a_view as select id + 1 as id from a_table'],
  ['a value of an enumeration', `alter type a_kind add value 'three'`],
  ['a type of ranges', 'create type another_range as range (subtype = bigint)'],
  ['the identity of replicated rows', 'alter table a_table replica identity full'],
  ['a trigger that is switched off', 'alter table a_table disable trigger a_trigger'],
  [
    'a constraint that holds nobody',
    'alter table a_table add constraint a_late foreign key (id) references a_table (id) not enforced',
  ],
])('%s is noticed', async (_what, change) => {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  try {
    if (change.includes('foreign key')) await runner.query('alter table a_table add unique (id)');
    const unchanged = change.includes('foreign key') ? await catalogOf(runner) : before;
    await runner.query(change);
    expect(await catalogOf(runner)).not.toEqual(unchanged);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
});

it('an extension is listed, and what comes with one is not', async () => {
  expect(before.filter((line) => line.startsWith('extension '))).toEqual([
    expect.stringContaining('extension plpgsql: '),
  ]);
  expect(before.filter((line) => /^(cast|operator|collation|event trigger|foreign server) /.test(line))).toEqual([]);
});
