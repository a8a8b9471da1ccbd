import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import type { LeverView } from '../../../contract/trading/lever.dto.js';
import { asWork, recordWith } from '../../../platform/tracing/work.js';
import { FakeRecorder } from '../../../test/fakes/fake-recorder.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { until } from '../../../test/gateway.js';
import { LeverEvents } from './lever-events.js';

let world: FuturesWorld;
const leaves: (() => void)[] = [];

beforeAll(async () => {
  // Beats come when a test says so; everything else takes its time.
  jest.useFakeTimers({ doNotFake: [...REAL_TIMERS] });
  world = await FuturesWorld.open();
}, 60_000);
beforeEach(() => world.price('60000'));
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
  recordWith(null);
  jest.restoreAllMocks();
});
afterAll(async () => {
  await world.close();
  jest.useRealTimers();
});

/** All but `setInterval`. */
const REAL_TIMERS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

interface Frame {
  name: string;
  payload: Record<string, string> & { id: number[] };
}

/** An old client of the user; answers once it has its first picture. */
async function anOldClient(userId: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  leaves.push(world.get(LeverEvents).watch(userId, (frame) => frames.push(frame as Frame)));
  await until('the first picture is there', () => frames.length === 1);
  return frames;
}

/** Counts statements from here on: those that say one of these users alone, and those for whoever is connected. */
function countStatements(userIds: string[]): { ofUsers: number; ofAll: number } {
  const counts = { ofUsers: 0, ofAll: 0 };
  const query = PostgresQueryRunner.prototype.query;
  jest.spyOn(PostgresQueryRunner.prototype, 'query').mockImplementation(function (
    this: PostgresQueryRunner,
    ...given: Parameters<PostgresQueryRunner['query']>
  ) {
    const parameters = Array.isArray(given[1]) ? (given[1] as unknown[]) : [];
    const isOurs = (id: unknown) => userIds.includes(String(id));
    if (parameters.some(isOurs)) counts.ofUsers += 1;
    else if (parameters.flat().some(isOurs)) counts.ofAll += 1;
    return query.apply(this, given);
  });
  return counts;
}

const held = (frames: Frame[]) => {
  const trades = frames.findLast(({ name }) => name === 'lever_trade');
  return JSON.parse(trades?.payload.trades_all ?? '[]') as LeverView[];
};

describe('an old client', () => {
  it('costs no statement while nothing happens to it, however the prices of what it holds move', async () => {
    const [idle = '', waiting = '', holder = ''] = await Promise.all([world.user(), world.user(), world.user()]);
    await world.open(holder, { lots: 2 });
    await world.open(waiting, { isLimit: true, limitPrice: '50000' });
    const [ofIdle, ofWaiting, ofHolder] = [
      await anOldClient(idle),
      await anOldClient(waiting),
      await anOldClient(holder),
    ];
    const counts = countStatements([idle, waiting, holder]);
    for (let second = 1; second < 60; second += 1) {
      world.price(String(60_000 + second));
      await jest.advanceTimersByTimeAsync(1000);
    }
    expect(counts.ofUsers).toBe(0);
    // The look of the gateway at all streams together, which makes up for hints that are lost.
    expect(counts.ofAll).toBeLessThanOrEqual(59);
    expect(ofIdle).toHaveLength(1);
    expect(ofHolder.filter(({ name }) => name === 'lever_trade')).toHaveLength(60);
    expect(held(ofHolder)).toMatchObject([{ update_price: '60059.00000000' }]);
    // What waits is shown at the price of every tenth second.
    expect(ofWaiting).toHaveLength(6);
    // Should anything have changed without an event.
    await jest.advanceTimersByTimeAsync(1000);
    await until('all are read again', () => counts.ofUsers === 6);
  });

  it('hears what opens and closes with its event, as a part of the trace of the command', async () => {
    const userId = await world.user();
    const frames = await anOldClient(userId);
    const recorder = new FakeRecorder();
    recordWith(recorder);
    const { positionId } = await asWork({ name: 'opening', kind: 'internal' }, () => world.open(userId, { lots: 2 }));
    await until('it is open', () => held(frames).length === 1);
    await asWork({ name: 'closing', kind: 'internal' }, () => world.close1(userId, positionId));
    await until('it is closed', () => frames.some(({ name }) => name === 'lever_closed'));
    recordWith(null);
    expect(frames.at(-1)).toEqual({
      name: 'lever_closed',
      payload: { type: 'lever_closed', to: Number(userId), id: [Number(positionId)] },
    });
    expect(held(frames)).toEqual([]);
    const pushes = (of: string) => {
      const work = recorder.spans.find(({ name }) => name === of);
      return recorder.spans
        .filter(({ name, place }) => name.startsWith('push') && place.traceId === work?.place.traceId)
        .map(({ name, from }) => [name, recorder.spans.find(({ place }) => place.spanId === from?.spanId)?.name]);
    };
    expect(pushes('opening')).toEqual([['push lever_trade', 'outbox read']]);
    expect(pushes('closing')).toEqual([
      ['push lever_trade', 'outbox read'],
      ['push lever_closed', 'outbox read'],
    ]);
  });

  it('is told nothing of a user’s practice money, and nothing that another account is told', async () => {
    const [userId, stranger] = [await world.user('10000', { demo: true }), await world.user()];
    const frames = await anOldClient(userId);
    await world.open(userId, { lots: 2, demo: true });
    await world.open(stranger, { lots: 2 });
    const own = await anOldClient(stranger);
    expect(held(own)).toHaveLength(1);
    expect(frames.map(({ name, payload }) => [name, payload.trades_all])).toEqual([['lever_trade', '[]']]);
  });
});
