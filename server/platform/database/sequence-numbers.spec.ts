import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { SequenceNumbers } from './sequence-numbers.store.js';

const SEQUENCE = 'option_order_id_seq';
const CALLERS = 200;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource(dataSourceOptions(database.url, 4)).initialize();
  serving = await new DataSource(dataSourceOptions(database.servingUrl, 4)).initialize();
});
afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

const lastValue = async (): Promise<number> => {
  const [row] = await source.query(`select last_value::integer as last, is_called from ${SEQUENCE}`);
  return row.is_called ? row.last : row.last - 1;
};

it('gives each of many who ask at once a number of its own, in the order of asking, and skips none', async () => {
  const numbers = new SequenceNumbers(serving);
  const before = await lastValue();
  const drawn = await Promise.all(Array.from({ length: CALLERS }, () => numbers.next(SEQUENCE)));
  expect(drawn.map(Number)).toEqual(Array.from({ length: CALLERS }, (_, place) => before + 1 + place));
  expect(await lastValue()).toBe(before + CALLERS);
  // Nobody is left waiting for one who comes later.
  expect(Number(await numbers.next(SEQUENCE))).toBe(before + CALLERS + 1);
});

it('two processes never draw the same', async () => {
  const [one, other] = [new SequenceNumbers(serving), new SequenceNumbers(serving)];
  const drawn = await Promise.all(
    Array.from({ length: CALLERS }, (_, turn) => (turn % 2 === 0 ? one : other).next(SEQUENCE)),
  );
  expect(new Set(drawn).size).toBe(CALLERS);
});

it('a draw that fails fails for all who wait for it and for nobody after them', async () => {
  const numbers = new SequenceNumbers(serving);
  const failed = await Promise.allSettled([numbers.next('no_such_sequence'), numbers.next('no_such_sequence')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(numbers.next('no_such_sequence')).rejects.toMatchObject({ code: '42P01' });
  expect(Number(await numbers.next(SEQUENCE))).toBeGreaterThan(0);
});
