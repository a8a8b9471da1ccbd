import { Logger } from '@nestjs/common';
import { FuturesWorld, type Prices } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { tapeSeconds } from '../../../test/factories/tape.js';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import { HealthRegistry } from '../../../platform/health/health.registry.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import {
  type AccountKey,
  accountKey,
  DecisionMarkets,
  FollowOpenPositions,
  FuturesIndex,
  FuturesIndexStore,
} from '../futures-index/index.js';
import { ActOnMargins } from './act-on-margins.js';
import { CheckMargins } from './check-margins.js';
import { CountGoneMarkets } from './count-gone-markets.js';
import { DueMarginsStore } from './due-margins.store.js';
import { FindDueMargins } from './find-due-margins.js';
import { LiquidationJobs } from './liquidation.jobs.js';
import { MissedMargins } from './missed-margins.js';
import { ReachedMargins } from './reached-margins.js';
import { SweepMargins } from './sweep-margins.js';

let world: FuturesWorld;
let worker: Worker;
const unknown = new Set<number>();

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125', REAL_MONEY_ON_SIMULATED: 'false' });
  worker = new Worker(world);
  await world.insure('100000');
  const futuresIndex = world.get(FuturesIndex);
  const put = futuresIndex.put.bind(futuresIndex);
  futuresIndex.put = (position) => {
    if (!unknown.has(position.id)) put(position);
  };
}, 60_000);
afterAll(() => world?.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
  world.get(Metrics).liquidationSweepFound.reset();
});
/** Nobody of one test is found in another. */
afterEach(async () => {
  unknown.clear();
  // What a test put on the tape is of another price.
  world.clock.advance(20_000);
  await worker.price('60000', {}, 2);
  const open: { id: string; user: string; status: number }[] = await world.source.query(
    'select id::text as id, user_id::text as user, status from futures_position where status in (0, 1) order by id',
  );
  for (const { id, user, status } of open) await (status === 0 ? world.cancel(user, id) : world.close1(user, id));
  await worker.look();
});

const isolated = { marginMode: 'isolated', leverage: 50 } as const;
const cross = { marginMode: 'cross', leverage: 50 } as const;

interface Said extends Prices {
  /** What the tape says of it where that differs. */
  taped?: { mark?: DecimalText | null; origin?: 'live' | 'simulated'; state?: 'ok' | 'stale' };
  /** Whether the worker looks as well. */
  looks?: boolean;
}

/** The price stands for so many seconds, on the board and on the tape, and the worker's index is asked each time. */
async function stands(last: DecimalText, seconds = 10, { taped, looks = true, ...prices }: Said = {}): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    world.clock.advance(1000);
    world.price(last, prices);
    const at = world.clock.now();
    await tapeSeconds(world.source, [{ marketId: 1, at, index: last, mark: last, origin: 'live', ...taped }]);
    if (looks) await worker.look();
    else world.get(ReachedMargins).by([1]);
  }
}

/** The index knows these positions no more, and is not told of them again. */
async function forgotten(...positions: string[]): Promise<void> {
  await world.get(FollowOpenPositions).follow();
  for (const id of positions.map(Number)) {
    unknown.add(id);
    world.get(FuturesIndex).margins.remove(id);
  }
  // A row is read again, and its account marked, for as long as any database of the server has an older transaction.
  world.get(FuturesIndex).dirty.clear();
}

const sweep = () => world.get(LiquidationJobs).onSweep();

async function found(): Promise<Record<string, number>> {
  const { values } = await world.get(Metrics).liquidationSweepFound.get();
  return Object.fromEntries(
    values.map(({ labels, value }) => [labels.outcome, value]).filter(([, value]) => value !== 0),
  );
}

const everybody = () => ({
  after: '0',
  rows: 1000,
  realMoneyOrigins: ['live' as const],
  unpriced: [],
  at: new Date(world.clock.now()),
  seconds: 10,
});

const statusOf = async (user: string, id: string) => (await world.row(user, id)).status;

