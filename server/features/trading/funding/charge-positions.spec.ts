import { Client } from 'pg';
import { nextFundingStamp } from '../../../contract/rules/funding.rules.js';
import { isConnectionLoss } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { aRate } from '../../../test/factories/funding.js';
import { BTC_MARKET, FuturesWorld } from '../../../test/factories/futures-world.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ChargePositions } from './charge-positions.js';
import { FundingStore, type RateKey } from './funding.store.js';
import { SettleFunding } from './settle-funding.js';

/** Ten lots of 0.01 at 60,000 are 6,000, and 0.0007 of it is 4.2: longs pay it, shorts receive it. */
const RATE = '0.0007';
const LOTS = 10;

interface Opened {
  id: string;
  userId: string;
  demo: boolean;
  side: 'long' | 'short';
}

let world: FuturesWorld;
let admin: Client;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await FuturesWorld.open({}, database);
  admin = new Client({ connectionString: database.url });
  await admin.connect();
}, 60_000);
afterAll(async () => {
  await admin.end();
  await world.close().finally(() => database.drop());
});

const charge = (rate: RateKey) => world.get(ChargePositions).execute(rate);

/** Users with an isolated and a cross position each, every third one in demo money, longs and shorts in turn. */
async function someOpen(users: number): Promise<Opened[]> {
  world.refresh();
  const opened: Opened[] = [];
  for (let user = 0; user < users; user += 1) {
    const demo = user % 3 === 2;
    const userId = await world.user('5000', { demo });
    for (const marginMode of ['isolated', 'cross'] as const) {
      const side = opened.length % 2 === 0 ? 'long' : 'short';
      const { positionId } = await world.open(userId, { lots: LOTS, demo, side, marginMode });
      opened.push({ id: positionId, userId, demo, side });
    }
  }
  return opened;
}

/** Whoever had an instant before a stamp is committed by now. */
const COMMITTED_MS = 60_000;

/** The next stamp has passed by so much, and its rate is known. */
async function decided(afterMs = COMMITTED_MS): Promise<RateKey> {
  const stamp = new Date(nextFundingStamp(world.clock.now()));
  world.clock.set(stamp.getTime() + afterMs);
  world.refresh();
  const rate = { marketId: BTC_MARKET, stamp };
  await aRate(world.source, { ...rate, rate: RATE, mark: '60000' });
  return rate;
}

