import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { firstBrokenSample } from '../../../contract/rules/tape.rules.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { ReadTape } from './read-tape.js';
import { SealTape } from './seal-tape.js';
import { TapePartitionsStore } from './tape-partitions.store.js';
import { TapePathsStore } from './tape-paths.store.js';
import { TapeReadsStore } from './tape-reads.store.js';
import { TapeRootsStore } from './tape-roots.store.js';
import { type NewSample, TapeWriter } from './tape-writer.js';
import { TapeStore } from './tape.store.js';

/** What was decided because the tape was silent stays reproducible: a second of it that comes afterwards is not written. */
const STAMP = Date.UTC(2026, 5, 16, 8);
const SECOND = 1000;

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let worker: DataSource;
let reads: ReadTape;
let markets: number[];
let marketId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  [source, serving, worker] = (await Promise.all(
    [database.url, database.servingUrl, database.workerUrl].map((url) => createDataSource(url).initialize()),
  )) as [DataSource, DataSource, DataSource];
  reads = new ReadTape(
    new TapeReadsStore(serving),
    new TapeRootsStore(serving),
    new TapeStore(serving),
    new TapePathsStore(serving),
  );
  markets = (await source.query<{ id: number }[]>('select id from market where perpetual order by id')).map(
    ({ id }) => id,
  );
  await source.query(`insert into feed_lease values ('markets', 7, 'test', now())
    on conflict (name) do update set token = 7`);
}, 60_000);

afterAll(async () => {
  await Promise.all([source, serving, worker].map((one) => one.destroy()));
  await database.drop();
});

/** Every test has a market of its own. */
beforeEach(() => {
  marketId = markets.pop() as number;
  lost = 0;
});

/** How many samples the writers of a test have given up. */
let lost: number;

const writer = (store = new TapeStore(serving)) =>
  new TapeWriter('7', {
    store,
    partitions: new TapePartitionsStore(serving),
    written: () => undefined,
    lost: (count) => (lost += count),
  });

const sample = (secondsAfter: number, market = marketId): NewSample => ({
  marketId: market,
  content: {
    s: STAMP + secondsAfter * SECOND,
    index: '60000',
    indexState: 'ok',
    mark: '60001',
    last: '60002',
    live: 3,
    constituents: [],
    origin: 'live',
  },
});

/** Writes samples as a process does that has not noticed how late it is. */
async function write(tape: TapeWriter, ...samples: NewSample[]): Promise<void> {
  tape.add(samples);
  const asOfThen = () => Math.max(...samples.map(({ content }) => content.s));
  // Where the chain has gone on, the heads are read again first.
  await tape.write(asOfThen);
  await tape.write(asOfThen);
}

const seconds = async (market = marketId) =>
  (await reads.slice(market, 0, STAMP + 3_600_000)).map(({ s }) => (s - STAMP) / SECOND);

const decideWindow = async (secondsAfter: number): Promise<boolean> => {
  const [{ decided }] = await worker.query(
    `select option_window_decide($1, $2, 1::smallint, 5::smallint, 3::smallint, 1::smallint, 'live', $3) as decided`,
    [marketId, new Date(STAMP), new Date(STAMP + secondsAfter * SECOND)],
  );
  return decided;
};

const samplesOfWindow = async (): Promise<number[]> => {
  const [{ samples }] = await source.query('select samples from option_settlement where market_id = $1', [marketId]);
  return (samples as { s: number }[]).map(({ s }) => (s - STAMP) / SECOND);
};

const decideFunding = async (secondsAfter: number): Promise<boolean> => {
  const [{ decided }] = await worker.query(
    `select funding_rate_decide(
     $1, $2, array[$2::timestamptz - interval '8 hours'], array[$2::timestamptz + interval '1 hour'], array['live'], $3) as decided`,
    [marketId, new Date(STAMP), new Date(STAMP + secondsAfter * SECOND)],
  );
  return decided;
};

const markOfStamp = async (): Promise<unknown> => {
  const [{ mark }] = await source.query(
    'select trim_scale(mark)::text as mark from funding_rate where market_id = $1',
    [marketId],
  );
  return mark;
};

/** Until somebody waits for the head of a chain, which the writing has locked, or did not have to. */
async function waitsOr(deciding: Promise<unknown>): Promise<void> {
  const done = deciding.then(() => 'done');
  for (;;) {
    const rows: unknown[] = await source.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows.length > 0 || (await Promise.race([done, Promise.resolve('going on')])) === 'done') return;
  }
}