/** Another process with an index of its own, over the same database and board. */
async function anotherWorker(): Promise<{ sweeps: SweepMargins; futuresIndex: FuturesIndex }> {
  const futuresIndex = new FuturesIndex();
  const store = world.get(FuturesIndexStore);
  const markets = world.get(DecisionMarkets);
  const followOpenPositions = new FollowOpenPositions(store, futuresIndex, markets);
  await followOpenPositions.load();
  const act = world.get(ActOnMargins);
  const check = new CheckMargins(store, markets, futuresIndex, act);
  const finds = new FindDueMargins(world.get(DueMarginsStore), markets, world.get(Clock), world.get(CountGoneMarkets));
  const reached = new ReachedMargins(markets, futuresIndex);
  return {
    sweeps: new SweepMargins(finds, followOpenPositions, reached, check, world.get(MissedMargins)),
    futuresIndex,
  };
}

describe('a sweep of margins', () => {
  it('liquidates once what the index does not know, counts it and raises the alarm', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, isolated);
    const safe = await world.open(await world.user('10000'), { ...isolated, leverage: 5 });
    await forgotten(position.positionId, safe.positionId);
    await stands('58900');
    expect(await statusOf(user, position.positionId)).toBe(1);
    expect((await world.get(HealthRegistry).ask()).margins).toMatchObject({ state: 'ok' });
    await sweep();
    expect(await world.row(user, position.positionId)).toMatchObject({ status: 3, closedAs: 'liquidated' });
    expect(await worker.reports(position.positionId)).toMatchObject([{ kind: 'full', lots: 10, mark: '58900' }]);
    expect(await found()).toEqual({ missed: 1 });
    expect((await world.get(HealthRegistry).ask()).margins).toEqual({ state: 'degraded', detail: { missed: 1 } });
    await stands('58900', 5);
    await sweep();
    expect(await worker.reports(position.positionId)).toHaveLength(1);
    expect(await found()).toEqual({ missed: 1 });
  });

  it('finds nothing where the index does its work', async () => {
    const users = await Promise.all([1, 2, 3].map(() => world.user('5000')));
    const held = await Promise.all(users.map((user) => world.open(user, isolated)));
    const all = await world.open(users[0] as string, { ...cross, lots: 40 });
    for (const price of ['59500', '59200', '58900', '57000', '56900'] as const) {
      await stands(price, 4);
      await sweep();
    }
    for (const [place, { positionId }] of held.entries()) {
      expect(await statusOf(users[place] as string, positionId)).toBe(3);
    }
    expect((await world.row(users[0] as string, all.positionId)).status).toBe(1);
    expect(await found()).toEqual({});
  });

  it('leaves to the index what it has in hand, and acts when nobody has until the next sweep', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, isolated);
    await worker.look();
    await stands('58900', 10, { looks: false });
    await sweep();
    expect(await found()).toEqual({ in_hand: 1 });
    expect(await statusOf(user, positionId)).toBe(1);
    await stands('58900', 5, { looks: false });
    await sweep();
    expect(await found()).toEqual({ in_hand: 1, late: 1 });
    expect(await worker.reports(positionId)).toHaveLength(1);
  });

  it('takes what was due for less than ten seconds for the index to find', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, isolated);
    await forgotten(positionId);
    await stands('59500', 5);
    await stands('58900', 9);
    await sweep();
    expect(await found()).toEqual({});
    await stands('58900', 1);
    await sweep();
    expect(await found()).toEqual({ missed: 1 });
  });

  it('says nothing of the index by a row, or by what stands beside it, that was changed in this time', async () => {
    await stands('58900', 10);
    const user = await world.user('100000');
    world.price('60000');
    const { positionId } = await world.open(user, isolated);
    await forgotten(positionId);
    await stands('58900', 6);
    await world.open(user, { ...isolated, leverage: 5, isLimit: true, limitPrice: '50000', lots: 1 });
    await forgotten(positionId);
    await stands('58900', 9);
    await sweep();
    expect(await statusOf(user, positionId)).toBe(3);
    expect(await found()).toEqual({ changed: 1 });
    expect(await worker.reports(positionId)).toMatchObject([{ kind: 'full', lots: 10, mark: '58900' }]);
  });

  it.each(['a stop', 'the smallest margin'])(
    'is not escaped by whoever changes %s every three seconds',
    async (what) => {
      const user = await world.user('1000');
      const { positionId } = await world.open(user, isolated);
      await forgotten(positionId);
      for (let change = 0; change < 6; change++) {
        await stands('58900', 3);
        const stops = { takeProfitSource: 'last', stopLoss: undefined, stopLossSource: undefined } as const;
        await (what === 'a stop'
          ? world.commands.stops.execute({ userId: user, positionId, ...stops, takeProfit: `9000${change}`, key: null })
          : world.commands.margin.execute({ userId: user, positionId, amount: '0.00000001', key: null }));
        await forgotten(positionId);
      }
      expect(await statusOf(user, positionId)).toBe(1);
      await sweep();
      expect([await statusOf(user, positionId), await found()]).toEqual([3, { changed: 1 }]);
      expect(await worker.reports(positionId)).toHaveLength(1);
      await sweep();
      expect(await found()).toEqual({ changed: 1 });
    },
  );

  it.each([
    ['the tape has no mark', { mark: null }],
    ['the index of the tape is stale', { state: 'stale' as const }],
    ['the tape is of an origin that may not move real money', { origin: 'simulated' as const }],
  ])('does nothing where %s', async (_why, taped) => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, isolated);
    await forgotten(positionId);
    await stands('58900', 10, { taped });
    await sweep();
    expect(await statusOf(user, positionId)).toBe(1);
    await stands('58900', 4, {});
    await sweep();
    expect([await statusOf(user, positionId), await found()]).toEqual([1, {}]);
    await stands('58900', 6);
    await sweep();
    expect(await found()).toEqual({ missed: 1 });
  });

  it('does nothing by a tape that is old or has holes, nor while the market is halted', async () => {
    const user = await world.user('1000');
    const { positionId } = await world.open(user, isolated);
    await forgotten(positionId);
    await stands('58900');
    world.clock.advance(3000);
    await sweep();
    await stands('58900', 3);
    await sweep();
    expect(await found()).toEqual({});
    await world.halt('looked at by an operator');
    await stands('58900', 10);
    await sweep();
    await world.halt(null);
    expect([await statusOf(user, positionId), await found()]).toEqual([1, {}]);
    await stands('58900', 2);
    await sweep();
    expect(await found()).toEqual({ missed: 1 });
  });

  it('goes by simulated prices for demo money alone', async () => {
    const [real, demo] = [await world.user('1000'), await world.user('1000', { demo: true })];
    const retained = await world.open(real, isolated);
    const lost = await world.open(demo, { ...isolated, demo: true });
    await forgotten(retained.positionId, lost.positionId);
    await stands('58900', 10, { origin: 'simulated', taped: { origin: 'simulated' } });
    await sweep();
    expect(await found()).toEqual({ missed: 1 });
    expect([await statusOf(real, retained.positionId), await statusOf(demo, lost.positionId)]).toEqual([1, 3]);
  });

  it('finds an account whose cross positions together have not enough', async () => {
    const user = await world.user('1400');
    const held = await world.open(user, cross);
    const other = await world.open(await world.user('5000'), cross);
    await worker.look();
    await forgotten(held.positionId, other.positionId);
    await stands('50000', 10);
    await sweep();
    expect(await found()).toEqual({});
    await stands('47500', 10);
    await sweep();
    expect(await found()).toEqual({});
    await stands('46150', 10);
    expect(await statusOf(user, held.positionId)).toBe(1);
    const said = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await sweep();
    // Who looks into the log finds the account that the index did not know.
    expect(said.mock.calls.flat()).toContainEqual(expect.stringMatching(new RegExp(`, among account ${user}:`)));
    said.mockRestore();
    expect(await found()).toEqual({ missed: 1 });
    expect(await worker.reports(held.positionId)).toHaveLength(1);
    expect(await worker.reports(other.positionId)).toEqual([]);
  });

  it('says nothing of the index by an account whose money moved in this time: that may be about to compute it', async () => {
    const user = await world.user('1400');
    const held = await world.open(user, cross);
    await worker.look();
    await forgotten(held.positionId);
    await stands('46150', 6);
    await world.take(user, '1');
    await stands('46150', 9);
    await sweep();
    expect([await statusOf(user, held.positionId), await found()]).toEqual([3, { changed: 1 }]);
  });

  it('leaves an account alone that has a position in a market without a usable mark', async () => {
    const user = await world.user('1400');
    const held = await world.open(user, cross);
    world.price('2000', {}, 2);
    const ether = await world.open(user, { ...cross, marketId: 2, lots: 1 });
    await worker.look([1, 2]);
    await forgotten(held.positionId, ether.positionId);
    await stands('46000');
    expect((await world.get(DueMarginsStore).slice(everybody()))?.due).toEqual({ ids: [], accounts: [] });
    await tapeSeconds(
      world.source,
      Array.from({ length: 10 }, (_none, second) => ({
        marketId: 2,
        at: world.clock.now() - (9 - second) * 1000,
        index: '2000',
        mark: '2000',
        origin: 'live' as const,
      })),
    );
    expect((await world.get(DueMarginsStore).slice(everybody()))?.due).toEqual({ ids: [], accounts: [`${user}:0`] });
  });

  it('takes back the orders that somebody does not stand with, and counts that too', async () => {
    const user = await world.user('10000000');
    const held = await world.open(user, { ...isolated, leverage: 20, lots: 5000 });
    const order = await world.open(user, {
      ...isolated,
      leverage: 5,
      lots: 12_000,
      isLimit: true,
      limitPrice: '50000',
    });
    await forgotten(held.positionId);
    await stands('58200', 10);
    await sweep();
    expect(await world.row(user, order.positionId)).toMatchObject({ status: 4, closedAs: 'revoked' });
    expect(await found()).toEqual({ missed: 1 });
  });

  it('of two workers at once liquidates and counts once', async () => {
    const users = await Promise.all([1, 2, 3, 4].map(() => world.user('1000')));
    const held = await Promise.all(users.map((user) => world.open(user, isolated)));
    const ids = held.map(({ positionId }) => positionId);
    await forgotten(...ids);
    const others = await Promise.all([anotherWorker(), anotherWorker()]);
    for (const { futuresIndex } of others) for (const id of ids) futuresIndex.margins.remove(Number(id));
    await stands('58900');
    await Promise.all([sweep(), ...others.map(({ sweeps }) => sweeps.execute())]);
    for (const id of ids) expect(await worker.reports(id)).toHaveLength(1);
    expect(await found()).toEqual({ missed: 4 });
  });

  it('that ends in the middle is done anew by the next one, each position once', async () => {
    const users: string[] = [];
    for (let user = 0; user < 4; user++) users.push(await world.user('1000'));
    const held = await Promise.all(users.map((user) => world.open(user, isolated)));
    const ids = held.map(({ positionId }) => positionId);
    await forgotten(...ids);
    await stands('58900');
    const store = world.get(DueMarginsStore);
    let slices = 0;
    const cut = Object.assign(Object.create(store) as DueMarginsStore, {
      slice: (query: Parameters<DueMarginsStore['slice']>[0]) => {
        slices += 1;
        if (slices === 3) throw new Error('The process ends.');
        return store.slice(query);
      },
    });
    const { sweeps, futuresIndex } = await anotherWorker();
    for (const id of ids) futuresIndex.margins.remove(Number(id));
    Object.assign(sweeps, {
      find: new FindDueMargins(cut, world.get(DecisionMarkets), world.get(Clock), world.get(CountGoneMarkets)),
    });
    await expect(sweeps.execute(1)).rejects.toThrow('The process ends.');
    expect(await found()).toEqual({ missed: 2 });
    await sweep();
    expect(await found()).toEqual({ missed: 4 });
    for (const id of ids) expect(await worker.reports(id)).toHaveLength(1);
  });
});

describe('accounts that could not be computed', () => {
  it('are computed at the next look, as long as they have something open', async () => {
    const user = await world.user('5000');
    const held = await world.open(user, cross);
    await worker.look();
    const futuresIndex = world.get(FuturesIndex);
    const key = futuresIndex.account(Number(held.positionId)) as AccountKey;
    futuresIndex.dirty.clear();
    const reached = world.get(ReachedMargins);
    reached.putDirty([key, `${key}9` as AccountKey]);
    expect([...futuresIndex.dirty]).toEqual([key]);
    expect(reached.takeDirty(10)).toEqual([key]);
  });
});

describe('a position that was closed', () => {
  it('is gone from the index by the time that the act is over, whatever events come later', async () => {
    const user = await world.user('1400');
    const position = await world.open(user, cross);
    await worker.price('60000', {}, 2);
    const key = accountKey(user, false);
    const known = () => [...world.get(FuturesIndex).positionsOf(key)];
    expect(known()).toEqual([Number(position.positionId)]);
    await worker.price('46150', {}, 2);
    expect(await statusOf(user, position.positionId)).toBe(3);
    expect(known()).toEqual([]);
  });
});
