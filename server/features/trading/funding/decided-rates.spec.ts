import { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { dateOf, rootTape, tapeSeconds } from '../../../test/factories/tape.js';
import { TapePartitionsStore } from '../../markets/tape/tape-partitions.store.js';
import { FundingStore } from './funding.store.js';

const STAMP = Date.UTC(2026, 10, 27, 8);
const RATE = { marketId: 1, stamp: new Date(STAMP) };
const LIVE = { open: [{ from: STAMP - 9 * 3_600_000, to: STAMP + 3_600_000 }], origins: ['live'] } as const;

let database: TestDatabase;
let owner: DataSource;
let gateway: DataSource;
let worker: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  [owner, gateway, worker] = (await Promise.all(
    [database.url, database.gatewayUrl, database.workerUrl].map((url) => createDataSource(url).initialize()),
  )) as [DataSource, DataSource, DataSource];
}, 60_000);

afterAll(async () => {
  await Promise.all([owner, gateway, worker].map((source) => source.destroy()));
  await database.drop();
});

beforeEach(() => owner.query('delete from funding_rate; delete from funding_premium; delete from tape_head'));
afterEach(() =>
  owner.query(
    `alter table price_sample disable trigger user; delete from price_sample; alter table price_sample enable trigger user`,
  ),
);

const decide = (at = STAMP + 1000, given: Parameters<FundingStore['decide']>[1] = LIVE, serving = worker) =>
  new FundingStore(serving).decide(RATE, given, new Date(at));
const premium = (secondsBefore: number, value: string, origin: 'live' | 'simulated' = 'live', serving = worker) =>
  new FundingStore(serving).savePremiums(new Date(STAMP - secondsBefore * 1000), [
    { marketId: 1, premium: value, index: '60000', origin },
  ]);
const taped = (secondsBefore: number, mark: string | null, origin: 'live' | 'simulated' = 'live') =>
  tapeSeconds(owner, [{ marketId: 1, at: STAMP - secondsBefore * 1000, index: mark, mark, origin }]);
const decided = async () => {
  const rows: Record<string, unknown>[] = await owner.query(
    `select trim_scale(rate)::text as rate, trim_scale(premium)::text as premium, samples, trim_scale(mark)::text as mark, void,
            origins, trim_scale(cap)::text as cap from funding_rate`,
  );
  return rows[0] ?? null;
};

