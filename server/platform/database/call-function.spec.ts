import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { callForRow, callFunction } from './call-function.js';

declare module './call-function.js' {
  interface ValueFunctions {
    test_doubled: { given: { amounts: (string | null)[] | null }; answer: (string | null)[] };
    test_joined: { given: { firstWord: string | null; at: Date | null }; answer: string };
    test_seen_by: { given: Record<string, never>; answer: string };
  }

  interface RowFunctions {
    test_halves: { given: { amount: string | null }; answer: { lowerHalf: string; bothHalves: string[] } };
  }
}

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url, 2).initialize();
  for (const text of [
    `test_doubled(p_amounts numeric[]) returns numeric[]
       language sql as $$ select coalesce(array_agg(one * 2), '{}') from unnest(p_amounts) one $$`,
    `test_joined(p_at timestamptz, p_first_word text) returns text
       language sql as $$ select concat(p_first_word, ' ', extract(epoch from p_at)::integer) $$`,
    `test_seen_by() returns text language sql as $$ select current_setting('application_name') $$`,
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

  it('inside a transaction is a part of it', async () => {
    const inside = await source.transaction(async (tx) => {
      await tx.query(`set local application_name = 'inside'`);
      return callFunction(tx, 'test_seen_by', {});
    });
    expect(inside).toBe('inside');
    expect(await callFunction(source.manager, 'test_seen_by', {})).not.toBe('inside');
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
