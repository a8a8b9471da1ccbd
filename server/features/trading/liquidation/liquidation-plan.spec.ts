import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { fund } from '../../../test/factories/ledger.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { OrderWish } from '../futures-orders/quote-order.js';
import { type ClosingGroup, FollowOpenPositions, FuturesIndex } from '../futures-index/index.js';
import type { Verdict } from './act-on-margins.js';
import { CheckMargins } from './check-margins.js';
import { LiquidationStore } from './liquidation.store.js';
import { ReachedMargins } from './reached-margins.js';

let world: FuturesWorld;
let worker: Worker;

interface Held extends FuturesPositionView {
  user: string;
}

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
// Closing it checks the books.
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
  await setFund('0');
});
/** Nobody of one test is the counterparty of another. */
afterEach(async () => {
  world.price('60000');
  const open: { id: string; user: string; status: number }[] = await world.source.query(
    'select id::text as id, user_id::text as user, status from futures_position where status in (0, 1) order by id',
  );
  for (const { id, user, status } of open) await (status === 0 ? world.cancel(user, id) : world.close1(user, id));
});

async function setFund(amount: string): Promise<void> {
  const before = await world.house('insurance');
  if (before !== '0') await world.insure(`-${before}`);
  if (amount !== '0') await world.insure(amount);
}

/** A user with this much who holds this. */
async function holder(amount: string, wish: Partial<OrderWish>): Promise<Held> {
  const user = await world.user(amount);
  return { ...(await world.open(user, wish)), user };
}

/** 0.1 BTC at 60,005 with a margin of 120.01: at 48,000 it lacks 1,080.99. */
const weak = { marginMode: 'isolated', leverage: 50, lots: 10 } as const;
const LACKING = '1080.99';
const gaining = { marginMode: 'isolated', side: 'short', leverage: 5 } as const;

const now = (held: Held) => world.row(held.user, held.positionId);

/** What the market decides at this price, executed by nobody. */
async function decided(price: `${number}`): Promise<Verdict> {
  await world.get(FollowOpenPositions).follow();
  for (let sample = 0; sample < 2; sample++) {
    world.clock.advance(1000);
    world.price(price);
    world.get(ReachedMargins).by([1]);
  }
  const { ids } = world.get(ReachedMargins).by([1]);
  return world.get(CheckMargins).decide(ids, [...world.get(FuturesIndex).allAccounts()]);
}

function execute(groups: readonly ClosingGroup[], marks: Verdict['marks'], deleverage: boolean) {
  const at = new Date(world.clock.now());
  const store = world.get(LiquidationStore);
  return world.get(Transactions).run((tx) => store.execute(tx, { groups, marks, at, deleverage }));
}

/** Who is locked to be closed against what is bankrupt of these groups. */
async function counterparties({ groups, marks }: Verdict): Promise<string[]> {
  const held = groups.flatMap(({ items }) => items.map(({ id }) => id));
  const [row] = await world.source.query('select liquidation_counterparties($1, $2, $3)::text[] as ids', [
    JSON.stringify(groups),
    held,
    JSON.stringify(marks),
  ]);
  return row.ids;
}

async function journals(): Promise<number> {
  const [row] = await world.source.query('select count(*)::integer as count from ledger_journal');
  return row.count;
}

const NOTHING = { acted: [], apart: [], overtaken: [], behind: [] };