describe('a rate of funding', () => {
  it('is what the premiums of its eight hours make, of prices that may move real money, and the mark is that of the stamp', async () => {
    for (const [seconds, value] of [
      [8 * 3600 + 5, '0.9'],
      [8 * 3600, '0.0010'],
      [5, '0.0014'],
      [0, '0.9'],
    ] as const)
      await premium(seconds, value);
    await premium(10, '0.9', 'simulated');
    await taped(1, '59000');
    await taped(0, '60000');
    await taped(-1, '61000');
    expect(await decide()).toBe(true);
    const [{ cap }] = await owner.query(
      'select trim_scale(maintenance_ratio)::text as cap from maintenance_tier where market_id = 1 order by floor limit 1',
    );
    // B.3: a mean premium of 0.0012 makes 0.0007.
    const rate = { rate: '0.0007', premium: '0.0012', samples: 2, mark: '60000', void: null, origins: ['live'], cap };
    expect(await decided()).toEqual(rate);
    const [market] = await owner.query('select trim_scale(funding_rate)::text as rate from market where id = 1');
    expect(market.rate).toBe('0.0007');
    await premium(20, '0.9');
    expect(await decide()).toBe(true);
    expect(await decided()).toEqual(rate);
  });

  it('waits for the tape to reach its stamp, and a minute for one that does not', async () => {
    await premium(5, '0.0012');
    await taped(1, '60000');
    expect([await decide(), await decided()]).toEqual([false, null]);
    expect(await decide(STAMP + 59_999)).toBe(false);
    expect(await decide(STAMP + 60_000)).toBe(true);
    expect(await decided()).toMatchObject({ rate: '0.0007', mark: '60000' });
  });

  it.each<[string, () => Promise<unknown>, Parameters<FundingStore['decide']>[1], string]>([
    ['whose last mark is eleven seconds old', () => taped(11, '60000'), LIVE, 'no-price'],
    ['whose second has no mark', () => taped(0, null), LIVE, 'no-price'],
    ['whose mark was simulated', () => taped(0, '60000', 'simulated'), LIVE, 'no-price'],
  ])('%s is void', async (_what, tape, given, reason) => {
    await premium(5, '0.0012');
    await tape();
    expect(await decide(STAMP + 60_000, given)).toBe(true);
    expect(await decided()).toMatchObject({ rate: '0', void: reason });
  });

  it('is void while the session of its market was closed, as a caller says of one that has a calendar, and of no other', async () => {
    await premium(5, '0.0012');
    await taped(0, '60000');
    expect(await decide(STAMP + 60_000, { ...LIVE, open: [] })).toBe(true);
    expect(await decided()).toMatchObject({ rate: '0.0007', void: null });
    await owner.query('delete from funding_rate');
    await owner.query(
      `update market set calendar = (select min(code) from session_calendar where code <> 'always') where id = 1`,
    );
    try {
      expect(await decide(STAMP + 60_000, { ...LIVE, open: [] })).toBe(true);
      expect(await decided()).toMatchObject({ rate: '0', void: 'closed' });
    } finally {
      await owner.query(`update market set calendar = 'always' where id = 1`);
    }
  });

  describe('has premiums', () => {
    const refused = [1];
    const seen = (at: number, given: { value?: string; index?: string } = {}) =>
      new FundingStore(worker).savePremiums(new Date(at), [
        { marketId: 1, premium: given.value ?? '0.001', index: given.index ?? '60000', origin: 'live' },
      ]);

    it('of the seconds in which they are written, by the database’s clock', async () => {
      const ownClock =
        'create or replace function database_now(p_claimed timestamptz) returns timestamptz language sql volatile';
      const [{ text }] = await owner.query(`select pg_get_functiondef('database_now'::regproc) as text`);
      await owner.query(`${ownClock} as $$ select timestamptz '2026-11-27 07:59:57Z' $$`);
      try {
        expect(await seen(STAMP - 3_600_000)).toEqual(refused);
        expect(await seen(STAMP - 20_000)).toEqual(refused);
        expect(await seen(STAMP)).toEqual(refused);
        expect(await seen(STAMP - 5000)).toEqual([]);
      } finally {
        await owner.query(text);
      }
    });

    it('one for each five seconds, of an index that the tape does not contradict, and within the band', async () => {
      await seen(STAMP - 15_000, { index: '90000' });
      await taped(10, '60000');
      expect(await seen(STAMP - 9000)).toEqual(refused);
      expect(await seen(STAMP - 10_000, { index: '64000' })).toEqual(refused);
      expect(await seen(STAMP - 10_000, { value: '0.06' })).toEqual(refused);
      expect(await seen(STAMP - 10_000, { value: '-0.06' })).toEqual(refused);
      await seen(STAMP - 10_000, { index: '61000' });
      const [{ count }] = await owner.query('select count(*)::integer as count from funding_premium');
      expect(count).toBe(2);
    });

    it('of each market, whatever another one has', async () => {
      const both = ['0.06', '0.001'].map((value, place) => ({
        marketId: place + 1,
        premium: value,
        index: '60000',
        origin: 'live' as const,
      }));
      expect(await new FundingStore(worker).savePremiums(new Date(STAMP - 10_000), both)).toEqual([1]);
      const rows = await owner.query('select market_id as market from funding_premium');
      expect(rows).toEqual([{ market: 2 }]);
    });

    it('that nobody takes out while a rate is held against them', async () => {
      await premium(5, '0.0012');
      await expect(worker.query('delete from funding_premium')).rejects.toMatchObject({ code: '42501' });
      const left = async (at: number) => {
        await new FundingStore(worker).forgetPremiums(new Date(at));
        const [{ count }] = await owner.query('select count(*)::integer as count from funding_premium');
        return count as number;
      };
      expect(await left(STAMP + 14 * 86_400_000 - 5000)).toBe(1);
      expect(await left(STAMP + 14 * 86_400_000 - 4999)).toBe(0);
    });
  });

  it('has a mark that is ten seconds old', async () => {
    await premium(5, '0.0012');
    await taped(10, '60000');
    expect(await decide(STAMP + 60_000)).toBe(true);
    expect(await decided()).toMatchObject({ rate: '0.0007', mark: '60000', void: null });
  });

  it('is of a stamp, and none before it', async () => {
    expect(await decide(STAMP - 1)).toBe(false);
    const between = new FundingStore(worker).decide(
      { ...RATE, stamp: new Date(STAMP + 1000) },
      LIVE,
      new Date(STAMP + 9e6),
    );
    await expect(between).rejects.toMatchObject({ code: '22023' });
  });

  it('keeps its day on the tape until it is decided, as does the stamp that ends the day, and no other', async () => {
    const HOUR_MS = 3_600_000;
    const late = STAMP + 96 * HOUR_MS;
    const decideAt = (hours: number) =>
      new FundingStore(worker).decide({ marketId: 1, stamp: new Date(STAMP + hours * HOUR_MS) }, LIVE, new Date(late));
    const days = () => new TapePartitionsStore(worker).dropOlderThan(2, late);
    await premium(5, '0.0012');
    await taped(0, '60000');
    await rootTape(owner);
    await decideAt(-8);
    expect((await days()).held).toContain(dateOf(STAMP));
    await decideAt(0);
    expect(await owner.query('select void from funding_rate where stamp = $1', [new Date(STAMP)])).toEqual([
      { void: null },
    ]);
    await decideAt(8);
    expect((await days()).held).toContain(dateOf(STAMP));
    await decideAt(16);
    expect((await days()).dropped).toContain(dateOf(STAMP));
  });

  it('that is the first of its market keeps the days since somebody held, and those of whom it is owed by since', async () => {
    const held = (status: number, hours: number) =>
      owner.transaction(async (tx) => {
        await tx.query('set local session_replication_role = replica');
        await tx.query('delete from funding_due; delete from futures_position');
        const [{ id }] = await tx.query(
          `insert into futures_position (user_id, market_id, currency_id, demo, side, price_type, margin_mode, status, leverage,
             lot_size, lots, lots_ordered, market_price, open_fee_ratio, close_fee_ratio, created_at, opened_at, updated_at)
           values (1, 1, 3, false, 1, 'market', 'cross', $1, 10, 0.01, 1, 1, 60000, 0, 0, $2::timestamptz, $2, $2) returning id`,
          [status, new Date(STAMP + hours * 3_600_000)],
        );
        return id as string;
      });
    const isNeeded = async () => {
      const [{ needed }] = await owner.query(`select tape_day_is_needed('2026-11-27Z', '2026-11-28Z') as needed`);
      return needed as boolean;
    };
    const due = (id: string, hours: number) =>
      owner.query('insert into funding_due (position_id, stamp, market_id, lots) values ($1, $2, 1, 1)', [
        id,
        new Date(STAMP + hours * 3_600_000),
      ]);
    await held(1, -1);
    expect(await isNeeded()).toBe(true);
    await held(2, 15);
    expect(await isNeeded()).toBe(true);
    // From the stamp that ends the day on.
    await held(1, 17);
    expect(await isNeeded()).toBe(false);
    const closed = await held(3, -1);
    expect(await isNeeded()).toBe(false);
    await due(closed, 24);
    expect(await isNeeded()).toBe(false);
    await due(closed, 16);
    expect(await isNeeded()).toBe(true);
    await owner.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query('delete from funding_due; delete from futures_position');
    });
  });

  it('keep a day that was not judged for stops of contracts to its end, as far as there is a tape', async () => {
    const needed = async (judged: string, head: string) => {
      await owner.query('delete from futures_stop_place; delete from tape_head where market_id = 1');
      await owner.query(`insert into futures_stop_place (market_id, second) values (1, $1)`, [judged]);
      await owner.query(`insert into tape_head (market_id, sequence, second, hash) values (1, 1, $1, '\\x00')`, [head]);
      const [row] = await owner.query(`select tape_day_is_needed('2026-11-27Z', '2026-11-28Z') as needed`);
      return row.needed as boolean;
    };
    expect(await needed('2026-11-27T23:59:58Z', '2026-11-28T12:00:00Z')).toBe(true);
    expect(await needed('2026-11-27T23:59:59Z', '2026-11-28T12:00:00Z')).toBe(false);
    expect(await needed('2026-11-27T12:00:00Z', '2026-11-27T12:00:00Z')).toBe(false);
    await owner.query('delete from futures_stop_place; delete from tape_head where market_id = 1');
  });

  it('is decided by no gateway, which samples no premium either; and nobody who serves writes one by hand', async () => {
    await expect(decide(STAMP + 1000, LIVE, gateway)).rejects.toMatchObject({ code: '42501' });
    const sample = [{ marketId: 1, premium: '0.9', index: '60000', origin: 'live' as const }];
    await expect(new FundingStore(gateway).savePremiums(new Date(STAMP), sample)).rejects.toMatchObject({
      code: '42501',
    });
    const insert = `insert into funding_rate (market_id, stamp, rate, premium, samples, mark) values (1, now(), 0.2, 0, 0, 60000)`;
    for (const source of [gateway, worker]) {
      await expect(source.query(insert)).rejects.toMatchObject({ code: '42501' });
      await expect(source.query('update funding_rate set rate = 0.2')).rejects.toMatchObject({ code: '42501' });
      await expect(source.query('update market set funding_rate = 0.2')).rejects.toMatchObject({ code: '42501' });
    }
    await expect(gateway.query('update funding_rate set settled_at = now()')).rejects.toMatchObject({ code: '42501' });
  });
});
