import type { QueryRunner } from 'typeorm';
import { FuturesWorld } from '../../../test/factories/futures-world.js';

interface Count {
  marketId: number;
  demo: boolean;
  side: 'long' | 'short';
}

const PLACE = 'market_id = $1 and demo = $2 and side = $3 and shard = $4';

let world: FuturesWorld;
let runners: QueryRunner[];

beforeAll(async () => {
  world = await FuturesWorld.open();
  world.price('60000');
  world.price('3000', {}, 2);
});
afterAll(() => world?.close());
beforeEach(() => {
  runners = [world.source.createQueryRunner(), world.source.createQueryRunner()];
});
afterEach(async () => {
  for (const runner of runners) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
});

async function heldIn({ marketId, demo, side }: Count): Promise<string> {
  const user = await world.user('10000', { demo });
  return (await world.open(user, { marketId, demo, side, lots: 1 })).positionId;
}

async function untilBlocked(pid: number): Promise<void> {
  for (;;) {
    const [row] = await world.source.query('select cardinality(pg_blocking_pids($1)) > 0 as blocked', [pid]);
    if (row.blocked) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const real: Count = { marketId: 1, demo: false, side: 'long' };

it.each<[string, Count, Count]>([
  ['a market before the next one', { ...real, demo: true }, { ...real, marketId: 2, side: 'short' }],
  ['real money before demo money', real, { ...real, demo: true, side: 'short' }],
  ['shorts before longs', { ...real, side: 'short' }, real],
])('counts of open lots are locked %s', async (_order, first, later) => {
  const ids = [await heldIn(later), await heldIn(first)];
  const [holder, locker] = runners as [QueryRunner, QueryRunner];
  await locker.startTransaction();
  const [{ pid }] = await locker.query('select pg_backend_pid() as pid');
  // A connection counts in a shard of its own.
  const placeOf = ({ marketId, demo, side }: Count) => [marketId, demo, side === 'long' ? 1 : -1, pid % 16];
  for (const count of [first, later]) {
    await world.source.query(
      `insert into futures_open_lots (market_id, demo, side, shard, lots) values ($1, $2, $3, $4, 0) on conflict do nothing`,
      placeOf(count),
    );
  }
  await holder.startTransaction();
  await holder.query(`select from futures_open_lots where ${PLACE} for update`, placeOf(first));
  const locking = locker.query('select futures_lock_open_lots($1)', [ids]);
  await untilBlocked(pid);
  // Whoever waits for the first has not taken what comes behind it.
  await world.source.query(`select from futures_open_lots where ${PLACE} for update nowait`, placeOf(later));
  await holder.rollbackTransaction();
  await locking;
  await expect(
    world.source.query(`select from futures_open_lots where ${PLACE} for update nowait`, placeOf(later)),
  ).rejects.toMatchObject({ code: '55P03' });
});
