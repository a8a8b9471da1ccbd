import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { tapeSeconds } from '../../../test/factories/tape.js';

const MARKET = 1;

let world: FuturesWorld;
beforeAll(async () => {
  world = await FuturesWorld.open();
});
afterAll(() => world.close());
beforeEach(() => {
  world.pass(60_000);
  world.price('60000');
});

const tape = (index: string) =>
  tapeSeconds(world.source, [{ marketId: MARKET, at: world.clock.now(), index, mark: index, last: index }]);
// Priced again and again, until the caller is told to ask later.
const refused = { code: 'request.unavailable' };

it('a position of real money is opened and closed within four bands of what the tape says', async () => {
  const user = await world.user('1000');
  await tape('50100');
  const { positionId } = await world.open(user);
  world.pass(1000);
  await tape('49000');
  await expect(world.open(user)).rejects.toMatchObject(refused);
  await expect(world.close1(user, positionId)).rejects.toMatchObject(refused);
  await expect(world.close1(user, positionId, { lots: 1 })).rejects.toMatchObject(refused);
  expect(await world.row(user, positionId)).toMatchObject({ status: 1, lots: 10 });
  world.pass(1000);
  await tape('80000');
  await expect(world.close1(user, positionId)).rejects.toMatchObject(refused);
  world.pass(1000);
  await tape('60000');
  await world.close1(user, positionId);
  expect(await world.row(user, positionId)).toMatchObject({ status: 3 });
});

it('what the tape said fifteen seconds ago, and demo money, is filled as the board says', async () => {
  const [user, demo] = [await world.user('1000'), await world.user('1000', { demo: true })];
  await tape('20000');
  await world.open(demo, { demo: true });
  await expect(world.open(user)).rejects.toMatchObject(refused);
  world.pass(15_000);
  expect(await world.open(user)).toMatchObject({ status: 1 });
});