describe('the insurance fund', () => {
  it('ends in the middle of a batch: first come, first served, to the last cent', async () => {
    const all = [await holder('1000', weak), await holder('1000', weak), await holder('1000', weak)];
    await setFund('1621.485');
    const { groups, marks } = await decided('48000');
    expect(await execute(groups, marks, false)).toEqual({
      acted: all.map((held) => held.positionId),
      apart: [],
      overtaken: [],
      behind: [],
      changed: [],
    });
    const paid = (await Promise.all(all.map(now))).map(({ insurance, shortfall }) => [insurance, shortfall]);
    expect(paid).toEqual([
      ['-1080.99', LACKING],
      ['-540.495', '1080.99'],
      ['0', '1080.99'],
    ]);
    expect(await world.house('insurance')).toBe('0');
  });

  it('that is just enough for all closes nobody else, and lacks nothing', async () => {
    const all = [await holder('1000', weak), await holder('1000', weak)];
    const other = await holder('10000', { ...gaining, lots: 20 });
    await setFund('2161.98');
    const { groups, marks } = await decided('48000');
    expect((await execute(groups, marks, false)).apart).toEqual([]);
    expect((await Promise.all(all.map(now))).map(({ insurance }) => insurance)).toEqual(['-1080.99', '-1080.99']);
    expect(await world.house('insurance')).toBe('0');
    expect((await now(other)).lots).toBe(20);
  });

  it('that a cent is missing in is not touched for the one that it cannot pay for', async () => {
    const all = [await holder('1000', weak), await holder('1000', weak)];
    const other = await holder('10000', { ...gaining, lots: 20 });
    await setFund('2161.97');
    const { groups, marks } = await decided('48000');
    const [paid, bankrupt] = all as [Held, Held];
    expect(await execute(groups, marks, false)).toEqual({
      acted: [paid.positionId],
      apart: [bankrupt.positionId],
      overtaken: [],
      behind: [],
      changed: [],
    });
    expect((await execute(groups.slice(1), marks, true)).acted).toEqual([bankrupt.positionId]);
    expect(await now(bankrupt)).toMatchObject({ status: 3, insurance: '0', shortfall: '0' });
    expect(await now(other)).toMatchObject({ status: 1, lots: 10 });
    expect(await world.house('insurance')).toBe('1080.98');
  });

  it('is not touched for an account that it could pay for in part only: who comes next has all of it', async () => {
    const account = await holder('300', { marginMode: 'cross', leverage: 100, lots: 10 });
    await world.open(account.user, { marginMode: 'cross', leverage: 100, lots: 10 });
    const paid = await holder('1000', weak);
    await holder('30000', { ...gaining, lots: 40 });
    await setFund('1500');
    const { groups, marks } = await decided('48000');
    const inOrder = [...groups].sort((a, b) => Number(b.cross) - Number(a.cross));
    const first = inOrder[0]?.items[0]?.id;
    expect(await execute(inOrder, marks, false)).toEqual({
      acted: [paid.positionId],
      apart: [first],
      overtaken: [],
      behind: [],
      changed: [],
    });
    expect((await now(paid)).insurance).toBe('-1080.99');
    expect(await world.house('insurance')).toBe('419.01');
  });
});

