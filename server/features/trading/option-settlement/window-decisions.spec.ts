import { DataSource } from 'typeorm';
import { settlementPrice, windowOpensAt } from '../../../contract/rules/option-settlement.rules.js';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import type { TapeProofView } from '../../../contract/markets/tape.dto.js';
import { isInTree, tapeHash } from '../../../contract/rules/tape.rules.js';
import { dateOf } from '../../../test/factories/tape.js';
import { OptionWorld } from '../../../test/factories/option-world.js';
import { ReadTape } from '../../markets/tape/index.js';
import { RecordPaths } from '../../markets/tape/record-paths.js';
import { SealTape } from '../../markets/tape/seal-tape.js';
import { TapeJobs } from '../../markets/tape/tape.jobs.js';
import { TapePathsStore } from '../../markets/tape/tape-paths.store.js';
import { TapePartitionsStore } from '../../markets/tape/tape-partitions.store.js';
import { GetReceipt } from '../options/get-receipt.js';
import { CheckBooks } from '../../wallet/ledger/index.js';
import { type DueWindow, SettlementsStore } from './settlements.store.js';

let database: TestDatabase;
let world: OptionWorld;
let gateway: DataSource;
let worker: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await OptionWorld.open({}, database);
  [gateway, worker] = (await Promise.all(
    [database.gatewayUrl, database.workerUrl].map((url) => createDataSource(url).initialize()),
  )) as [DataSource, DataSource];
}, 60_000);

