import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { FakeRecorder } from '../../test/fakes/fake-recorder.js';
import { writePlace } from '../tracing/trace-place.js';
import { recordWith, runAs, Work } from '../tracing/work.js';
import { callForRow, callForRows, callFunction } from './call-function.js';

declare module './call-function.js' {
  interface ValueFunctions {
    test_doubled: { given: { amounts: (string | null)[] | null }; answer: (string | null)[] };
    test_joined: { given: { firstWord: string | null; at: Date | null }; answer: string };
    test_seen_by: { given: Record<string, never>; answer: string };
    test_refused: { given: Record<string, never>; answer: string };
    test_refused_holding: { given: Record<string, never>; answer: string };
    test_ended: { given: Record<string, never>; answer: boolean };
    test_trace: { given: Record<string, never>; answer: string | null };
  }

  interface RowFunctions {
    test_halves: { given: { amount: string | null }; answer: { lowerHalf: string; bothHalves: string[] } };
    test_trace_of: { given: { word: string }; answer: { said: string; trace: string | null } };
  }

  interface ListFunctions {
    test_pieces: { given: { most: number | null }; answer: { pieceNumber: number; rest: string } };
  }
}

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 2).initialize();
  await source.query('create table test_held (one integer)');
  for (const text of [
    `test_doubled(p_amounts numeric[]) returns numeric[]
       language sql as $$ select coalesce(array_agg(one * 2), '{}') from unnest(p_amounts) one $$`,
    `test_joined(p_at timestamptz, p_first_word text) returns text
       language sql as $$ select concat(p_first_word, ' ', extract(epoch from p_at)::integer) $$`,
    `test_seen_by() returns text language sql as $$ select current_setting('application_name') $$`,
    `test_refused() returns text language plpgsql as $$ begin raise exception 'no' using errcode = 'LG001'; end $$`,
    `test_refused_holding() returns text language plpgsql as $$ begin
       insert into test_held select one from generate_series(1, 100) one;
       perform pg_advisory_xact_lock(one) from generate_series(1, 3000) one;
       raise exception 'no' using errcode = 'LG001'; end $$`,
    `test_trace() returns text language sql as $$ select nullif(current_setting('trading.trace', true), '') $$`,
    `test_trace_of(p_word text) returns table (said text, trace text)
       language sql as $$ select p_word, test_trace() $$`,
    `test_pieces(p_most integer) returns table (piece_number integer, rest numeric)
       language sql as $$ select one, p_most - one from generate_series(p_most, 1, -1) one $$`,
    `test_ended() returns boolean language sql as $$ select pg_terminate_backend(pg_backend_pid()) $$`,
    `test_halves(p_amount numeric, out lower_half numeric, out both_halves numeric[])
       language sql as $$ select p_amount / 2, array[p_amount / 2, p_amount - p_amount / 2] $$`,
  ])
    await source.query(`create function ${text}`);
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** More digits than a float has. */
const LONG = '12345678901234567890.123456789012345678';
const LONG_TWICE = '24691357802469135780.246913578024691356';