describe('a window that is decided while the tape is silent', () => {
  it('gets none of its seconds afterwards; the tape goes on behind it, of the other markets too', async () => {
    const other = markets.pop() as number;
    const tape = writer();
    await write(tape, sample(-4), sample(-3));
    expect(await decideWindow(39)).toBe(false);
    expect(await decideWindow(40)).toBe(true);
    await write(tape, sample(-2), sample(0), sample(-2, other));
    await write(tape, sample(1), sample(1, other));
    expect(await seconds()).toEqual([-4, -3, 1]);
    expect(await seconds(other)).toEqual([-2, 1]);
    expect(await samplesOfWindow()).toEqual([-4, -3]);
    expect(firstBrokenSample(marketId, await reads.slice(marketId, 0, STAMP + 3_600_000))).toBe(-1);
    expect(await reads.completeUntil(marketId)).toBe(STAMP + SECOND);
    // Those of the two closed seconds, and not the other market's of the same time.
    expect(lost).toBe(2);
  });

  it('has its late samples counted as lost, each second once, and the log names their market once', async () => {
    const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const other = markets.pop() as number;
    const tape = writer();
    await write(tape, sample(-4));
    expect(await decideWindow(40)).toBe(true);
    // The first is on the tape already, the second is given twice.
    await write(tape, sample(-4), sample(-3), sample(-3), sample(-3, other));
    expect(lost).toBe(1);
    await write(tape, sample(-2), sample(-2, other));
    expect(lost).toBe(2);
    const said = errors.mock.calls.map(([text]) => text);
    errors.mockRestore();
    expect(said).toEqual([expect.stringMatching(new RegExp(`market ${marketId} .*closed.*2026-06-16T07:59:57`))]);
  });

  it('gets none of them where nothing of the market was on the tape', async () => {
    expect(await decideWindow(40)).toBe(true);
    expect(await reads.completeUntil(marketId)).toBe(STAMP);
    await write(writer(), sample(-1), sample(1));
    expect(await seconds()).toEqual([1]);
    expect(lost).toBe(1);
    expect(await samplesOfWindow()).toEqual([]);
  });

  it('has those that were being written when it was decided', async () => {
    await write(writer(), sample(-4));
    const late = writer();
    const runner = serving.createQueryRunner();
    await runner.startTransaction();
    const within = { manager: runner.manager, query: (...given: [string, unknown[]]) => runner.query(...given) };
    await write(writer(new TapeStore(within as unknown as DataSource)), sample(-2));
    const deciding = decideWindow(40);
    await waitsOr(deciding);
    await runner.commitTransaction();
    await runner.release();
    expect(await deciding).toBe(true);
    expect(await samplesOfWindow()).toEqual([-4, -2]);
    await write(late, sample(-1));
    expect(await seconds()).toEqual([-4, -2]);
    expect(lost).toBe(1);
  });
});

describe('a rate of funding that is decided while the tape is silent', () => {
  it('gets no mark of its stamp afterwards', async () => {
    const tape = writer();
    await write(tape, sample(-12));
    expect(await decideFunding(60)).toBe(true);
    await write(tape, sample(-1));
    await write(tape, sample(1));
    expect(await seconds()).toEqual([-12, 1]);
    expect(lost).toBe(1);
    expect(await markOfStamp()).toBe('0');
  });
});

describe('an hour that is sealed', () => {
  it('gets none of its seconds afterwards', async () => {
    const tape = writer();
    await write(tape, sample(-4));
    const clock = new FakeClock(STAMP + 60 * SECOND);
    const roots = new TapeRootsStore(worker);
    await new SealTape(new TapeReadsStore(worker), roots, new TapeStore(worker), clock, null).execute();
    expect(await roots.of(marketId, STAMP - 3_600_000)).toMatchObject({ samples: 1 });
    await write(tape, sample(-1), sample(0));
    expect(await seconds()).toEqual([-4, 0]);
  });
});

describe('a second that is closed', () => {
  it('is one that is past, and closed by no gateway and no feed', async () => {
    const close = (by: DataSource, secondsAfter: number) =>
      by.query('select tape_close($1, $2, $3)', [
        marketId,
        new Date(STAMP + secondsAfter * SECOND),
        new Date(STAMP + 40 * SECOND),
      ]);
    await expect(close(worker, 11)).rejects.toMatchObject({ code: '22023' });
    await close(worker, 10);
    await close(worker, 5);
    expect(await reads.completeUntil(marketId)).toBe(STAMP + 10 * SECOND);
    for (const url of [database.gatewayUrl, database.feedUrl]) {
      const other = await createDataSource(url).initialize();
      await expect(close(other, 12)).rejects.toMatchObject({ code: '42501' });
      await other.destroy();
    }
  });
});