describe('gains of others', () => {
  it('of one position are taken for several bankrupt ones, each with its journal and its report', async () => {
    const bankrupt = [await holder('1000', { ...weak, lots: 6 }), await holder('1000', { ...weak, lots: 7 })];
    const other = await holder('10000', { ...gaining, lots: 20 });
    const { groups, marks } = await decided('48000');
    expect((await execute(groups, marks, true)).acted).toEqual(bankrupt.map((held) => held.positionId));
    expect(await now(other)).toMatchObject({ status: 1, lots: 7 });
    const reports = await world.source.query(
      `select kind, lots, matched_with::text as for, version - $2 as version, trim_scale(price)::text as price,
              price_from as from, bankruptcy_price as bankruptcy
         from liquidation_report where position_id = $1 order by id`,
      [other.positionId, other.version],
    );
    const [first, second] = await Promise.all(bankrupt.map(now));
    const report = { kind: 'deleveraged', from: 'bankruptcy', bankruptcy: null };
    expect(reports).toEqual([
      { ...report, lots: 6, for: first?.positionId, version: '0', price: first?.closePrice },
      { ...report, lots: 7, for: second?.positionId, version: '1', price: second?.closePrice },
    ]);
    const booked = await world.source.query(
      `select reference from ledger_journal where reason = 'futures.reduce' and reference like $1 order by id`,
      [`${other.positionId}:%`],
    );
    const { version } = other;
    expect(booked).toEqual([version, version + 1].map((each) => ({ reference: `${other.positionId}:${each}` })));
  });

  it('that do not reach: what was matched goes at the bankruptcy price, the others at the market', async () => {
    const bankrupt = await holder('1000', weak);
    const other = await holder('10000', { ...gaining, lots: 4 });
    const { groups, marks } = await decided('48000');
    await execute(groups, marks, true);
    expect(await now(other)).toMatchObject({ status: 3, closedAs: 'deleveraged' });
    const { closePrice, shortfall } = await now(bankrupt);
    // 4 lots at 58,804.9 and 6 at 47,995.
    expect(closePrice).toBe('52318.96');
    expect(Number(shortfall)).toBeCloseTo(0.06 * (58804.9 - 47995), 6);
  });

  it('are those of whoever is not closing at this instant: nobody waits for that', async () => {
    const bankrupt = await holder('1000', weak);
    const closing = await holder('10000', { ...gaining, leverage: 20, lots: 10 });
    const next = await holder('10000', { ...gaining, lots: 10 });
    const { groups, marks } = await decided('48000');
    const runner = world.source.createQueryRunner();
    await runner.startTransaction();
    // Closing has locked what is its own, and has not come yet to what it shares with others of its connection's shard.
    await runner.query('select from futures_position where id = $1 for update', [closing.positionId]);
    await runner.query(`select ledger_lock_accounts('{f,f}', array[$1, $1]::bigint[], $2, '{3,3}')`, [
      closing.user,
      ['contract', 'contract_frozen'],
    ]);
    expect((await execute(groups, marks, true)).acted).toEqual([bankrupt.positionId]);
    await runner.query(
      `select outbox_append_batch((c.closed).user_id, c.kinds, c.events, $2)
         from futures_close_one($1, null, null, 48000, 'closed', $2) c`,
      [closing.positionId, new Date(world.clock.now())],
    );
    await runner.commitTransaction();
    await runner.release();
    expect(await now(closing)).toMatchObject({ closedAs: 'closed', closePrice: '48000' });
    expect(await now(next)).toMatchObject({ closedAs: 'deleveraged' });
    expect(await now(bankrupt)).toMatchObject({ closedAs: 'liquidated', shortfall: '0' });
  });

  it('are looked for until there is as much as is missing, and no further', async () => {
    await holder('1000', weak);
    const first = await holder('10000', { ...gaining, leverage: 20, lots: 10 });
    await holder('10000', { ...gaining, lots: 5 });
    expect(await counterparties(await decided('48000'))).toEqual([first.positionId]);
  });

  it('are looked for beyond those who gain at one bankruptcy price and not at the other', async () => {
    await holder('1000', weak);
    await holder('9000', { ...weak, leverage: 5 });
    world.price('50000');
    const between = await holder('10000', { ...gaining, leverage: 50, lots: 20 });
    world.price('60000');
    const sure = await holder('90000', { ...gaining, lots: 20 });
    expect(await counterparties(await decided('40000'))).toEqual([between.positionId, sure.positionId]);
  });

  it('are looked for beyond those of who is liquidated as well', async () => {
    const bankrupt = await holder('10000', weak);
    await world.open(bankrupt.user, { ...gaining, leverage: 20, lots: 10 });
    const [own] = await world.rows(bankrupt.user);
    const other = await holder('10000', { ...gaining, lots: 10 });
    expect(await counterparties(await decided('48000'))).toEqual([own?.positionId, other.positionId]);
  });

  it('are each taken as the steps before have left them', async () => {
    const [, second] = [await holder('1000', { ...weak, lots: 6 }), await holder('1000', weak)];
    const ranked = [
      await holder('10000', { ...gaining, leverage: 20, lots: 4 }),
      await holder('10000', { ...gaining, lots: 8 }),
    ];
    const { groups, marks } = await decided('48000');
    await execute(groups, marks, true);
    for (const held of ranked) expect(await now(held)).toMatchObject({ lots: 0, closedAs: 'deleveraged' });
    // 6 lots at the bankruptcy price of 58,804.9 and 4 at 47,995.
    expect((await now(second as Held)).closePrice).toBe('54480.94');
    const [taken] = await world.source.query(
      `select array_agg(lots order by id)::text as lots from liquidation_report where position_id = $1`,
      [ranked[1]?.positionId],
    );
    expect(taken.lots).toBe('{2,6}');
  });

  it('whose owner closes them at that moment are closed once, by one of the two', async () => {
    for (let round = 0; round < 6; round++) {
      const bankrupt = await holder('1000', weak);
      const other = await holder('10000', { ...gaining, lots: 10 });
      const { groups, marks } = await decided('48000');
      const [{ acted }] = await Promise.all([
        execute(groups, marks, true),
        world.close1(other.user, other.positionId).catch(() => null),
      ]);
      expect(acted).toEqual([bankrupt.positionId]);
      const { closedAs } = await now(other);
      const { shortfall } = await now(bankrupt);
      expect([closedAs, shortfall]).toEqual(closedAs === 'deleveraged' ? ['deleveraged', '0'] : ['closed', LACKING]);
      world.clock.advance(60_000);
      await worker.price('60000', {}, 3);
    }
  }, 60_000);

  it('one of several bankrupt positions that cannot be closed does not hold up the others', async () => {
    const all = [await holder('1000', weak), await holder('1000', weak), await holder('1000', weak)];
    const other = await holder('20000', { ...gaining, lots: 30 });
    await decided('48000');
    const hold = `position:${all[1]?.positionId}`;
    await world.source.query('alter table ledger_hold disable trigger user');
    await world.source.query(`update ledger_hold set name = name || '-lost' where name = $1`, [hold]);
    const ids = all.map(({ positionId }) => Number(positionId));
    await expect(world.get(CheckMargins).execute(ids)).rejects.toThrow('is closed or does not reach');
    await world.source.query(`update ledger_hold set name = $1 where name = $1 || '-lost'`, [hold]);
    await world.source.query('alter table ledger_hold enable trigger user');
    expect((await Promise.all(all.map(now))).map(({ status, shortfall }) => [status, shortfall])).toEqual([
      [3, '0'],
      [1, '0'],
      [3, '0'],
    ]);
    expect(await now(other)).toMatchObject({ status: 1, lots: 10 });
    expect(await world.get(CheckMargins).execute(ids)).toBe(1);
    expect(await now(other)).toMatchObject({ status: 3, closedAs: 'deleveraged' });
  });

  it('of an account that is liquidated in the same call: it is left to the next look', async () => {
    const bankrupt = await holder('1000', weak);
    const both = await holder('3000', { marginMode: 'cross', leverage: 50, lots: 40 });
    const short: Held = {
      ...(await world.open(both.user, { marginMode: 'cross', side: 'short', leverage: 20, lots: 10 })),
      user: both.user,
    };
    const { groups, marks } = await decided('48000');
    expect(groups).toHaveLength(2);
    expect((await execute(groups, marks, true)).acted).toEqual([bankrupt.positionId]);
    expect(await now(short)).toMatchObject({ closedAs: 'deleveraged' });
    expect(await now(both)).toMatchObject({ status: 1 });
    await worker.price('48000', {}, 1);
    expect(await now(both)).toMatchObject({ status: 3, closedAs: 'liquidated' });
    expect(await worker.reports(short.positionId)).toHaveLength(1);
  });
});