/** What each of them has paid at the stamp, by id. */
async function paid({ stamp }: RateKey, opened: readonly Opened[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = Object.fromEntries(opened.map(({ id }) => [id, []]));
  const rows: { id: string; paid: string }[] = await world.source.query(
    `select position_id::text as id, trim_scale(paid)::text as paid from funding_charge
      where stamp = $1 and position_id = any ($2)`,
    [stamp, opened.map(({ id }) => id)],
  );
  for (const row of rows) found[row.id]?.push(row.paid);
  return found;
}

const everybodyOnce = (opened: readonly Opened[]) =>
  Object.fromEntries(opened.map(({ id, side }) => [id, [side === 'long' ? '4.2' : '-4.2']]));
const nobody = (opened: readonly Opened[]) => Object.fromEntries(opened.map(({ id }) => [id, []]));

/** Journals and events of the positions at the stamp: one of each for everybody. */
async function traces({ stamp }: RateKey, opened: readonly Opened[]): Promise<{ journals: number; events: number }> {
  const [row] = await world.source.query(
    `select (select count(*)::integer from ledger_journal where reason = 'futures.funding'
               and reference = any (select concat(id, ':', $2::bigint) from unnest($1::bigint[]) id)) as journals,
            (select count(*)::integer from outbox o where o.kind = 'position' and o.at >= $3
               and o.payload->>'positionId' = any ($1::text[])) as events`,
    [opened.map(({ id }) => id), stamp.getTime() / 1000, stamp],
  );
  return row;
}

async function isSettled({ marketId, stamp }: RateKey): Promise<boolean> {
  const [row] = await world.source.query(
    'select settled_at is not null as settled from funding_rate where market_id = $1 and stamp = $2',
    [marketId, stamp],
  );
  return row.settled;
}

/** The backend that charges and waits for a lock, once there is one. */
async function waiting(): Promise<number> {
  for (;;) {
    const [found] = await world.source.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%funding_settle(%'`,
    );
    if (found) return found.pid;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('charging positions', () => {
  it('by many workers at once, in batches that overlap: everybody once', async () => {
    const opened = await someOpen(9);
    const rate = await decided();
    const store = world.get(FundingStore);
    const { positions } = await store.due(rate, '0', 1000);
    const ids = positions.map(({ id }) => id);
    const batches = ids.map((_, place) => ids.slice(place, place + 3));
    const lane = async (some: string[][]) => {
      let charged = 0;
      for (const batch of some) {
        const done = await world.get(Transactions).run((tx) => store.charge(tx, rate, batch, rate.stamp));
        charged += done.charged;
      }
      return charged;
    };
    const counts = await Promise.all([lane(batches), lane(batches.toReversed()), charge(rate), charge(rate)]);
    // Whoever was held by another one for a moment is found by the next run.
    const rest = await charge(rate);
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(ids.length);
    expect(await paid(rate, opened)).toEqual(everybodyOnce(opened));
    expect(await traces(rate, opened)).toEqual({ journals: opened.length, events: opened.length });
    expect(await isSettled(rate)).toBe(true);
    expect(await charge(rate)).toBe(0);
  });

  it('with a connection that is lost in the middle of it: nothing was done, and the next worker does all', async () => {
    const opened = await someOpen(4);
    const rate = await decided();
    await admin.query('begin');
    await admin.query('select from outbox_stream where user_id = $1 for update', [opened.at(-1)?.userId]);
    const [lost] = await Promise.all([
      charge(rate).then(
        () => null,
        (error: unknown) => error,
      ),
      waiting().then((pid) => world.source.query('select pg_terminate_backend($1)', [pid])),
    ]);
    await admin.query('rollback');
    expect(isConnectionLoss(lost)).toBe(true);
    expect(await paid(rate, opened)).toEqual(nobody(opened));
    expect(await traces(rate, opened)).toEqual({ journals: 0, events: 0 });
    expect(await isSettled(rate)).toBe(false);
    await charge(rate);
    expect(await paid(rate, opened)).toEqual(everybodyOnce(opened));
    expect(await traces(rate, opened)).toEqual({ journals: opened.length, events: opened.length });
    expect(await isSettled(rate)).toBe(true);
  });

  it('by a worker that dies between two batches: the next one charges the others', async () => {
    const opened = await someOpen(4);
    const rate = await decided();
    const some = opened.slice(0, 3).map(({ id }) => id);
    const done = await world
      .get(Transactions)
      .run((tx) => world.get(FundingStore).charge(tx, rate, some, new Date(world.clock.now())));
    expect(done.charged).toBe(3);
    await charge(rate);
    expect(await paid(rate, opened)).toEqual(everybodyOnce(opened));
    expect(await traces(rate, opened)).toEqual({ journals: opened.length, events: opened.length });
    expect(await isSettled(rate)).toBe(true);
  });

  it('while one is being closed: the others now, and it for the lots of the stamp when it has closed', async () => {
    const opened = await someOpen(3);
    const rate = await decided();
    const [closing, ...others] = opened as [Opened, ...Opened[]];
    await admin.query('begin');
    await admin.query(
      `select futures_close($1, 'test', $2, '\\x00', $3, 3, array[$4::bigint], array[$5::integer], null, array[60000], '[]')`,
      [closing.userId, `closing-${closing.id}`, new Date(world.clock.now()), closing.id, LOTS],
    );
    // The user's account is the close's own until it ends, so the user's other position waits, too.
    const free = others.filter(({ userId }) => userId !== closing.userId);
    const charged = charge(rate);
    await waiting();
    await admin.query('commit');
    await charged;
    await charge(rate);
    expect(await paid(rate, free)).toEqual(everybodyOnce(free));
    expect(await paid(rate, opened)).toEqual(everybodyOnce(opened));
    expect(await world.row(closing.userId, closing.id)).toMatchObject({ status: 3, funding: '-4.2' });
    expect(await isSettled(rate)).toBe(true);
  });

  it('of which one cannot be charged: all others are, and it is when it can be', async () => {
    const opened = await someOpen(5);
    const rate = await decided();
    const [stuck, ...others] = opened.toReversed() as [Opened, ...Opened[]];
    await world.source.query(`
      create function test_fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger test_fail before insert on funding_charge for each row when (new.position_id = ${stuck.id})
        execute function test_fail()`);
    await charge(rate);
    expect(await paid(rate, others)).toEqual(everybodyOnce(others));
    expect(await paid(rate, [stuck])).toEqual(nobody([stuck]));
    expect(await isSettled(rate)).toBe(false);
    await world.source.query('drop function test_fail cascade');
    // It is not asked for again and again.
    expect(await charge(rate)).toBe(0);
    world.clock.advance(30_000);
    expect(await charge(rate)).toBe(1);
    expect(await paid(rate, opened)).toEqual(everybodyOnce(opened));
    expect(await isSettled(rate)).toBe(true);
  });

  it('of whom one becomes visible behind the stamp: it is charged, too, and the stamp ends with the look behind that', async () => {
    const opened = await someOpen(2);
    const rate = await decided(500);
    // An order whose instant is before the stamp, and whose transaction has not ended.
    const hidden = opened.at(-1) as Opened;
    const visible = opened.filter(({ userId }) => userId !== hidden.userId);
    const late = jest.spyOn(world.get(FundingStore), 'due').mockResolvedValueOnce({
      positions: visible.map(({ id, userId }) => ({ id, userId })),
      last: null,
    });
    late.mockResolvedValueOnce({ positions: [], last: null });
    expect(await charge(rate)).toBe(visible.length);
    late.mockRestore();
    expect(await paid(rate, [hidden])).toEqual(nobody([hidden]));
    expect(await isSettled(rate)).toBe(false);
    world.clock.set(rate.stamp.getTime() + COMMITTED_MS - 1);
    expect(await charge(rate)).toBe(0);
    expect(await isSettled(rate)).toBe(false);
    world.clock.set(rate.stamp.getTime() + COMMITTED_MS);
    await charge(rate);
    expect(await paid(rate, opened)).toEqual(everybodyOnce(opened));
    expect(await isSettled(rate)).toBe(true);
  });

  it('in a process that ends: the batch that runs is the last one, and the stamp is left to others', async () => {
    const opened = await someOpen(2);
    const rate = await decided();
    const store = world.get(FundingStore);
    const ending = new ChargePositions(store, world.get(Transactions), world.get(Outbox), world.clock);
    const running = jest.spyOn(store, 'charge').mockImplementationOnce(async () => {
      ending.onModuleDestroy();
      return { charged: 1, users: [] };
    });
    expect(await ending.execute(rate)).toBe(1);
    expect(await ending.execute(rate)).toBe(0);
    running.mockRestore();
    expect(await paid(rate, opened)).toEqual(nobody(opened));
    expect(await isSettled(rate)).toBe(false);
    await charge(rate);
    expect(await paid(rate, opened)).toEqual(everybodyOnce(opened));
  });

  it('once at a time in a process, however often it is asked for', async () => {
    const settle = world.get(SettleFunding);
    const looks = jest.spyOn(world.get(FundingStore), 'unsettled');
    await Promise.all([settle.execute(), settle.execute(), settle.execute()]);
    expect(looks).toHaveBeenCalledTimes(1);
    await settle.execute();
    expect(looks).toHaveBeenCalledTimes(2);
    looks.mockRestore();
  });

  it('finds everybody in pages, whoever has closed since, and nobody who opened later', async () => {
    const opened = await someOpen(4);
    const rate = await decided();
    await world.close1(opened[2]?.userId as string, opened[2]?.id as string);
    await world.close1(opened[4]?.userId as string, opened[4]?.id as string, { lots: 4 });
    const late = await someOpen(1);
    const found: string[] = [];
    for (let after: string | null = '0'; after !== null; ) {
      const { positions, last } = await world.get(FundingStore).due(rate, after, 3);
      found.push(...positions.map(({ id }) => id));
      after = last;
    }
    const ours = new Set([...opened, ...late].map(({ id }) => id));
    const expected = opened.map(({ id }) => id);
    expect(found.filter((id) => ours.has(id)).sort()).toEqual(expected.sort());
    await charge(rate);
    expect(await paid(rate, opened)).toEqual(everybodyOnce(opened));
    expect(await paid(rate, late)).toEqual(nobody(late));
  });
});
