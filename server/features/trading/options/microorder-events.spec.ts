import { OutboxReader } from '../../../platform/outbox/outbox-reader.js';
import { asWork, recordWith } from '../../../platform/tracing/work.js';
import { FakeRecorder } from '../../../test/fakes/fake-recorder.js';
import { fund } from '../../../test/factories/ledger.js';
import { OptionWorld } from '../../../test/factories/option-world.js';
import { until } from '../../../test/gateway.js';
import { BEATS_ONLY, countStatements, distinctUserIds } from '../../../test/user-statements.js';
import { MicroorderEvents } from './microorder-events.js';

let world: OptionWorld;
const leaves: (() => void)[] = [];

beforeAll(async () => {
  jest.useFakeTimers(BEATS_ONLY);
  world = await OptionWorld.open();
  await distinctUserIds(world.source);
}, 60_000);
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
  recordWith(null);
  jest.restoreAllMocks();
});
afterAll(async () => {
  await world.app.close();
  jest.useRealTimers();
});

/** A user with practice and real money and an old client, whose stream is followed, with what it is told. */
async function anOldClient() {
  const userId = await world.user('1000');
  const frames: { name: string; payload: unknown }[] = [];
  const streams = world.get(OutboxReader);
  const before = streams.figures.streams;
  const open = jest.spyOn(streams, 'open');
  leaves.push(world.get(MicroorderEvents).watch(userId, (frame) => frames.push(frame)));
  expect(streams.figures.streams).toBe(before + 1);
  await open.mock.results[0]?.value;
  return { userId, frames };
}

it('an order that is open costs no statement until it ends', async () => {
  await world.price('50000');
  const { userId } = await anOldClient();
  await world.withNextIndex(world.buy(userId));
  const counts = countStatements([userId]);
  await jest.advanceTimersByTimeAsync(59_000);
  expect(counts.ofUsers).toBe(0);
  // A look a second at the streams of everybody, and what was announced before.
  expect(counts.ofAll).toBeLessThan(65);
});

it('an order that has ended is told once with its event, as a part of the trace of its settlement; practice is not', async () => {
  await world.price('50000');
  const { userId, frames } = await anOldClient();
  await world.verify(userId);
  await fund(world.source, userId, '1000', { kind: 'option' });
  await world.withNextIndex(world.buy(userId));
  const orders = [
    await world.withNextIndex(world.buy(userId, { demo: false })),
    await world.withNextIndex(world.buy(userId, { demo: false, stake: '110' })),
  ];
  await world.seconds(61, () => '50010');
  const recorder = new FakeRecorder();
  recordWith(recorder);
  await asWork({ name: 'settling', kind: 'internal' }, () => world.settle());
  await until('both are told', () => frames.length === 2);
  recordWith(null);
  const expected = orders.map(({ id }) => ({
    name: 'closed_microorder',
    payload: { type: 'closed_microorder', to: Number(userId), data: { id, status: 3 } },
  }));
  expect(frames).toHaveLength(2);
  expect(frames).toMatchObject(expected);
  const [settling] = recorder.spans;
  const pushes = recorder.spans.filter(({ name }) => name.startsWith('push'));
  expect(pushes.map(({ name, place }) => [name, place.traceId])).toEqual([
    ['push closed_microorder', settling?.place.traceId],
    ['push closed_microorder', settling?.place.traceId],
  ]);
  expect(recorder.spans.find(({ place }) => place.spanId === pushes[0]?.from?.spanId)?.name).toBe('outbox read');
});

it('orders that ended while a stream was opened anew, after the database was put back, are told once', async () => {
  await world.seconds(1, () => '50000');
  const userId = await world.user('1000');
  await world.verify(userId);
  await fund(world.source, userId, '1000', { kind: 'option' });
  const before = await world.withNextIndex(world.buy(userId, { demo: false }));
  const frames: { payload: unknown }[] = [];
  const [events, streams] = [world.get(MicroorderEvents), world.get(OutboxReader)];
  const looks = jest.spyOn(events, 'look');
  leaves.push(events.watch(userId, (frame) => frames.push(frame)));
  await until('it is looked at', () => looks.mock.results.length === 1);
  await looks.mock.results[0]?.value;
  const after = await world.withNextIndex(world.buy(userId, { demo: false, stake: '110' }));
  await until('it is looked at', () => looks.mock.calls.some(([, [event]]) => event?.kind === 'option.opened'));
  let open: () => void = () => undefined;
  const gate = new Promise<void>((done) => (open = done));
  const openStream = streams.open.bind(streams);
  const opening = jest.spyOn(streams, 'open').mockImplementation(async (...given) => {
    await gate;
    return openStream(...given);
  });
  await world.source.query('update outbox_history set id = gen_random_uuid()');
  await jest.advanceTimersByTimeAsync(1000);
  await until('its stream is opened anew', () => opening.mock.calls.length === 1);
  await world.seconds(61, () => '50010');
  await world.settle();
  open();
  await until('both are told', () => frames.length === 2, 60_000);
  const expected = [before, after].map(({ id }) => ({ payload: { data: { id, status: 3 } } }));
  expect(frames).toMatchObject(expected);
  // The next end is told with its event.
  const third = await world.withNextIndex(world.buy(userId, { demo: false }));
  await world.seconds(61, () => '50020');
  await world.settle();
  await until('it is told', () => frames.length > 2);
  expect(frames).toMatchObject([...expected, { payload: { data: { id: third.id } } }]);
});