afterAll(async () => {
  const checked = await world.get(CheckBooks).execute();
  await Promise.all([gateway.destroy(), worker.destroy()]);
  await world.app.close();
  await database.drop();
  expect(checked.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

/** A window of one order that closes now, whose prices are told. */
async function aDueWindow(prices = ['50010', '50011.5', '50012', '50013', '50014.25']): Promise<DueWindow> {
  world.clock.set(Math.ceil(world.clock.now() / 1000) * 1000 + 60_000);
  await world.price('50000');
  const user = await world.user();
  await world.buy(user);
  await world.seconds(60 - prices.length, () => '50001');
  await world.seconds(prices.length, (place) => prices[place] ?? null);
  const due = await world.get(SettlementsStore).due(world.clock.now(), 100);
  return due.find(({ closesAt }) => closesAt === world.clock.now()) as DueWindow;
}

const INSERT = `insert into option_settlement (market_id, closes_at, rule_version, window_seconds, price_decimals,
    constituents_min, origin, price, samples, decided_at)
  values (1, '2026-01-05T12:00:00Z', 1, 5, 3, 3, 'live', 99999, '[]', '2026-01-05T12:00:01Z')`;

describe('a window', () => {
  it('is decided from what the tape says, second for second, as whoever reads the tape sees it', async () => {
    const window = await aDueWindow();
    const taped = await world.get(ReadTape).slice(window.marketId, windowOpensAt(window), window.closesAt);
    const decided = await new SettlementsStore(worker).decide(window, world.clock.now());
    expect(taped).toHaveLength(5);
    expect(decided?.samples).toEqual(taped);
    const { price, reason } = settlementPrice(taped, window);
    expect({ price: decided?.price, reason: decided?.reason }).toEqual({ price, reason });
    await world.settle();
  });

  it('that was decided stays so', async () => {
    const window = await aDueWindow();
    const store = new SettlementsStore(worker);
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => store.decide(window, world.clock.now())));
    expect(others).toEqual([first, first]);
    await world.settle();
  });

  it('of a rule that there is not is decided by nobody', async () => {
    const window = await aDueWindow();
    const other = { ...window, rule: { ...window.rule, version: 2 as never } };
    await expect(new SettlementsStore(worker).decide(other, world.clock.now())).rejects.toMatchObject({
      code: '22023',
    });
    await world.settle();
  });

  it('is decided by no gateway, and nobody who serves writes a decision by hand', async () => {
    const window = await aDueWindow();
    const decide = new SettlementsStore(gateway).decide(window, world.clock.now());
    await expect(decide).rejects.toMatchObject({ code: '42501' });
    for (const source of [gateway, worker]) await expect(source.query(INSERT)).rejects.toMatchObject({ code: '42501' });
    await world.settle();
  });
});

describe('the entry of an order', () => {
  it('is kept as the tape has it, by a worker alone', async () => {
    const window = await aDueWindow();
    const entered = window.closesAt - 60_000;
    const saveEntries = (serving: DataSource) => new SettlementsStore(serving).saveEntries(1, [entered, entered + 400]);
    await expect(saveEntries(gateway)).rejects.toMatchObject({ code: '42501' });
    await saveEntries(worker);
    const store = new SettlementsStore(gateway);
    expect(await store.entry(1, entered)).toEqual(await world.get(ReadTape).at(1, entered));
    const invented = `insert into option_entry (market_id, at, sample) values (1, '2026-01-05T12:00:00Z', '{}')`;
    for (const source of [gateway, worker])
      await expect(source.query(invented)).rejects.toMatchObject({ code: '42501' });
    await world.settle();
  });
});

describe('an absence of all workers', () => {
  const DAY_MS = 86_400_000;

  it('takes no day of the tape from what closed on it: that is settled by its price, and the day goes then', async () => {
    const window = await aDueWindow();
    world.clock.advance(4 * DAY_MS);
    await world.get(SealTape).execute();
    const days = new TapePartitionsStore(worker);
    const day = dateOf(window.closesAt);
    expect(await days.dropOlderThan(2, world.clock.now())).toMatchObject({
      dropped: [],
      held: expect.arrayContaining([day]),
    });
    await world.settle();
    const settlement = await new SettlementsStore(worker).find(window);
    expect(settlement).toMatchObject({ reason: null, price: expect.any(String) });
    expect((await days.dropOlderThan(2, world.clock.now())).held).toContain(day);
    await world.get(RecordPaths).execute();
    expect(await days.dropOlderThan(2, world.clock.now())).toMatchObject({
      dropped: expect.arrayContaining([day]),
      held: [],
    });
  });

  it('takes no day either on which an order began that closed on the next one', async () => {
    // The last second of a day but ten.
    world.clock.set(Math.ceil((world.clock.now() + 1) / DAY_MS) * DAY_MS - 10_000);
    await world.price('50000');
    const user = await world.user();
    await world.buy(user, { seconds: 300 });
    const entered = world.clock.now();
    world.clock.advance(4 * DAY_MS);
    await world.get(SealTape).execute();
    const days = new TapePartitionsStore(worker);
    expect((await days.dropOlderThan(2, world.clock.now())).held).toContain(dateOf(entered));
    await world.settle();
    expect(await new SettlementsStore(worker).entry(1, entered)).not.toBeNull();
    await world.get(RecordPaths).execute();
    expect((await days.dropOlderThan(2, world.clock.now())).dropped).toContain(dateOf(entered));
  });
});

describe('the proof of an order', () => {
  const DAY_MS = 86_400_000;
  const receiptOf = (userId: string, id: string) => world.get(GetReceipt).execute({ userId, sessionId: '1' }, id, 'en');
  const isProven = (proof: TapeProofView | null) =>
    proof?.root != null && isInTree(proof.sample.hash, proof.place, proof.root.samples, proof.path, proof.root.root);

  it('of its entry and of its window stays when the day of the tape is gone, and is that of no other price', async () => {
    // An order that begins in one hour and closes in the next one, in the middle of a day.
    world.clock.set(Math.ceil((world.clock.now() + 1) / DAY_MS) * DAY_MS + DAY_MS / 2 - 30_000);
    await world.price('50000');
    const user = await world.user();
    const { id } = await world.buy(user);
    await world.seconds(60, (place) => String(50_001 + place));
    const day = dateOf(world.clock.now());
    await world.settle();
    const before = await receiptOf(user, id);
    expect([before.entryProof, before.proof]).toEqual([null, null]);

    world.clock.advance(4 * DAY_MS);
    await world.get(TapeJobs).onSeal();
    const onTape = await receiptOf(user, id);
    expect((await new TapePartitionsStore(worker).dropOlderThan(2, world.clock.now())).dropped).toContain(day);
    expect(await world.get(ReadTape).at(1, before.entryAt)).toBeNull();

    const receipt = await receiptOf(user, id);
    expect(receipt).toEqual(onTape);
    expect([receipt.entryProof, receipt.proof].map(isProven)).toEqual([true, true]);
    expect(receipt.entryProof?.sample).toEqual(receipt.entrySample);
    expect(receipt.proof?.sample).toEqual(receipt.samples.at(-1));
    expect(receipt.entryProof?.root?.hour).not.toBe(receipt.proof?.root?.hour);
    for (const { sample } of [receipt.entryProof, receipt.proof] as TapeProofView[]) {
      const changed = { ...sample, index: '60000' };
      const rehashed = { ...changed, hash: tapeHash(1, changed, sample.prevHash) };
      expect((await world.get(ReadTape).proofOf(1, rehashed)).root).toBeNull();
    }
  });

  it('is recorded once, by a worker alone, and by nobody where the samples do not make the root of their hour', async () => {
    const window = await aDueWindow();
    await world.settle();
    const paths = (serving: DataSource) => new TapePathsStore(serving);
    const last = window.closesAt;
    const bogus = [{ second: last, path: ['0'.repeat(64)] }];
    await expect(paths(gateway).record(1, bogus)).rejects.toMatchObject({ code: '42501' });
    await world.source.query(
      `insert into tape_root (market_id, hour, root, samples, first_sequence, last_sequence, last_hash, sealed_at)
       select 1, date_trunc('hour', $1::timestamptz, 'UTC'), $2, 1, 1, 1, $2, now() on conflict do nothing`,
      [new Date(last), Buffer.alloc(32)],
    );
    await world.get(RecordPaths).execute();
    expect(await paths(gateway).of(1, last)).toBeNull();
    expect((await paths(worker).due(100)).flatMap(({ seconds }) => seconds)).toContain(last);

    await paths(worker).record(1, [{ second: last, path: ['1'.repeat(64), '2'.repeat(64)] }]);
    await paths(worker).record(1, bogus);
    expect(await paths(gateway).of(1, last)).toEqual(['1'.repeat(64), '2'.repeat(64)]);
    for (const sql of ['update tape_path set path = null', 'delete from tape_path', 'truncate tape_path'])
      await expect(world.source.query(sql)).rejects.toMatchObject({ code: 'LG009' });
  });
});
