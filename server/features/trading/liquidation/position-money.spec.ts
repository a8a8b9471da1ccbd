import type { EntityManager } from 'typeorm';
import { postingsAsked, violationsOf } from '../../../test/factories/books.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';

/** What the journals of a position moved against what it says (C03, C13), however it came to its end. */
let world: FuturesWorld;
let worker: Worker;
/** Positions of each way, by its name. */
const positions = new Map<string, string>();

const WAYS = [
  'whole',
  'in parts',
  'insured',
  'reduced',
  'reduced and closed',
  'closed and liquidated',
  'held',
] as const;
type Way = (typeof WAYS)[number];
/** 5 BTC: too much for its margin is closed in part. */
const LARGE = { marginMode: 'isolated', leverage: 50, lots: 500 } as const;
const SMALL = { marginMode: 'isolated', leverage: 50, lots: 10 } as const;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
  await worker.price('60000', {}, 3);
  await world.insure('50000');
  await inOrder(['whole', 'in parts', 'held'], { leverage: 2, lots: 10 }, async (user, id, way) => {
    if (way === 'in parts') await world.close1(user, id, { lots: 3 });
    if (way === 'held') await world.commands.margin.execute({ userId: user, positionId: id, amount: '5', key: null });
    else await world.close1(user, id);
  });
  const reduced = await open(['reduced', 'reduced and closed'], LARGE);
  const weak = await open(['closed and liquidated'], LARGE);
  for (const [user, id] of weak) await world.close1(user, id, { lots: 7 });
  await worker.price('59150');
  for (const [user, id, way] of reduced) if (way === 'reduced and closed') await world.close1(user, id);
  await worker.price('58000', {}, 4);
  await worker.price('60000', {}, 3);
  await open(['insured'], SMALL);
  await worker.price('48000');
}, 120_000);
// Closing it checks the books.
afterAll(() => world.close());

type Opened = [user: string, id: string, way: Way];

async function open(ways: Way[], wish: Parameters<FuturesWorld['open']>[1]): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (const way of ways) {
    const user = await world.user('100000');
    const { positionId } = await world.open(user, wish);
    positions.set(way, positionId);
    opened.push([user, positionId, way]);
  }
  return opened;
}

async function inOrder(
  ways: Way[],
  wish: Parameters<FuturesWorld['open']>[1],
  work: (...opened: Opened) => Promise<void>,
): Promise<void> {
  for (const opened of await open(ways, wish)) await work(...opened);
}

const idOf = (way: string): string => positions.get(way) as string;

/** Somebody with every right does something, and it is taken back. */
async function after<Answer>(statement: string, ask: (tx: EntityManager) => Promise<Answer>): Promise<Answer> {
  const runner = world.source.createQueryRunner();
  await runner.startTransaction();
  try {
    for (const table of ['futures_position', 'liquidation_report'])
      await runner.query(`alter table ${table} disable trigger all`);
    await runner.query(statement);
    return await ask(runner.manager);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

const found = (statement: string, name: string): Promise<number> =>
  after(statement, (tx) => violationsOf(tx, name)).then((rows) => rows.length);

it('every way was gone', async () => {
  const rows: { id: string; way: string }[] = await world.source.query(
    `select p.id::text as id, concat_ws(' ', p.status, p.closed_as, sign(p.insurance),
              (select string_agg(r.kind, ' ' order by r.id) from liquidation_report r where r.position_id = p.id),
              (select count(*) from ledger_journal j where j.reason = 'futures.reduce' and j.reference like p.id || ':%')) as way
       from futures_position p`,
  );
  const way = new Map(rows.map((row) => [row.id, row.way]));
  expect(Object.fromEntries(WAYS.map((name) => [name, way.get(idOf(name))]))).toMatchObject({
    whole: '3 closed 0 0',
    'in parts': '3 closed 0 1',
    'reduced and closed': expect.stringMatching(/^3 closed 0 partial [1-9]/),
    'closed and liquidated': expect.stringMatching(/^3 liquidated -?[01] (partial )+full [2-9]/),
    reduced: expect.stringMatching(/^3 liquidated -?[01] (partial )+full [1-9]/),
    insured: '3 liquidated -1 full 0',
    held: '1 0 0',
  });
});

it('is in order', async () => {
  for (const name of ['C03', 'C13']) expect(await violationsOf(world.source.manager, name)).toEqual([]);
});

describe.each(WAYS)('a position, %s', (way) => {
  const changed = (change: string) => `update futures_position set ${change} where id = ${idOf(way)}`;

  it('gained what its journals moved, and its fees were booked', async () => {
    for (const change of ['realised_profit = realised_profit + 1', 'fee = fee + 0.1'])
      expect([change, await found(changed(change), 'C13')]).toEqual([change, 1]);
  });

  it('booked on the fund what it says', async () => {
    expect(await found(changed('insurance = insurance + 0.1'), 'C03')).toBeGreaterThan(0);
  });
});

describe('a report', () => {
  it.each(['reduced', 'closed and liquidated', 'insured'])(
    'of a position, %s, says what its journal moved',
    async (way) => {
      const report = (change: string) =>
        `update liquidation_report set ${change} where id = (
         select min(id) from liquidation_report where position_id = ${idOf(way)})`;
      expect(await found(report('profit = profit + 1'), 'C13')).toBeGreaterThan(0);
      expect(await found(report('fee = fee + 0.1'), 'C13')).toBeGreaterThan(0);
      expect(await found(report('insurance = insurance + 0.1'), 'C03')).toBeGreaterThan(0);
    },
  );
});

it('postings of other journals are asked for where the owner closed a part, and nowhere else', async () => {
  const asked = (name: string, way: Way) =>
    world.source.transaction((tx) => postingsAsked(tx, name, 'futures_position', idOf(way)));
  for (const way of WAYS) expect([way, await asked('C03', way)]).toEqual([way, 0]);
  const ways: Way[] = [];
  for (const way of WAYS) if ((await asked('C13', way)) > 0) ways.push(way);
  expect(ways).toEqual(['in parts', 'reduced and closed', 'closed and liquidated']);
});
