import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { fund } from '../../../test/factories/ledger.js';
import { listedPage, type ListedPage } from '../../../test/factories/listed.js';
import { HealthRegistry } from '../../../platform/health/health.registry.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { GetReports } from './get-reports.js';
import { LiquidationJobs } from './liquidation.jobs.js';
import { MissedMargins } from './missed-margins.js';
import { ReportsStore } from './reports.store.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 0.1 BTC at 60,005 with a margin of 120.01. */
const weak = { marginMode: 'isolated', leverage: 50, lots: 10 } as const;

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});

async function holder(amount: string, wish: Parameters<FuturesWorld['open']>[1]) {
  const user = await world.user(amount);
  return { user, id: (await world.open(user, wish)).positionId };
}

async function payloadsOf(user: string, kind: string): Promise<Record<string, unknown>[]> {
  return (await world.events(user)).filter((event) => event.kind === kind).map(({ payload }) => payload);
}

describe('a warning tells', () => {
  it('of a position: its market, and what it has and needs, to its owner’s disadvantage', async () => {
    const { user, id } = await holder('1000', weak);
    await worker.price('59170.123456789');
    // 120.01 - (60,005 - 59,170.123456789) / 10, and 0.1 × 59,170.123456789 × (0.4 % + 0.05 %).
    expect(await payloadsOf(user, 'margin.warning')).toMatchObject([
      { positionId: id, marketId: 1, demo: false, level: 'warning', equity: '36.52234567', required: '26.62655556' },
    ]);
  });

  it('of an account: neither a position nor a market', async () => {
    const { user } = await holder('140', { ...weak, marginMode: 'cross' });
    await worker.price('58950');
    expect(await payloadsOf(user, 'margin.warning')).toMatchObject([{ positionId: null, marketId: null, demo: false }]);
  });
});

it('the file of liquidations has those of one person, one book and a time, the newest first, page by page', async () => {
  const { user, id } = await holder('5000', weak);
  await holder('1000', weak);
  await fund(world.source, user, '1000', { kind: 'contract', demo: true });
  const demo = (await world.open(user, { ...weak, demo: true })).positionId;
  await worker.price('59050');
  const first = world.clock.now();
  await worker.price('60000', {}, 3);
  // 500 lots are 300,025, of the third step: closed in part down to the second.
  await fund(world.source, user, '100000', { kind: 'contract' });
  const big = (await world.open(user, { ...weak, lots: 500 })).positionId;
  await worker.price('59150');
  const page = (values: Omit<ListedPage, 'userId'> = {}) =>
    listedPage(world.source, 'futures.liquidations', { userId: user, ...values });
  const all = await page();
  const numbers = async (values: Omit<ListedPage, 'userId'>) => (await page(values)).map(({ number }) => number);
  expect(all.map(({ number, kind }) => [number, kind])).toEqual([
    [big, 'partial'],
    [id, 'full'],
  ]);
  const left = (await world.row(user, big)).lots;
  expect(all).toEqual([
    expect.objectContaining({ market: 'BTC/USDT', lots: String(500 - left), mark: '59150', price: '59145' }),
    // 0.1 from 60,005 to 59,045, and what is left of 120.01 for the fund.
    {
      key: expect.any(String),
      number: id,
      time: new Date(first),
      market: 'BTC/USDT',
      kind: 'full',
      lots: '10',
      mark: '59050',
      price: '59045',
      profit: '-96',
      fee: '2.95225',
      insurance: '21.05775',
    },
  ]);
  expect(await numbers({ demo: true })).toEqual([demo]);
  expect(await numbers({ until: new Date(first) })).toEqual([]);
  expect(await numbers({ since: new Date(first), until: new Date(first + 1) })).toEqual([id]);
  expect(await numbers({ since: new Date(first + 1) })).toEqual([big]);
  expect(await numbers({ limit: 1 })).toEqual([big]);
  expect(await numbers({ after: all[0]?.key ?? null })).toEqual([id]);
});

