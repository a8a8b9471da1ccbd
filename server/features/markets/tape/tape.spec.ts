import type { DataSource } from 'typeorm';
import { firstBrokenSample, isInTree, TAPE_START } from '../../../contract/rules/tape.rules.js';
import type { MarkPriceView } from '../../../contract/markets/markets.dto.js';
import { createDataSource } from '../../../database/data-source.js';
import { Config, readConfiguration } from '../../../platform/config/config.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { MaintainTapePartitions } from './maintain-tape-partitions.js';
import { ReadTape } from './read-tape.js';
import { sampleOf } from './record-tape.js';
import { SealTape } from './seal-tape.js';
import { TapePartitionsStore } from './tape-partitions.store.js';
import { TapePathsStore } from './tape-paths.store.js';
import { TapeReadsStore } from './tape-reads.store.js';
import { TapeRootsStore } from './tape-roots.store.js';
import { type TapeTools, TapeWriter } from './tape-writer.js';
import { TapeStore } from './tape.store.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Ten seconds before the end of an hour. */
const START = Date.UTC(2026, 5, 16, 9, 59, 50);

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let reads: ReadTape;
let markets: number[];
let marketId: number;
let clock: FakeClock;
let lost: number;
let writtenSeconds: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  reads = new ReadTape(
    new TapeReadsStore(serving),
    new TapeRootsStore(serving),
    new TapeStore(serving),
    new TapePathsStore(serving),
  );
  markets = (await source.query<{ id: number }[]>('select id from market order by id')).map(({ id }) => id);
});

