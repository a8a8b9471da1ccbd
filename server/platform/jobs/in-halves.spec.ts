import { NoConnection } from '../database/transaction.js';
import { inHalves } from './in-halves.js';

/** Fails for parts with any of these rows in them. */
async function done(rows: readonly string[], bad: readonly string[]) {
  const parts: string[] = [];
  const failed: string[] = [];
  const work = async (some: readonly string[]) => {
    parts.push(some.join(''));
    if (some.some((row) => bad.includes(row))) throw new Error(`not ${some.join('')}`);
    return some.length;
  };
  const count = await inHalves(rows, work, (row, error) => failed.push(`${row}: ${String(error)}`));
  return { count, parts, failed };
}

it('does all at once', async () => {
  expect(await done(['a', 'b', 'c'], [])).toEqual({ count: 3, parts: ['abc'], failed: [] });
});

it('finds what fails by halves, and does everything else', async () => {
  expect(await done(['a', 'b', 'c', 'd', 'e'], ['d'])).toEqual({
    count: 4,
    parts: ['abcde', 'abc', 'de', 'd', 'e'],
    failed: ['d: Error: not d'],
  });
  expect((await done(['a', 'b'], ['a', 'b'])).failed).toEqual(['a: Error: not a', 'b: Error: not b']);
});

it('gives up at once where no part can be done', async () => {
  const parts: number[] = [];
  const work = (some: readonly string[]) => {
    parts.push(some.length);
    return Promise.reject(new NoConnection('gone'));
  };
  await expect(inHalves(['a', 'b'], work, () => undefined)).rejects.toThrow('gone');
  expect(parts).toEqual([2]);
});

it('says what fails without rows', async () => {
  await expect(
    inHalves(
      [],
      () => Promise.reject(new Error('nothing')),
      () => undefined,
    ),
  ).rejects.toThrow('nothing');
});
