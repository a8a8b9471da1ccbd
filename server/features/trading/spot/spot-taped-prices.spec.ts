import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SpotWorld } from '../../../test/factories/spot-world.js';
import { registeredInvariants } from '../../wallet/ledger/index.js';

/** What a caller says that a price is, held against the tape. */
let world: SpotWorld;
beforeAll(async () => {
  world = await SpotWorld.open();
}, 60_000);
// The seconds of one test are around the fills of the others.
afterAll(async () => {
  await world?.begin();
  await world?.close();
});
beforeEach(() => world.begin());

let keys = 0;
/** With a key of its own: the same without one, soon after, is the same command. */
const buy = (user: string, demo = false) => world.place(user, { demo }, `taped-${++keys}`);
const filled = async (user: string, demo = false) => (await buy(user, demo)).status;

it('real money is filled within four bands of what the tape says, and nothing is left of what is refused', async () => {
  const user = await world.aTrader();
  // One bitcoin for 100, with a band of a twentieth.
  await world.tape('83.4');
  expect(await filled(user)).toBe('filled');
  const before = await world.balances(user);
  for (const last of ['83.3', '125.1', '60000']) {
    await world.begin();
    await world.tape(last);
    await expect(buy(user)).rejects.toMatchObject({ code: 'request.unavailable' });
  }
  expect(await world.balances(user)).toEqual(before);
  await world.begin();
  await world.tape('124.9');
  expect(await filled(user)).toBe('filled');
});

it('demo money is filled as the board says, and so is real money where the tape says nothing sound of now', async () => {
  const demo = await world.aTrader(true);
  await world.tape('200');
  expect(await filled(demo, true)).toBe('filled');
  const user = await world.aTrader();
  await world.begin();
  expect(await filled(user)).toBe('filled');
  await world.begin();
  await world.tape('200', { state: 'degraded' });
  expect(await filled(user)).toBe('filled');
  await world.begin();
  await world.tape('200', { at: Math.floor(Date.now() / 1000) * 1000 - 16_000 });
  expect(await filled(user)).toBe('filled');
});

it('what the tape contradicts is found in the books', async () => {
  const user = await world.aTrader();
  await world.tape('100');
  const { id } = await buy(user);
  const found = async () => {
    const part = registeredInvariants().find(({ name }) => name === 'S15')?.parts[0];
    const sql = typeof part?.sql === 'function' ? part.sql() : (part?.sql ?? '');
    const rows: unknown[] = await world.source.query(
      `with checked as (select * from spot_fill where order_id = ${id}) ${sql}`,
    );
    return rows.length;
  };
  // The second that the world writes is ahead of the fill by less than a second.
  const taped = (price: number, secondsBefore: number) =>
    world.source.query(`set session_replication_role = replica;
      update price_sample p set second = date_trunc('second', f.at) - interval '${secondsBefore} seconds',
             index = ${price}, mark = null, last = null from spot_fill f where f.order_id = ${id};
      set session_replication_role = origin`);
  await taped(100, 1);
  expect(await found()).toBe(0);
  await taped(130, 1);
  expect(await found()).toBe(1);
  await taped(130, 16);
  expect(await found()).toBe(0);
});