describe('the same batch', () => {
  it.each([
    ['that the fund pays', '50000', 0],
    ['that others pay', '0', 3],
  ])('%s, by two workers at once: each position once', async (_how, fund, taken) => {
    const all = await Promise.all([1, 2, 3].map(() => holder('1000', weak)));
    const other = await holder('20000', { ...gaining, lots: 40 });
    await setFund(fund);
    const { groups, marks } = await decided('48000');
    const answers = await Promise.all([1, 2, 3].map(() => execute(groups, marks, true)));
    expect(answers.flatMap(({ acted }) => acted).sort()).toEqual(all.map((held) => held.positionId).sort());
    for (const held of all) expect(await worker.reports(held.positionId)).toHaveLength(1);
    expect(await worker.reports(other.positionId)).toHaveLength(taken);
    expect((await now(other)).lots).toBe(40 - taken * 10);
  });

  it('is refused where the books say that a position was closed already', async () => {
    const { positionId } = await holder('1000', weak);
    const { groups, marks } = await decided('48000');
    const at = new Date(world.clock.now());
    const runner = world.source.createQueryRunner();
    await runner.startTransaction();
    const close = () => world.get(LiquidationStore).execute(runner.manager, { groups, marks, at, deleverage: false });
    await runner.query('create temporary table before on commit drop as select * from futures_position where id = $1', [
      positionId,
    ]);
    expect((await close()).acted).toEqual([positionId]);
    await runner.query('set local session_replication_role = replica');
    await runner.query('delete from futures_position where id = $1', [positionId]);
    await runner.query('insert into futures_position overriding system value select * from before');
    await runner.query('set local session_replication_role = origin');
    await expect(close()).rejects.toThrow('has been closed already');
    await runner.rollbackTransaction();
    await runner.release();
  });

  it('executed again does nothing', async () => {
    await holder('1000', weak);
    await holder('700', { marginMode: 'cross', leverage: 100, lots: 60 });
    await holder('20000', { ...gaining, lots: 40 });
    const { groups, marks } = await decided('48000');
    expect(groups).toHaveLength(2);
    for (const deleverage of [false, true]) await execute(groups, marks, deleverage);
    const before = await journals();
    for (const deleverage of [false, true]) {
      expect(await execute(groups, marks, deleverage)).toEqual({
        ...NOTHING,
        changed: groups.map(({ all }) => all[0]?.[0]),
      });
    }
    expect(await journals()).toBe(before);
  });
});

