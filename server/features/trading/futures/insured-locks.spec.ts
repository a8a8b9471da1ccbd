import type { QueryRunner } from 'typeorm';
import { FuturesWorld } from '../../../test/factories/futures-world.js';

let world: FuturesWorld;
let positionId: string;
let settlement: QueryRunner;
let liquidation: QueryRunner;

beforeAll(async () => {
  world = await FuturesWorld.open();
  await world.insure('100');
  ({ positionId } = await world.open(await world.user('10000'), { lots: 1 }));
  settlement = world.source.createQueryRunner();
  liquidation = world.source.createQueryRunner();
  // The settlement's connection has a fee and a result account of its own from now on.
  await settlement.query(
    `select ledger_post('test.move', gen_random_uuid()::text, now(), false, array[null, null]::bigint[],
       array['fee', 'house_pnl'], array[3, 3], array[1, -1]::numeric[], array[null, null]::text[])`,
  );
});
afterAll(async () => {
  await settlement?.release();
  await liquidation?.release();
  await world?.close();
});

it.each(['fee', 'house_pnl'])(
  'who needs the insurance fund waits for the account %s before the fund is locked, as liquidations do',
  async (kind) => {
    const [own]: { pid: number }[] = await settlement.query('select pg_backend_pid() as pid');
    const pid = own?.pid;
    await liquidation.startTransaction();
    await liquidation.query(
      `select from ledger_account where owner_key = 0 and kind = $1 and currency_id = 3 and not demo and shard = $2::integer % 16
         for no key update`,
      [kind, pid],
    );
    await settlement.startTransaction();
    const insured = settlement.query('select futures_insured(f, 10) from futures_position f where f.id = $1', [
      positionId,
    ]);
    for (let isWaiting = false; !isWaiting; ) {
      const [row]: { waits: boolean }[] = await world.source.query(
        `select cardinality(pg_blocking_pids($1)) > 0 or a.state = 'idle in transaction' as waits
           from pg_stat_activity a where a.pid = $1`,
        [pid],
      );
      isWaiting = row?.waits ?? false;
    }
    // Nobody waits for the liquidation while it takes the fund: before, this was a deadlock.
    await liquidation.query(
      `select from ledger_account where owner_key = 0 and kind = 'insurance' and currency_id = 3 and not demo
         for no key update nowait`,
    );
    await liquidation.rollbackTransaction();
    await insured;
    await settlement.rollbackTransaction();
  },
);

it('closing a cross position, which locks its accounts first, waits for no account of anybody else', async () => {
  const [user, other] = [await world.user('10000'), await world.user('10000')];
  const own = await world.open(user, { marginMode: 'cross', lots: 1 });
  await world.open(other, { lots: 1 });
  await liquidation.startTransaction();
  const held = await liquidation.query(
    `select kind from ledger_account where owner_id = $1 and kind in ('contract', 'contract_frozen')
      order by kind for no key update`,
    [other],
  );
  expect(held.map(({ kind }: { kind: string }) => kind)).toEqual(['contract', 'contract_frozen']);
  try {
    await world.close1(user, own.positionId);
  } finally {
    await liquidation.rollbackTransaction();
  }
  expect(await world.row(user, own.positionId)).toMatchObject({ status: 3 });
});
