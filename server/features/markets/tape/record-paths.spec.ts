import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { PathsOfWhatIsTaped1763898262001 } from '../../../database/migrations/1763898262001-paths-of-what-is-taped.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { tapeSeconds } from '../../../test/factories/tape.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { RecordPaths } from './record-paths.js';
import { SealTape } from './seal-tape.js';
import { TapePathsStore } from './tape-paths.store.js';
import { TapeReadsStore } from './tape-reads.store.js';
import { TapeRootsStore } from './tape-roots.store.js';
import { TapeStore } from './tape.store.js';
import { TapeJobs } from './tape.jobs.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MARKET = 1;
const START = Date.UTC(2026, 5, 16, 12);

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let reads: TapeReadsStore;
let roots: TapeRootsStore;
let paths: TapePathsStore;

beforeEach(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  reads = new TapeReadsStore(serving);
  roots = new TapeRootsStore(serving);
  paths = new TapePathsStore(serving);
});

afterEach(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** Seconds of the tape that somebody was paid by, in hours that have their roots. */
async function paidBy(...seconds: number[]): Promise<void> {
  await tapeSeconds(
    source,
    seconds.map((at) => ({ marketId: MARKET, at, index: '50000' })),
  );
  const clock = new FakeClock(Math.max(...seconds) + DAY_MS);
  await new SealTape(reads, roots, new TapeStore(serving), clock, null).execute();
  await source.query('insert into tape_path (market_id, second) select market_id, second from price_sample');
}

/** As many hours ahead of the start have a root that nothing on the tape makes, and a second without its way. */
async function deadHours(count: number): Promise<void> {
  await source.query(
    `with dead as (select to_timestamp($2) - n * interval '1 hour' as hour from generate_series(1, $3) n), rooted as (
       insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at)
       select $1, hour, $4, 1, 1, 1, $4, now() from dead)
     insert into tape_path (market_id, second) select $1, hour from dead`,
    [MARKET, START / 1000, count, Buffer.alloc(32)],
  );
}

const isRecorded = async (second: number) => (await paths.of(MARKET, second)) !== null;

describe('the ways of what was paid by', () => {
  it('are recorded behind any number of hours that have none', async () => {
    await deadHours(500);
    await paidBy(START);
    expect(await new RecordPaths(reads, roots, paths).execute()).toBe(1);
    expect(await isRecorded(START)).toBe(true);
  });

  it('are recorded behind an hour that cannot be read, which is told once the others are done', async () => {
    const seconds = [START, START + HOUR_MS, START + 2 * HOUR_MS];
    await paidBy(...seconds);
    class Broken extends TapeReadsStore {
      override hashes(marketId: number, from: number, to: number) {
        return from === START ? Promise.reject(new Error('unreadable')) : super.hashes(marketId, from, to);
      }
    }
    await expect(new RecordPaths(new Broken(serving), roots, paths).execute()).rejects.toThrow('unreadable');
    expect(await Promise.all(seconds.map(isRecorded))).toEqual([false, true, true]);
  });

  it('are recorded also in a round in which no hour could be sealed', async () => {
    await paidBy(START);
    const sealing = { execute: () => Promise.reject(new Error('unsealed')) } as unknown as SealTape;
    const jobs = new TapeJobs(null as never, sealing, new RecordPaths(reads, roots, paths));
    await expect(jobs.onSeal()).rejects.toThrow('unsealed');
    expect(await isRecorded(START)).toBe(true);
  });
});

describe('what was entered and decided before ways were kept', () => {
  async function enter(at: number): Promise<void> {
    await source.query(`insert into option_entry (market_id, at, sample) values ($1, $2, '{}')`, [
      MARKET,
      new Date(at),
    ]);
  }

  async function decide(closesAt: number, last: number | null): Promise<void> {
    await source.query(
      `insert into option_settlement (market_id, closes_at, rule_version, window_seconds, price_decimals,
         constituents_min, origin, reason, samples, decided_at)
       values ($1, $2, 1, 5, 3, 3, 'live', 'stale', $3, $2)`,
      [MARKET, new Date(closesAt), JSON.stringify(last === null ? [] : [{ s: last - 1000 }, { s: last }])],
    );
  }

  it('gets its ways where the tape has its second, and not where its day is gone between days that stay', async () => {
    const midnight = START + DAY_MS / 2;
    const held = [START, START + 10_000, midnight - 1000];
    const gone = START + 3 * DAY_MS;
    const kept = [START + 6 * DAY_MS, START + 6 * DAY_MS + 10_000];
    await tapeSeconds(
      source,
      [...held, ...kept].map((at) => ({ marketId: MARKET, at, index: '50000' })),
    );
    for (const at of [held[0], gone, kept[0]] as number[]) await enter(at);
    for (const at of [held[1], gone + 10_000, kept[1]] as number[]) await decide(at, at);
    // A window that ends in a day without tape, and has its last second in the one before; and one that has no second.
    await decide(midnight + 2000, midnight - 1000);
    await decide(START + 20_000, null);
    // A connection of its own, which has counted nothing yet.
    const migrating = await createDataSource(database.url).initialize();
    const runner = migrating.createQueryRunner();
    await runner.startTransaction();
    await new PathsOfWhatIsTaped1763898262001().up(runner);
    // By their keys alone, and no entry or window of the day that is gone.
    const read: { name: string; whole: number; rows: number }[] = await runner.query(
      `select case when relname like 'price_sample_%' then 'price_sample' else relname end as name,
              sum(coalesce(seq_scan, 0))::integer as whole, sum(coalesce(idx_tup_fetch, 0))::integer as rows
         from pg_stat_xact_user_tables
        where relname like 'price_sample_%' or relname in ('option_entry', 'option_settlement') group by 1 order by 1`,
    );
    expect(read).toEqual([
      { name: 'option_entry', whole: 0, rows: 2 },
      { name: 'option_settlement', whole: 0, rows: 4 },
      { name: 'price_sample', whole: 0, rows: 5 },
    ]);
    await runner.commitTransaction();
    await runner.release();
    await migrating.destroy();
    const rows: { second: Date }[] = await source.query('select second from tape_path order by 1');
    expect(rows.map(({ second }) => second.getTime())).toEqual([...held, ...kept]);
  });
});