describe('a call of a stored function', () => {
  it('keeps every digit of a list of decimals, whoever asks', async () => {
    const amounts = [LONG, null, '-0.000000000000000001'];
    const doubled = [LONG_TWICE, null, '-0.000000000000000002'];
    expect(await callFunction(source.manager, 'test_doubled', { amounts })).toEqual(doubled);
    expect(await callFunction(source.manager, 'test_doubled', { amounts: [] })).toEqual([]);
    const [row] = await source.query('select test_doubled($1) as answer', [amounts]);
    expect(row.answer).toEqual(doubled);
    const half = '6172839450617283945.061728394506172839';
    expect(await callForRow(source.manager, 'test_halves', { amount: LONG })).toEqual({
      lowerHalf: expect.stringContaining(half),
      bothHalves: [expect.stringContaining(half), expect.stringContaining(half)],
    });
  });

  it('goes by the names of the arguments, in whatever order they are given', async () => {
    const at = new Date(7000);
    expect(await callFunction(source.manager, 'test_joined', { firstWord: 'at', at })).toBe('at 7');
    expect(await callFunction(source.manager, 'test_joined', { at, firstWord: 'At' })).toBe('At 7');
  });

  it('that is recorded tells what it calls of its place, and what comes after it of none', async () => {
    const recorder = new FakeRecorder();
    recordWith(recorder);
    const recorded = <Answer>(act: () => Promise<Answer>) => {
      const span = recorder.open({ name: 'whole', kind: 'internal' }, null);
      return runAs(new Work(span), act);
    };
    const placeOfLast = () => writePlace(recorder.spans.at(-1)!.place);
    expect(await recorded(() => callFunction(source.manager, 'test_trace', {}))).toBe(placeOfLast());
    const row = await recorded(() => callForRow(source.manager, 'test_trace_of', { word: 'a word' }));
    expect(row).toEqual({ said: 'a word', trace: placeOfLast() });
    expect(recorder.spans.at(-1)).toMatchObject({
      name: 'call:test_trace_of',
      said: { 'db.response.returned_rows': 1 },
      hasFailed: false,
    });
    await expect(recorded(() => callFunction(source.manager, 'test_refused', {}))).rejects.toThrow('no');
    expect(recorder.spans.at(-1)).toMatchObject({ said: { 'db.response.status_code': 'LG001' }, hasFailed: true });
    recordWith(null);
    // On the very connections that have known a place.
    for (let turn = 0; turn < 4; turn += 1) expect(await callFunction(source.manager, 'test_trace', {})).toBeNull();
    expect(await callForRow(source.manager, 'test_trace_of', { word: 'a word' })).toEqual({
      said: 'a word',
      trace: null,
    });
  });

  it('answers a list of rows in the order of the function, and none where there are none', async () => {
    const rows = () => callForRows(source.manager, 'test_pieces', { most: 3 });
    const expected = [
      { pieceNumber: 3, rest: '0' },
      { pieceNumber: 2, rest: '1' },
      { pieceNumber: 1, rest: '2' },
    ];
    expect(await rows()).toEqual(expected);
    expect(await callForRows(source.manager, 'test_pieces', { most: 0 })).toEqual([]);
    const recorder = new FakeRecorder();
    recordWith(recorder);
    const span = recorder.open({ name: 'whole', kind: 'internal' }, null);
    expect(await runAs(new Work(span), rows)).toEqual(expected);
    recordWith(null);
  });

  it('inside a transaction is a part of it', async () => {
    const inside = await source.transaction(async (tx) => {
      await tx.query(`set local application_name = 'inside'`);
      return callFunction(tx, 'test_seen_by', {});
    });
    expect(inside).toBe('inside');
    expect(await callFunction(source.manager, 'test_seen_by', {})).not.toBe('inside');
  });

  it('leaves its connection to others when it is refused', async () => {
    const single = await createDataSource(database.url, 1).initialize();
    const process = () => single.query('select pg_backend_pid() as id');
    const before = await process();
    for (let time = 0; time < 2; time += 1)
      await expect(callFunction(single.manager, 'test_refused', {})).rejects.toMatchObject({ code: 'LG001' });
    expect(await process()).toEqual(before);
    await single.destroy();
  });

  it('holds no lock any more when it is refused', async () => {
    const other = await createDataSource(database.url, 1).initialize();
    for (let time = 0; time < 20; time += 1) {
      await expect(callFunction(source.manager, 'test_refused_holding', {})).rejects.toMatchObject({ code: 'LG001' });
      expect(await other.query('select pg_try_advisory_xact_lock(3000) as "isFree"')).toEqual([{ isFree: true }]);
    }
    await other.destroy();
  });

  it('takes a connection that has broken out of the pool', async () => {
    const single = await createDataSource(database.url, 1).initialize();
    await expect(callFunction(single.manager, 'test_ended', {})).rejects.toMatchObject({ code: '57P01' });
    expect(await callFunction(single.manager, 'test_joined', { firstWord: 'at', at: new Date(7000) })).toBe('at 7');
    await single.destroy();
  });

  it('is refused by the compiler when an argument is missing, wrong or of another name', () => {
    const calls = [
      // @ts-expect-error there is no such argument
      () => callFunction(source.manager, 'test_doubled', { amount: ['1'] }),
      // @ts-expect-error one is missing
      () => callFunction(source.manager, 'test_joined', { firstWord: 'at' }),
      // @ts-expect-error one too many
      () => callFunction(source.manager, 'test_doubled', { amounts: ['1'], at: new Date(0) }),
      // @ts-expect-error money is no float
      () => callFunction(source.manager, 'test_doubled', { amounts: [1] }),
      // @ts-expect-error there is no such function
      () => callFunction(source.manager, 'test_undoubled', { amounts: ['1'] }),
    ];
    expect(calls).toHaveLength(5);
  });
});