describe('a cross account', () => {
  it('with several positions, some closed in part and some in whole, is done in the set', async () => {
    await setFund('50000');
    const users = await Promise.all(Array.from({ length: 16 }, (_, n) => world.user(String(4100 + n * 135))));
    for (const user of users) {
      for (const lots of [200, 160, 50]) await world.open(user, { marginMode: 'cross', leverage: 100, lots });
    }
    const { groups, marks } = await decided('59100');
    const mixed = groups.filter(({ items }) => new Set(items.map(({ kind }) => kind)).size > 1);
    expect(mixed.length).toBeGreaterThan(1);
    const done = await execute(groups, marks, false);
    expect(done.apart).toEqual([]);
    expect(done.acted).toEqual(groups.flatMap(({ items }) => items.map(({ id }) => id)));
    for (const { userId, items } of mixed) {
      for (const { id, kind, lots } of items) {
        expect(await worker.reports(id)).toMatchObject([{ kind, lots }]);
        expect((await world.row(userId, id)).status).toBe(kind === 'full' ? 3 : 1);
      }
    }
  });

  it('pays with what its waiting orders give back', async () => {
    const wish = { marginMode: 'cross', leverage: 50, lots: 10 } as const;
    const [plain, waiting] = [await holder('1400', wish), await holder('1400', wish)];
    const order = await world.open(waiting.user, { ...wish, leverage: 1, isLimit: true, limitPrice: '40000', lots: 2 });
    const { groups, marks } = await decided('46150');
    const { acted, apart } = await execute(groups, marks, false);
    expect(new Set(acted)).toEqual(new Set([plain, waiting].map(({ positionId }) => positionId)));
    expect(apart).toEqual([]);
    expect(await world.row(waiting.user, order.positionId)).toMatchObject({ status: 4, closedAs: 'revoked' });
    expect(await world.balances(waiting.user)).toEqual(await world.balances(plain.user));
    expect((await now(waiting)).shortfall).toBe((await now(plain)).shortfall);
  });

  it('is that of real money, whatever its owner has in demo money', async () => {
    const held = await holder('1400', { marginMode: 'cross', leverage: 50, lots: 10 });
    await fund(world.source, held.user, '500', { kind: 'contract', demo: true });
    const { groups, marks } = await decided('46150');
    expect((await execute(groups, marks, false)).acted).toEqual([held.positionId]);
  });

  it('is left alone while another transaction has one of its waiting orders', async () => {
    const wish = { marginMode: 'cross', leverage: 50, lots: 10 } as const;
    const held = await holder('1400', wish);
    const order = await world.open(held.user, { ...wish, leverage: 1, isLimit: true, limitPrice: '40000', lots: 2 });
    const { groups, marks } = await decided('46150');
    const runner = world.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select from futures_position where id = $1 for no key update', [order.positionId]);
    for (const deleverage of [false, true]) {
      expect(await execute(groups, marks, deleverage)).toEqual({ ...NOTHING, changed: [held.positionId] });
    }
    await runner.rollbackTransaction();
    await runner.release();
    expect((await execute(groups, marks, false)).acted).toEqual([held.positionId]);
  });
});