describe('what is kept of a liquidation', () => {
  it('is what it was decided by, and when', async () => {
    const { user, id } = await holder('1000', weak);
    await holder('9000', { ...weak, leverage: 5 });
    await worker.price('59060', {}, 1);
    await worker.price('59050', {}, 1);
    const at = world.clock.now();
    expect((await world.row(user, id)).status).toBe(3);
    const steps = await world.get(GetReports).steps(user, id);
    // By hand, at the kinder mark: 120.01 - (60,005 - 59,060) / 10, and 0.1 × 59,060 × (0.4 % + 0.05 %).
    expect(steps).toMatchObject([
      {
        positionId: id,
        symbol: 'BTC/USDT',
        kind: 'full',
        side: 'long',
        marginMode: 'isolated',
        at,
        mark: '59050',
        markAt: at,
        markBefore: '59060',
        markBeforeAt: at - 1000,
        equity: '25.51',
        required: '26.577',
        entryPrice: '60005',
        margin: '120.01',
        lotsBefore: 10,
        lots: 10,
        bankruptcyPrice: '58804.9',
        price: '59045',
        priceFrom: 'book',
        profit: '-96',
        fee: '2.95225',
        shortfall: '0',
        insurance: '21.05775',
      },
    ]);
    expect(await payloadsOf(user, 'liquidation')).toEqual([
      {
        entity: `liquidation:${steps[0]?.reportId}`,
        entityVersion: 1,
        reportId: steps[0]?.reportId,
        positionId: id,
        marketId: 1,
        kind: 'full',
        demo: false,
        lots: 10,
        lotsLeft: 0,
        price: '59045',
        mark: '59050',
      },
    ]);
  });

  it('says to each user of a batch the journal of that user’s own', async () => {
    const all = [await holder('1000', weak), await holder('1000', { ...weak, lots: 7 })];
    await worker.price('58900');
    for (const { user, id } of all) {
      const journals: { id: string }[] = await world.source.query(
        `select id::text as id from ledger_journal where reason = 'futures.close' and reference = $1`,
        [id],
      );
      const events = (await payloadsOf(user, 'balance')).filter(({ reason }) => reason === 'futures.close');
      expect(events.length).toBeGreaterThan(0);
      expect(journals).toHaveLength(1);
      expect(new Set(events.map(({ journalId }) => journalId))).toEqual(new Set(journals.map((journal) => journal.id)));
    }
  });
});

describe('the insurance fund that everybody sees', () => {
  it('has a line for each day, the newest first, and only real money', async () => {
    const before = Number(await world.house('insurance'));
    world.clock.advance(DAY);
    const first = world.clock.now();
    await worker.price('60000', {}, 3);
    await holder('1000', weak);
    await worker.price('59050');
    world.clock.advance(DAY);
    await worker.price('60000', {}, 3);
    await holder('1000', weak);
    await worker.price('59050');
    await world.insure('77', true);
    const [fund, ...others] = await world.get(GetReports).insurance();
    expect(others).toEqual([]);
    expect(fund).toMatchObject({ currency: 'USDT' });
    expect(Number(fund?.balance)).toBeCloseTo(before + 42.1155, 8);
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    expect(fund?.days.slice(0, 2)).toMatchObject([
      { day: day(first + DAY), into: '21.05775', outOf: '0', balance: fund?.balance },
      { day: day(first), into: '21.05775', outOf: '0' },
    ]);
    expect(Number(fund?.days[1]?.balance)).toBeCloseTo(before + 21.05775, 8);
    // Where there are more days than are asked for, the newest are those that are shown.
    const [short] = await world.get(ReportsStore).insurance(1);
    expect(short?.days).toEqual(fund?.days.slice(0, 1));
  });

  it('says of a day what came in and what went out of it apart', async () => {
    const booked = async () => {
      const [fund] = await world.get(GetReports).insurance();
      return Object.fromEntries((fund?.days ?? []).map(({ day, into, outOf }) => [day, [Number(into), Number(outOf)]]));
    };
    const before = await booked();
    await world.insure('500');
    await world.insure('-120');
    await world.insure('30');
    const after = await booked();
    const changed = Object.entries(after).filter(([day, line]) => String(line) !== String(before[day]));
    const [into, outOf] = changed.reduce(
      ([paid, taken], [day, [now = 0, gone = 0]]) => [
        paid + now - (before[day]?.[0] ?? 0),
        taken + gone - (before[day]?.[1] ?? 0),
      ],
      [0, 0],
    );
    expect(into).toBeCloseTo(530, 8);
    expect(outOf).toBeCloseTo(120, 8);
  });
});

describe('what sweeps found', () => {
  it('is shown for an hour, and not a moment longer', async () => {
    const state = async () => (await world.get(HealthRegistry).ask()).margins?.state;
    world.get(MissedMargins).miss(2, 'nobody');
    world.clock.advance(HOUR - 1);
    expect(await state()).toBe('degraded');
    world.clock.advance(1);
    expect(await state()).toBe('ok');
  });

  it('comes with how many seconds a sweep took', async () => {
    const began = performance.now();
    await world.get(LiquidationJobs).onSweep();
    const { values } = await world.get(Metrics).liquidationSweepSeconds.get();
    expect(values).toHaveLength(1);
    expect(values[0]?.value).toBeGreaterThan(0);
    expect(values[0]?.value).toBeLessThanOrEqual((performance.now() - began) / 1000);
  });
});
