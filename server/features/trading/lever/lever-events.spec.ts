import type { LeverView } from '../../../contract/trading/lever.dto.js';
import { asWork, recordWith } from '../../../platform/tracing/work.js';
import { FakeRecorder } from '../../../test/fakes/fake-recorder.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { until } from '../../../test/gateway.js';
import { BEATS_ONLY, countStatements, distinctUserIds } from '../../../test/user-statements.js';
import { LeverEvents } from './lever-events.js';

let world: FuturesWorld;
const leaves: (() => void)[] = [];

beforeAll(async () => {
  jest.useFakeTimers(BEATS_ONLY);
  world = await FuturesWorld.open();
  await distinctUserIds(world.source);
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

const held = (frames: Frame[]) => {
  const trades = frames.findLast(({ name }) => name === 'lever_trade');
  return JSON.parse(trades?.payload.trades_all ?? '[]') as LeverView[];
};

describe('an old client', () => {
  it('costs no statement while nothing happens to it, however the prices of what it holds move', async () => {
    const [idle, waiting, holder] = await Promise.all([world.user(), world.user(), world.user()]);
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
    // A look a second at the streams of everybody, and what was announced before.
    expect(counts.ofAll).toBeLessThan(65);
    expect(ofIdle).toHaveLength(1);
    expect(ofHolder.filter(({ name }) => name === 'lever_trade')).toHaveLength(60);
    expect(held(ofHolder)).toMatchObject([{ update_price: '60059.00000000' }]);
    // What waits is shown at the price of every tenth second.
    expect(ofWaiting).toHaveLength(6);
    // Should anything have changed without an event.
    await jest.advanceTimersByTimeAsync(1000);
    // Rows, money and language of each.
    await until('all are read again', () => counts.ofUsers === 9);
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
