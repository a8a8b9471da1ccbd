import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { LimitsStore } from './limits.store.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
/** The limits on codes for one contact. */
const WINDOWS = [
  { seconds: MINUTE, most: 1 },
  { seconds: HOUR, most: 5 },
  { seconds: DAY, most: 20 },
];
const START = Date.UTC(2026, 0, 1);

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let store: LimitsStore;
let subjects = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await new DataSource({ type: 'postgres', url: database.url, poolSize: 10 }).initialize();
  serving = await new DataSource({ type: 'postgres', url: database.servingUrl, poolSize: 10 }).initialize();
  store = new LimitsStore(serving);
});
afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

const aSubject = () => ({ kind: 'test', subject: String((subjects += 1)) });
const at = (seconds: number) => new Date(START + seconds * 1000);

describe('places inside several windows', () => {
  it('are one a minute, five an hour and twenty a day, and free again to the second', async () => {
    const limited = aSubject();
    const granted: number[] = [];
    for (let second = 0; second < DAY + HOUR; second += 30) {
      if ((await store.take(limited, WINDOWS, at(second))) === 0) granted.push(second);
    }
    const inside = (from: number, seconds: number) => granted.filter((s) => s >= from && s < from + seconds).length;
    for (const second of granted) {
      expect(inside(second, MINUTE)).toBe(1);
      expect(inside(second, HOUR)).toBeLessThanOrEqual(5);
      expect(inside(second, DAY)).toBeLessThanOrEqual(20);
    }
    expect(granted.slice(0, 6)).toEqual([0, 60, 120, 180, 240, 3600]);
    expect(inside(0, DAY)).toBe(20);
    expect(granted).toContain(DAY);
  }, 60_000);

  it('say how long it takes until one is free', async () => {
    const limited = aSubject();
    expect(await store.take(limited, WINDOWS, at(0))).toBe(0);
    expect(await store.take(limited, WINDOWS, at(10))).toBe(50);
    for (const second of [60, 120, 180, 240]) expect(await store.take(limited, WINDOWS, at(second))).toBe(0);
    expect(await store.take(limited, WINDOWS, at(300))).toBe(3300);
  });

  it('are given to as many of a hundred at once as there are', async () => {
    const limited = aSubject();
    const five = [{ seconds: HOUR, most: 5 }];
    const waits = await Promise.all(Array.from({ length: 100 }, () => store.take(limited, five, at(0))));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    const rows = await source.query('select tries::int as tries from account_limit where subject = $1', [
      limited.subject,
    ]);
    expect(rows).toEqual([{ tries: 100 }]);
  });

  it('come back when they are given back, and all when they are cleared', async () => {
    const limited = aSubject();
    const one = [{ seconds: HOUR, most: 1 }];
    expect(await store.take(limited, one, at(0))).toBe(0);
    await store.giveBack(limited, at(0));
    expect(await store.take(limited, one, at(1))).toBe(0);
    expect(await store.take(limited, one, at(2))).toBe(3599);
    await store.clear(limited);
    expect(await store.take(limited, one, at(3))).toBe(0);
  });

  it('are given back one at a time, whatever else was taken at the same instant', async () => {
    const limited = aSubject();
    const three = [{ seconds: HOUR, most: 3 }];
    for (let taken = 0; taken < 3; taken += 1) await store.take(limited, three, at(0));
    await store.giveBack(limited, at(0));
    await store.giveBack(limited, at(1));
    expect([await store.take(limited, three, at(2)), await store.take(limited, three, at(2))]).toEqual([0, 3598]);
  });

  it('are forgotten once nobody asks any more', async () => {
    const limited = aSubject();
    await store.take(limited, WINDOWS, at(0));
    await store.prune(at(1), 10_000);
    const rows = await source.query('select 1 from account_limit where subject = $1', [limited.subject]);
    expect(rows).toEqual([]);
  });
});