afterAll(async () => {
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

/** Every test has a market of its own. */
beforeEach(async () => {
  marketId = markets.pop() as number;
  clock = new FakeClock(START);
  lost = 0;
  writtenSeconds = [];
  await lead(7);
});

/** From now on this is the current fencing number. */
async function lead(token: number): Promise<void> {
  await source.query(
    `insert into feed_lease values ('markets', $1, 'test', now()) on conflict (name) do update set token = $1`,
    [token],
  );
}

function writer(token: string, tools: Partial<TapeTools> = {}): TapeWriter {
  return new TapeWriter(token, {
    store: new TapeStore(serving),
    partitions: new TapePartitionsStore(serving),
    written: (rows) => writtenSeconds.push(...rows.map(({ sample }) => sample.s)),
    lost: (count) => (lost += count),
    ...tools,
  });
}

function view(values: Partial<MarkPriceView> = {}): MarkPriceView {
  return {
    symbol: 'X',
    mark: '60012.50',
    index: '60000.1',
    last: '60010.00000001',
    indexState: 'ok',
    method: 'constituents',
    constituents: [
      { venue: 'one', price: '60000.10', weight: '1', ageMs: 120, used: true, reason: null },
      { venue: 'two', price: null, weight: '1', ageMs: null, used: false, reason: 'no-data' },
    ],
    fundingRate: null,
    nextFundingAt: null,
    sampledAt: clock.now(),
    ...values,
  };
}

const sample = (values: Partial<MarkPriceView> = {}, market = marketId) => sampleOf(market, 'live', view(values));

const now = () => clock.now();

/** Takes and writes a sample a second. */
async function run(tape: TapeWriter, seconds: number): Promise<void> {
  for (let count = 0; count < seconds; count += 1) {
    tape.add([sample()]);
    await tape.write(now);
    clock.advance(1000);
  }
}

const whole = (market = marketId) => reads.slice(market, 0, Date.UTC(2100, 0, 1));
const seconds = async () => (await whole()).map(({ s }) => s - START);

describe('what is put on the tape', () => {
  it('is what was published, at the whole second, and its hashes hold after the way through the database', async () => {
    clock.advance(340);
    const tape = writer('7');
    await run(tape, 3);
    const samples = await whole();
    expect(samples[0]).toMatchObject({
      s: START,
      sequence: 1,
      index: '60000.1',
      mark: '60012.50',
      last: '60010.00000001',
      indexState: 'ok',
      live: 1,
      origin: 'live',
      prevHash: TAPE_START,
      constituents: [
        ['one', '60000.10', 120, true],
        ['two', null, null, false],
      ],
    });
    expect(samples.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(firstBrokenSample(marketId, samples)).toBe(-1);
    expect(writtenSeconds).toEqual([START, START + 1000, START + 2000]);
    expect(await reads.completeUntil(marketId)).toBe(START + 2000);
    expect((await reads.at(marketId, START + 1999))?.s).toBe(START + 1000);
  });

  it('is a sample without prices where the index is stale, and nothing where nobody fed', async () => {
    const tape = writer('7');
    tape.add([sample({ index: null, mark: null, last: null, indexState: 'stale', constituents: [] })]);
    await tape.write(now);
    clock.advance(5000);
    tape.add([sample()]);
    await tape.write(now);
    expect(await seconds()).toEqual([0, 5000]);
    expect(await reads.at(marketId, START + 3000)).toBeNull();
    expect((await whole())[0]).toMatchObject({ index: null, mark: null, indexState: 'stale', live: 0 });
  });

  it('is one sample a second, the first, however often it is given', async () => {
    const tape = writer('7');
    tape.add([sample()]);
    tape.add([sample({ index: '1' })]);
    await tape.write(now);
    const again = writer('7');
    again.add([sample({ index: '2' })]);
    await again.write(now);
    expect((await whole()).map(({ index }) => index)).toEqual(['60000.1']);
  });

  it('is the same for many markets in one batch, each with a chain of its own', async () => {
    const others = [markets.pop() as number, markets.pop() as number];
    const tape = writer('7');
    for (let count = 0; count < 3; count += 1) {
      tape.add([marketId, ...others].map((market) => sample({ index: `${market}.5` }, market)));
      clock.advance(1000);
    }
    await tape.write(now);
    for (const market of [marketId, ...others]) {
      const samples = await whole(market);
      expect(samples.map(({ index }) => index)).toEqual(Array.from({ length: 3 }, () => `${market}.5`));
      expect(firstBrokenSample(market, samples)).toBe(-1);
    }
  });

  it('is written at once for a market that comes later, whose chain is there already', async () => {
    const [seldom, unseen] = [markets.pop() as number, markets.pop() as number];
    const before = writer('7');
    before.add([sample({}, seldom)]);
    await before.write(now);
    clock.advance(1000);
    const store = new TapeStore(serving);
    const asked: number[][] = [];
    const heads = (ids: readonly number[]) => {
      asked.push([...ids]);
      return store.heads(ids);
    };
    const tape = writer('7', {
      store: { append: (token, rows) => store.append(token, rows), heads, written: (each) => store.written(each) },
    });
    await run(tape, 1);
    for (let count = 0; count < 2; count += 1) {
      writtenSeconds = [];
      tape.add([marketId, seldom, unseen].map((market) => sample({}, market)));
      expect(await tape.write(now)).toBe(true);
      expect(writtenSeconds).toEqual([clock.now(), clock.now(), clock.now()]);
      clock.advance(1000);
    }
    expect((await whole(seldom)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect((await whole(unseen)).map(({ sequence }) => sequence)).toEqual([1, 2]);
    // Each is asked for once, one that has no chain yet too.
    expect(asked).toEqual([[marketId], [seldom, unseen]]);
  });

  it('cannot be changed, removed or emptied by anybody', async () => {
    await run(writer('7'), 1);
    const where = `where market_id = ${marketId}`;
    await expect(source.query(`update price_sample set index = 1 ${where}`)).rejects.toThrow(/written once/);
    await expect(source.query(`delete from price_sample ${where}`)).rejects.toThrow(/written once/);
    await expect(source.query('truncate price_sample')).rejects.toThrow(/written once/);
  });
});

describe('who may write', () => {
  it('is the current leader alone', async () => {
    const old = writer('7');
    await run(old, 2);
    await lead(8);
    old.add([sample()]);
    expect(await old.write(now)).toBe(false);
    expect(await seconds()).toEqual([0, 1000]);
  });

  it('goes over in a takeover: the chain goes on, the gap stays a gap, the old leader adds nothing', async () => {
    const old = writer('7');
    await run(old, 2);
    old.add([sample({ index: '1' })]);
    await lead(8);
    clock.advance(2000);
    const next = writer('8');
    await run(next, 2);
    expect(await old.write(now)).toBe(false);
    expect(await seconds()).toEqual([0, 1000, 4000, 5000]);
    expect(firstBrokenSample(marketId, await whole())).toBe(-1);
  });

  it('is not a leader that was held up within its transaction until the next one came', async () => {
    const old = writer('7');
    await run(old, 1);
    const blocker = source.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('select from tape_head where market_id = $1 for update', [marketId]);
    old.add([sample({ index: '5' })]);
    const held = old.write(now);
    await new Promise((done) => setTimeout(done, 50));
    let leads = false;
    // The successor's number waits for what the old leader has under way.
    const taken = lead(8).then(() => (leads = true));
    await new Promise((done) => setTimeout(done, 50));
    expect(leads).toBe(false);
    await blocker.commitTransaction();
    await blocker.release();
    await Promise.all([held, taken]);
    expect((await whole()).map(({ index }) => index)).toEqual(['60000.1', '5']);
    clock.advance(1000);
    old.add([sample()]);
    expect(await old.write(now)).toBe(false);
  });

  it('goes on behind what another writer of the same number has put there', async () => {
    const [one, other] = [writer('7'), writer('7')];
    await run(one, 1);
    await run(other, 1);
    one.add([sample()]);
    // The end of the chain is not where this one left it: nothing is written before it was read again.
    expect(await one.write(now)).toBe(true);
    expect(await seconds()).toEqual([0, 1000]);
    await one.write(now);
    expect(await seconds()).toEqual([0, 1000, 2000]);
    expect(firstBrokenSample(marketId, await whole())).toBe(-1);
  });
});

describe('while Postgres is away', () => {
  /** Fails the next appends: before they get there, or after they were done. */
  class FailingStore extends TapeStore {
    fail: 'before' | 'after' | null = null;

    override async append(...given: Parameters<TapeStore['append']>) {
      const { fail } = this;
      this.fail = null;
      if (fail === 'before') throw new Error('the line is cut');
      const fate = await super.append(...given);
      if (fail === 'after') throw new Error('the line is cut');
      return fate;
    }
  }

  it.each(['before', 'after'] as const)('samples wait and come once, cut %s the writing', async (cut) => {
    const store = new FailingStore(serving);
    const tape = writer('7', { store });
    await run(tape, 1);
    store.fail = cut;
    await run(tape, 2);
    expect(await seconds()).toEqual([0, 1000, 2000]);
    expect(firstBrokenSample(marketId, await whole())).toBe(-1);
    expect(tape.lagMs(clock.now())).toBe(0);
    // What another attempt has written is on the tape, and not lost.
    expect(lost).toBe(0);
  });

  it('they are given up after 30 s: what is missing then stays missing', async () => {
    const store = new FailingStore(serving);
    const tape = writer('7', { store });
    store.fail = 'before';
    await run(tape, 1);
    expect(tape.lagMs(clock.now())).toBe(1000);
    clock.advance(29_001);
    tape.add([sample()]);
    await tape.write(now);
    expect(await seconds()).toEqual([30_000]);
    expect(lost).toBe(1);
  });
});

describe('a sample that the tape refuses', () => {
  /** What no price is; the table refuses it. */
  const zero = { index: '0', mark: '0' };

  it('is dropped and counted alone, whatever stands beside it: the other markets, and the seconds after it', async () => {
    const [one, bad, other] = [marketId, markets.pop() as number, markets.pop() as number];
    const tape = writer('7');
    for (let second = 0; second < 3; second += 1) {
      tape.add([sample({}, one), sample(second === 2 ? {} : zero, bad), sample({}, other)]);
      // The second one waits, so that two are written together.
      if (second !== 1) await tape.write(now);
      clock.advance(1000);
    }
    for (const market of [one, other]) {
      const samples = await whole(market);
      expect(samples.map(({ s }) => s - START)).toEqual([0, 1000, 2000]);
      expect(firstBrokenSample(market, samples)).toBe(-1);
    }
    expect((await whole(bad)).map(({ s, sequence }) => [s - START, sequence])).toEqual([[2000, 1]]);
    expect(lost).toBe(2);
    expect(tape.lagMs(clock.now())).toBe(0);
  });

  it('is not every one of a day whose partition is missing: that is made', async () => {
    const real = new TapePartitionsStore(serving);
    let believed = true;
    const partitions = {
      ensure: async (seconds: Iterable<number>) => (believed ? undefined : real.ensure(seconds)),
      forget: () => {
        believed = false;
      },
    };
    clock.advance(60 * DAY_MS);
    await run(writer('7', { partitions }), 1);
    expect(await seconds()).toEqual([60 * DAY_MS]);
    expect(lost).toBe(0);
  });

  it('is not one that waits for a connection', async () => {
    let broken = true;
    const store = new TapeStore(serving);
    const append = async (...given: Parameters<TapeStore['append']>) => {
      if (broken) throw Object.assign(new Error('the line is cut'), { code: '08006' });
      return store.append(...given);
    };
    const tape = writer('7', {
      store: { append, heads: (ids) => store.heads(ids), written: (each) => store.written(each) },
    });
    await run(tape, 1);
    expect(lost).toBe(0);
    broken = false;
    await tape.write(now);
    expect(await seconds()).toEqual([0]);
  });
});

describe('the hours', () => {
  it('get their roots once nothing can be added, and every sample is proven by its root', async () => {
    await run(writer('7'), 15);
    const roots = new TapeRootsStore(serving);
    const sealing = new SealTape(new TapeReadsStore(serving), roots, new TapeStore(serving), clock, null);
    const hour = START - (START % HOUR_MS);
    await sealing.execute();
    expect(await roots.of(marketId, hour)).toBeNull();
    expect((await reads.proof(marketId, START))?.root).toBeNull();

    clock.set(hour + HOUR_MS + 60_000);
    await sealing.execute();
    await sealing.execute();
    const root = await roots.of(marketId, hour);
    expect(root).toMatchObject({ samples: 10, firstSequence: 1, lastSequence: 10, sealedAt: clock.now() });
    expect(await roots.of(marketId, hour + HOUR_MS)).toBeNull();
    for (let second = 0; second < 10; second += 1) {
      const proof = await reads.proof(marketId, START + second * 1000);
      expect(proof).toMatchObject({ place: second, root });
      const { sample: proven, place, path } = proof as NonNullable<typeof proof>;
      expect(isInTree(proven.hash, place, 10, path, root?.root ?? '')).toBe(true);
    }
    expect(await reads.proof(marketId, START - 1000)).toBeNull();

    clock.set(hour + 2 * HOUR_MS + 60_000);
    await sealing.execute();
    expect(await roots.of(marketId, hour + HOUR_MS)).toMatchObject({ samples: 5, firstSequence: 11 });
    const range = { from: hour, to: hour + HOUR_MS };
    expect((await roots.list(marketId, range, 10)).map((one) => one.hour)).toEqual([hour, hour + HOUR_MS]);
    await expect(source.query('delete from tape_root')).rejects.toThrow(/written once/);
  });
});

describe('the days', () => {
  /** A round of two days, and its metrics. */
  const aRound = () => {
    const values = readConfiguration({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      REDIS_URL: 'redis://nobody',
      TAPE_DAYS: '2',
    });
    class Given extends Config {
      readonly values = values;
    }
    const metrics = new Metrics();
    const heldRounds = async () => (await metrics.tapeHeldRounds.get()).values[0]?.value;
    const days = new MaintainTapePartitions(new TapePartitionsStore(serving), clock, new Given(), metrics);
    return { days, heldRounds };
  };

  it('go when they are too old and sealed; their roots stay', async () => {
    const { days, heldRounds } = aRound();
    await run(writer('7'), 2);
    const roots = new TapeRootsStore(serving);
    const sealing = new SealTape(new TapeReadsStore(serving), roots, new TapeStore(serving), clock, null);
    clock.set(START - (START % DAY_MS) + 3 * DAY_MS - 1);
    await days.execute();
    expect(await whole()).toHaveLength(2);
    expect(await heldRounds()).toBe(0);
    clock.advance(1);
    await days.execute();
    // Old enough, but an hour of it has no root yet.
    expect(await whole()).toHaveLength(2);
    expect(await heldRounds()).toBe(1);
    await sealing.execute();
    await days.execute();
    expect(await whole()).toEqual([]);
    expect(await heldRounds()).toBe(1);
    expect(await roots.of(marketId, START - (START % HOUR_MS))).toMatchObject({ samples: 2 });
    // The chain goes on where it was.
    await run(writer('7'), 1);
    expect((await whole()).map(({ sequence }) => sequence)).toEqual([3]);
  });

  it('go all the same where one before them cannot, which counts as one that stays', async () => {
    const { days, heldRounds } = aRound();
    const [stays, goes] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)];
    await new TapePartitionsStore(serving).ensure([stays, goes]);
    const stillThere = async () =>
      (
        await source.query<
          { name: string }[]
        >(`select relname as name from pg_class where relname like 'price_sample_2026_03_0_'
         and relkind = 'r' order by 1`)
      ).map(({ name }) => name);
    clock.set(START);
    const reader = source.createQueryRunner();
    await reader.startTransaction();
    try {
      await reader.query('select from price_sample_2026_03_01');
      await expect(days.execute()).rejects.toMatchObject({ code: '55P03' });
      expect(await stillThere()).toEqual(['price_sample_2026_03_01']);
      expect(await heldRounds()).toBe(1);
    } finally {
      await reader.rollbackTransaction();
      await reader.release();
    }
    await days.execute();
    expect(await stillThere()).toEqual([]);
    expect(await heldRounds()).toBe(1);
  });

  it('are there before they begin', async () => {
    const partitions = new TapePartitionsStore(serving);
    const future = START + 30 * DAY_MS;
    await Promise.all([partitions.ensure([future]), new TapePartitionsStore(serving).ensure([future])]);
    const rows = await source.query<{ reloptions: string[] }[]>(
      `select reloptions from pg_class where relname = 'price_sample_2026_07_16'`,
    );
    // A vacuum after so many new rows would put each page into the log once more.
    expect(rows).toEqual([{ reloptions: ['autovacuum_vacuum_insert_threshold=-1'] }]);
  });
});
