import { OptionWorld } from '../../../test/factories/option-world.js';
import { NextIndex } from './index.js';

let world: OptionWorld;

beforeAll(async () => {
  world = await OptionWorld.open();
}, 60_000);

afterAll(() => world?.app.close());

beforeEach(async () => {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
});

/** Whether it was given by now. */
async function isGiven(next: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([next, new Promise((resolve) => setImmediate(() => resolve('waits')))])) !== 'waits';
}

it('is the first that is sampled after the call, and none that stands on the board', async () => {
  world.clock.advance(400);
  const next = world.get(NextIndex).of(1);
  expect(await isGiven(next)).toBe(false);
  await world.price('50001', {}, 2);
  expect(await isGiven(next)).toBe(false);
  world.clock.advance(600);
  await world.price('50002');
  expect(await next).toBe(world.clock.now());
  expect(world.get(NextIndex).waiting).toBe(0);
});

it('is newer than the known one also where the clock here is behind', async () => {
  const sampledAt = world.clock.now();
  world.clock.set(sampledAt - 800);
  const next = world.get(NextIndex).of(1);
  world.clock.set(sampledAt);
  await world.price('50001');
  expect(await isGiven(next)).toBe(false);
  world.clock.advance(1000);
  await world.price('50002');
  expect(await next).toBe(sampledAt + 1000);
});

it('is none of a market that gets none, and of a market that there is not', async () => {
  const without = world.get(NextIndex).of(1);
  world.clock.advance(1000);
  await world.price(null);
  expect(await without).toBeNull();
  expect(await world.get(NextIndex).of(9999)).toBeNull();
});
