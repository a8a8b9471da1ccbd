import { FakeClock } from '../../test/fakes/fake-clock.js';
import { NoConnection } from '../database/transaction.js';
import { ParkedRows, sweepRows } from './sweep-rows.js';

let clock: FakeClock;
let parked: ParkedRows;
beforeEach(() => {
  clock = new FakeClock(Date.UTC(2026, 0, 5));
  parked = new ParkedRows(clock);
});

/** Rows each of which is due so many times, some of which always fail. */
async function sweep(times: Record<string, number>, fails: (rows: readonly string[]) => unknown = () => null) {
  const left = new Map(Object.entries(times));
  const parts: string[] = [];
  const due = async (limit: number, except: readonly string[]) =>
    [...left]
      .filter(([row, count]) => count > 0 && !except.includes(row))
      .flatMap(([row]) => row)
      .slice(0, limit);
  const work = async (rows: readonly string[]) => {
    parts.push(rows.join(''));
    const error = fails(rows);
    if (error !== null) throw error;
    for (const row of rows) left.set(row, (left.get(row) ?? 0) - 1);
    return rows.length;
  };
  const swept = await sweepRows({ due, work, atOnce: 2, lanes: 1, pagesMax: 200, parked });
  return { ...swept, parts, left: [...left].filter(([, count]) => count > 0).map(([row]) => row) };
}

const timeout = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

it('does all that is due, as often as it is', async () => {
  expect(await sweep({ a: 1, b: 3, c: 1 })).toMatchObject({ done: 5, failures: [], left: [] });
});

it('does in halves what takes longer than a statement may', async () => {
  const swept = await sweep({ a: 1, b: 1, c: 1 }, (rows) => (rows.length > 1 ? timeout : null));
  expect(swept).toMatchObject({ done: 3, failures: [], left: [] });
  expect(swept.parts).toEqual(['ab', 'a', 'b', 'c']);
});

it('leaves out what fails by itself, says so, and does everything else', async () => {
  const swept = await sweep({ a: 2, b: 2, c: 2 }, (rows) => (rows.includes('a') ? new Error('not a') : null));
  expect(swept).toMatchObject({ done: 4, left: ['a'] });
  expect(swept.failures.map(({ message }) => message)).toEqual(['Row a: Error: not a']);
});

it('ends where nothing can be done, and where nobody lets it', async () => {
  await expect(sweep({ a: 1, b: 1 }, () => new NoConnection('gone'))).rejects.toThrow('gone');
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, place) => [`${place} `, 1]));
  await expect(sweep(many, () => new Error('none of them'))).rejects.toThrow('none of them');
});

it('ends where somebody else is at the rest', async () => {
  const swept = await sweepRows({
    due: () => Promise.resolve(['a']),
    work: () => Promise.resolve(0),
    atOnce: 2,
    lanes: 2,
    pagesMax: 5,
    parked,
  });
  expect(swept).toEqual({ done: 0, failures: [] });
});

it('without parked rows does everything else however many fail, says of each what it was, and tries all of them again', async () => {
  const rows = Array.from({ length: 150 }, (_, place) => `${place}!`);
  const left = new Set([...rows, 'whole']);
  const sweepThem = (fails: (row: string) => boolean) =>
    sweepRows({
      due: async (limit, except) => [...left].filter((row) => !except.includes(row)).slice(0, limit),
      work: async (some) => {
        if (some.some(fails)) throw new Error('not it');
        for (const row of some) left.delete(row);
        return some.length;
      },
      atOnce: 100,
      lanes: 1,
      pagesMax: 5,
      worded: (row) => `The row ${row} does not end`,
    });
  const { done, failures } = await sweepThem((row) => row.includes('!'));
  expect([done, failures.length, left.size]).toEqual([1, 150, 150]);
  expect(failures[7]?.message).toBe('The row 7! does not end: Error: not it');
  expect(await sweepThem(() => false)).toEqual({ done: 150, failures: [] });
});

describe('a row that fails by itself', () => {
  const failsAt =
    (row: string, error: unknown = new Error('not it')) =>
    (rows: readonly string[]) =>
      rows.includes(row) ? error : null;

  it('is left alone for half a minute, and has its turn behind all others then', async () => {
    await sweep({ a: 1, b: 1 }, failsAt('a'));
    clock.advance(29_999);
    expect(await sweep({ a: 1, b: 1 }, failsAt('a'))).toMatchObject({ done: 1, failures: [], parts: ['b'] });
    clock.advance(1);
    const again = await sweep({ a: 1, b: 1, c: 1 }, failsAt('a'));
    expect(again).toMatchObject({ done: 2, parts: ['bc', 'a'], left: ['a'] });
    expect(again.failures).toHaveLength(1);
    clock.advance(30_000);
    expect(await sweep({ a: 1, b: 1 })).toMatchObject({ done: 2, parts: ['b', 'a'] });
    expect(await sweep({ a: 1, b: 1 })).toMatchObject({ done: 2, parts: ['ab'] });
  });

  it.each(['57014', '55P03', '40001', '40P01'])(
    'for a reason that passes (%s) is left alone in this sweep only',
    async (code) => {
      const passing = Object.assign(new Error('another time'), { code });
      const swept = await sweep({ a: 1, b: 1 }, failsAt('a', passing));
      expect(swept).toMatchObject({ done: 1, left: ['a'] });
      expect(swept.failures).toHaveLength(1);
      expect(await sweep({ a: 1, b: 1 })).toMatchObject({ done: 2, parts: ['ab'] });
    },
  );

  it('keeps no other from the next sweep, whenever that is, however many of them there are', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, place) => [`${place}! `, 1] as const);
    const times = Object.fromEntries([...rows(150), ['whole ', 1]]);
    const whole: number[] = [];
    let sweeps = 0;
    const fails = (some: readonly string[]) => {
      if (some.some((row) => row.includes('!'))) return new Error('none of them');
      whole.push(sweeps);
      return null;
    };
    await expect(sweep(times, fails)).rejects.toThrow('none of them');
    // All of those have their turn again, and fail again.
    clock.advance(86_400_000);
    sweeps += 1;
    await expect(sweep(times, fails)).rejects.toThrow('none of them');
    expect(whole).toEqual([1]);
  });
});
