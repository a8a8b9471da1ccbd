import { Decimal } from '../../../contract/decimal.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { Worker } from '../../../test/factories/liquidation-world.js';
import type { OrderWish } from '../futures-orders/quote-order.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { type ClosingGroup, FollowOpenPositions, FuturesIndex } from '../futures-index/index.js';
import { TakenDepth } from '../taken-depth/index.js';
import type { Verdict } from './act-on-margins.js';
import { GetReports } from './get-reports.js';
import { CheckMargins } from './check-margins.js';
import { LiquidationStore } from './liquidation.store.js';
import { ReachedMargins } from './reached-margins.js';

const ETH_MARKET = 2;

let world: FuturesWorld;
let worker: Worker;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
  worker = new Worker(world);
}, 60_000);
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.advance(60_000);
  await worker.price('60000', {}, 3);
});

/** What is noted of real and demo money's levels at these prices, the dearest first. */
async function taken(prices: string[]): Promise<string[]> {
  const rows: { text: string }[] = await world.source.query(
    `select format('%s %s %s of %s %s', side, trim_scale(price), trim_scale(sum(taken)), trim_scale(quoted),
              case when demo then 'demo' else 'real' end) as text
       from taken_depth where price = any ($1::numeric[]) group by side, price, quoted, demo order by price desc, demo`,
    [prices],
  );
  return rows.map(({ text }) => text);
}

const kinds = async (userId: string) => (await world.events(userId)).map(({ kind }) => kind);

describe('an isolated position', () => {
  // 10 lots of 0.01 at 60005 with leverage 50: margin 120.01, gone 1200 below; liquidated above 58800 + maintenance.
  const isolated = { marginMode: 'isolated', leverage: 50 } as const;

  it('is warned once at each level and liquidated with two marks below its price', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, isolated);
    await worker.price('59200');
    expect(await kinds(user)).not.toContain('margin.warning');
    await worker.price('59170');
    await worker.price('59170');
    expect((await kinds(user)).filter((kind) => kind.startsWith('margin'))).toEqual(['margin.warning']);
    await worker.price('59090', {}, 4);
    expect((await kinds(user)).filter((kind) => kind.startsWith('margin'))).toEqual([
      'margin.warning',
      'margin.critical',
    ]);
    expect((await world.row(user, position.positionId)).status).toBe(1);
    await worker.price('59050');
    const closed = await world.row(user, position.positionId);
    expect(closed).toMatchObject({ status: 3, closedAs: 'liquidated', lots: 0, margin: '0' });
    const [report] = await worker.reports(position.positionId);
    expect(report).toMatchObject({ kind: 'full', lots: 10, mark: '59050', before: '59050', price: '59045' });
    // Margin less loss less fee of closing is what the fund gets.
    expect(closed.insurance).toBe((120.01 - 96 - 2.95225).toFixed(5));
    expect(await kinds(user)).toContain('liquidation');
    expect((await world.balances(user)).frozen).toBe('0');
  });

  it('a spike of one sample liquidates nobody', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, isolated);
    await worker.price('50000', {}, 1);
    await worker.price('60000', {}, 2);
    expect((await world.row(user, position.positionId)).status).toBe(1);
    expect((await kinds(user)).filter((kind) => kind.startsWith('margin'))).toEqual([]);
  });

  it('nobody is liquidated on a stale mark, in a market without one, or after a pause by one sample', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, isolated);
    await worker.price('50000', {}, 1);
    world.clock.advance(6000);
    expect(await worker.look()).toBe(0);
    await worker.price('50000', { mark: null }, 3);
    await worker.price('50000', {}, 1);
    expect((await world.row(user, position.positionId)).status).toBe(1);
    expect(await worker.price('50000', {}, 1)).toBeGreaterThan(0);
    expect((await world.row(user, position.positionId)).status).toBe(3);
  });

  it('a halted market liquidates nobody', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, isolated);
    await world.halt('looked at by an operator');
    await worker.price('50000', {}, 3);
    await world.halt(null);
    expect((await world.row(user, position.positionId)).status).toBe(1);
    await worker.price('50000', {}, 3);
    expect((await world.row(user, position.positionId)).status).toBe(3);
  });

  it('a stricter maintenance table is followed at once: the index computes its thresholds again', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, isolated);
    await worker.price('59300', {}, 2);
    const rate = (value: string) =>
      world.source.query('update maintenance_tier set maintenance_ratio = $1 where market_id = 1 and floor = 0', [
        value,
      ]);
    await rate('0.009');
    await world.get(FollowOpenPositions).readTerms();
    await worker.price('59300', {}, 2);
    await rate('0.004');
    await world.get(FollowOpenPositions).readTerms();
    expect(await world.row(user, position.positionId)).toMatchObject({ status: 3, closedAs: 'liquidated' });
  });

  it('its pending orders of the market are taken back, others stay', async () => {
    const user = await world.user('1000');
    await world.open(user, isolated);
    const order = await world.open(user, { ...isolated, isLimit: true, limitPrice: '50000', lots: 1 });
    const cross = await world.open(user, { marginMode: 'cross', isLimit: true, limitPrice: '50000', lots: 1 });
    await worker.price('58900');
    expect(await world.row(user, order.positionId)).toMatchObject({ status: 4, closedAs: 'revoked' });
    expect(await world.row(user, cross.positionId)).toMatchObject({ status: 0 });
  });

  it('a gap below bankruptcy is paid by the fund in the same journal', async () => {
    await world.insure('5000');
    const user = await world.user('1000');
    const before = Number(await world.house('insurance'));
    const position = await world.open(user, isolated);
    await worker.price('48000');
    const closed = await world.row(user, position.positionId);
    // 0.1 × (60005 − 47995) = 1201 lost, of which 120.01 were there.
    expect(closed).toMatchObject({
      realisedProfit: '-120.01',
      shortfall: '1080.99',
      insurance: '-1080.99',
      fee: '3.00025',
    });
    expect(Number(await world.house('insurance'))).toBeCloseTo(before - 1080.99, 6);
  });

  it('takes of the venue’s book what it is closed at: that is not there for others', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, isolated);
    const bids: [string, string][] = [
      ['59050', '0.04'],
      ['59045', '5'],
    ];
    await worker.price('59050', { bids });
    expect((await world.row(user, position.positionId)).status).toBe(3);
    expect(await taken(['59050', '59045'])).toEqual(['sell 59050 0.04 of 0.04 real', 'sell 59045 0.06 of 5 real']);
    // Whoever closes now begins where the liquidation ended.
    const { bids: left } = (await world.get(TakenDepth).require({ marketId: 1, product: 'perpetual', demo: false }))
      .book ?? { bids: [] };
    expect(left).toEqual([['59045', '4.94']]);
  });

  it('is closed in part down to the step where it can stand', async () => {
    const user = await world.user('100000');
    // 500 lots = 5 BTC = 300,025 notional: third step at 1 %; the second holds up to 250,000 at 0.5 %.
    const position = await world.open(user, { marginMode: 'isolated', leverage: 50, lots: 500 });
    await worker.price('59150');
    const left = await world.row(user, position.positionId);
    expect(left.status).toBe(1);
    expect(left.lots).toBeGreaterThan(0);
    expect(left.lots * 0.01 * 59150).toBeLessThanOrEqual(250_000);
    const [report] = await worker.reports(position.positionId);
    expect(report).toMatchObject({ kind: 'partial', lots: 500 - left.lots });
    expect(await kinds(user)).toContain('liquidation');
    // The released margin stays with the position.
    const loss = (500 - left.lots) * 0.01 * (60005 - 59145);
    const fee = (500 - left.lots) * 0.01 * 59145 * 0.0005;
    expect(Number(left.margin)).toBeCloseTo(Number(position.margin) - loss - fee, 4);
    await worker.price('58000', {}, 4);
    expect((await world.row(user, position.positionId)).status).toBe(3);
  });
});

describe('a short', () => {
  it('is liquidated by a rise', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, { side: 'short', marginMode: 'isolated', leverage: 50 });
    await worker.price('60800');
    expect((await world.row(user, position.positionId)).status).toBe(1);
    await worker.price('61000');
    expect(await world.row(user, position.positionId)).toMatchObject({ status: 3, closedAs: 'liquidated' });
  });
});

describe('a cross account', () => {
  it('stands while the whole of it stands, and is closed when it does not', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, { marginMode: 'cross', leverage: 50, lots: 10 });
    // Isolated it would be gone at 58,800; the account has 1,000.
    await worker.price('58000', {}, 3);
    await worker.price('52000', {}, 3);
    expect((await world.row(user, position.positionId)).status).toBe(1);
    await worker.price('50330', {}, 3);
    expect(await kinds(user)).toContain('margin.warning');
    await worker.price('50100', {}, 3);
    expect(await world.row(user, position.positionId)).toMatchObject({ status: 3, closedAs: 'liquidated' });
    const { contract, frozen } = await world.balances(user);
    expect(Number(contract)).toBeGreaterThanOrEqual(0);
    expect(frozen).toBe('0');
  });

  it('a gain pays for a loss: a hedged account stands', async () => {
    const user = await world.user('3000');
    await world.open(user, { marginMode: 'cross', leverage: 20, lots: 40 });
    await world.open(user, { marginMode: 'cross', leverage: 20, lots: 40, side: 'short' });
    await worker.price('52000', {}, 3);
    expect((await world.rows(user)).map(({ status }) => status)).toEqual([1, 1]);
  });

  it('the fewest positions are closed, and the rest stands', async () => {
    const user = await world.user('1200');
    const big = await world.open(user, { marginMode: 'cross', leverage: 100, lots: 40 });
    const small = await world.open(user, { marginMode: 'cross', leverage: 100, lots: 2 });
    await worker.price('57430', {}, 3);
    expect(await world.row(user, big.positionId)).toMatchObject({ status: 3, closedAs: 'liquidated' });
    expect(await world.row(user, small.positionId)).toMatchObject({ status: 1 });
  });

  it('money that leaves the account is noticed without any change of its positions', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, { marginMode: 'cross', leverage: 50, lots: 10 });
    await worker.price('57000', {}, 3);
    expect((await world.row(user, position.positionId)).status).toBe(1);
    const { contract } = await world.balances(user);
    await world.take(user, contract);
    await world.get(FollowOpenPositions).followMoney();
    await worker.price('57000', {}, 2);
    expect((await world.row(user, position.positionId)).status).toBe(3);
  });
});

describe('an empty fund', () => {
  it('closes the gains of others at the bankruptcy price, the most leveraged gain first', async () => {
    const fund = await world.house('insurance', true);
    expect(fund).toBe('0');
    const demo = { demo: true, marginMode: 'isolated' } as const;
    const loser = await world.user('1000', { demo: true });
    const bold = await world.user('1000', { demo: true });
    const calm = await world.user('10000', { demo: true });
    const lost = await world.open(loser, { ...demo, leverage: 50, lots: 10 });
    const gained = await world.open(bold, { ...demo, side: 'short', leverage: 50, lots: 10 });
    const unaffected = await world.open(calm, { ...demo, side: 'short', leverage: 2, lots: 10 });
    const bids: [string, string][] = [['48001.5', '50']];
    await worker.price('48000', { bids });
    const [bankrupt, matched, other] = [
      await world.row(loser, lost.positionId),
      await world.row(bold, gained.positionId),
      await world.row(calm, unaffected.positionId),
    ];
    expect(bankrupt).toMatchObject({ status: 3, closedAs: 'liquidated', shortfall: '0', insurance: '0' });
    expect(matched).toMatchObject({ status: 3, closedAs: 'deleveraged' });
    expect(matched.closePrice).toBe(bankrupt.closePrice);
    expect(Number(matched.realisedProfit)).toBeGreaterThan(0);
    expect(other.status).toBe(1);
    const unknown = { equity: null, required: null };
    expect(await worker.reports(gained.positionId)).toMatchObject([{ kind: 'deleveraged', lots: 10, ...unknown }]);
    const nothing = { ...unknown, tierFloor: null, tierRate: null, tierDeduction: null, liquidationPrice: null };
    const reports = world.get(GetReports);
    expect(await reports.steps(bold, gained.positionId)).toMatchObject([{ ...nothing, bankruptcyPrice: null }]);
    const [own] = await reports.steps(loser, lost.positionId);
    expect(Number(own?.equity)).toBeLessThan(Number(own?.required));
    // One was the other's price: nobody took anything of the book.
    expect((await taken(['48001.5'])).filter((row) => row.endsWith('demo'))).toEqual([]);
    expect(await world.house('insurance', true)).toBe('0');
  });

  it('what nobody can be found for is the house loss, and no user is below zero', async () => {
    const loser = await world.user('1000', { demo: true });
    const lost = await world.open(loser, { demo: true, marginMode: 'isolated', leverage: 50, lots: 10 });
    await world.source.query(
      `with closing as (
         update futures_position set status = 2 where status = 1 and demo and side = -1 and user_id <> $1 returning *)
       select outbox_append(p.user_id, 'position', futures_position_event(p), $2)
         from closing c cross join lateral jsonb_populate_record(null::futures_position, to_jsonb(c)) p`,
      [loser, new Date(world.clock.now())],
    );
    await worker.price('40000');
    const bankrupt = await world.row(loser, lost.positionId);
    expect(bankrupt).toMatchObject({ status: 3, insurance: '0' });
    expect(Number(bankrupt.shortfall)).toBeGreaterThan(0);
  });
});

describe('workers', () => {
  it('two at once close each position once', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => world.user('1000')));
    const opened = await Promise.all(
      users.map((user) => world.open(user, { marginMode: 'isolated', leverage: 50, lots: 5 })),
    );
    const ids = opened.map(({ positionId }) => Number(positionId));
    await world.get(FollowOpenPositions).follow();
    for (let sample = 0; sample < 2; sample++) {
      world.clock.advance(1000);
      world.price('58700');
      world.get(ReachedMargins).by([1]);
    }
    const check = world.get(CheckMargins);
    const acted = await Promise.all([check.execute(ids), check.execute(ids), check.execute(ids)]);
    expect(acted.reduce((sum, each) => sum + each, 0)).toBe(20);
    for (const [index, { positionId }] of opened.entries()) {
      expect((await world.row(users[index] as string, positionId)).status).toBe(3);
      expect(await worker.reports(positionId)).toHaveLength(1);
    }
  });

  it('one that dies between deciding and acting leaves everything to the next', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, { marginMode: 'isolated', leverage: 50 });
    const died = jest.spyOn(world.get(LiquidationStore), 'execute').mockRejectedValueOnce(new Error('killed'));
    await expect(worker.price('58700', {}, 2)).rejects.toThrow('killed');
    died.mockRestore();
    expect((await world.row(user, position.positionId)).status).toBe(1);
    expect(await worker.price('58700', {}, 1)).toBeGreaterThan(0);
    expect((await world.row(user, position.positionId)).status).toBe(3);
  });

  it('a decision about a row that has changed since is not carried out', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, { marginMode: 'isolated', leverage: 50 });
    await world.get(FollowOpenPositions).follow();
    for (let sample = 0; sample < 2; sample++) {
      world.clock.advance(1000);
      world.price('58900');
      world.get(ReachedMargins).by([1]);
    }
    const { groups, marks } = await world.get(CheckMargins).decide([Number(position.positionId)]);
    expect(groups).toHaveLength(1);
    await world.commands.margin.execute({ userId: user, positionId: position.positionId, amount: '500', key: null });
    const store = world.get(LiquidationStore);
    for (const deleverage of [false, true]) {
      const at = new Date(world.clock.now());
      const done = await store.execute(world.serving.manager, { groups, marks, at, deleverage });
      const changed = [position.positionId];
      expect(done).toEqual({ acted: [], apart: [], overtaken: [], behind: [], changed });
    }
    expect((await world.row(user, position.positionId)).status).toBe(1);
  });

  it('a decision that waited until its mark is five seconds old is left to be made again', async () => {
    const user = await world.user('1000');
    const position = await world.open(user, { marginMode: 'isolated', leverage: 50 });
    await world.get(FollowOpenPositions).follow();
    for (let sample = 0; sample < 2; sample++) {
      world.clock.advance(1000);
      world.price('58700');
      world.get(ReachedMargins).by([1]);
    }
    const { groups, marks } = await world.get(CheckMargins).decide([Number(position.positionId)]);
    const execute = (seconds: number) => {
      const at = new Date(world.clock.now() + seconds * 1000);
      const decided = { groups, marks, at, deleverage: false };
      return world.get(Transactions).run((tx) => world.get(LiquidationStore).execute(tx, decided));
    };
    world.clock.advance(6000);
    const changed = [position.positionId];
    expect(await execute(0)).toEqual({ acted: [], apart: [], overtaken: [], behind: [], changed });
    expect((await world.row(user, position.positionId)).status).toBe(1);
    expect((await execute(-3)).acted).toEqual([position.positionId]);
  });

  it('many at once come to the same as each by itself', async () => {
    await world.insure('5000');
    // Two users each: one of them is closed with all others, one by itself.
    const cases: Partial<OrderWish>[][] = [
      [{ marginMode: 'isolated', leverage: 50 }],
      [{ marginMode: 'isolated', leverage: 100, lots: 7, side: 'short' }],
      [{ marginMode: 'isolated', leverage: 50, lots: 500 }],
      [
        { marginMode: 'isolated', leverage: 50 },
        { marginMode: 'isolated', leverage: 50, isLimit: true, limitPrice: '50000', lots: 1 },
      ],
      [
        { marginMode: 'isolated', leverage: 50, lots: 3 },
        { marginMode: 'isolated', leverage: 100, lots: 4 },
      ],
      [{ marginMode: 'isolated', leverage: 50, demo: true }],
      [{ marginMode: 'cross', leverage: 100, lots: 100 }],
      [
        { marginMode: 'cross', leverage: 100, lots: 60 },
        { marginMode: 'cross', leverage: 100, lots: 40 },
      ],
    ];
    const pairs = await Promise.all(
      cases.map(async (wishes) => {
        const demo = wishes[0]?.demo ?? false;
        const amount = wishes.some(({ lots = 10 }) => lots === 500) ? '10000' : '800';
        const users = [await world.user(amount, { demo }), await world.user(amount, { demo })] as const;
        for (const user of users) for (const wish of wishes) await world.open(user, wish);
        return users;
      }),
    );
    await world.get(FollowOpenPositions).follow();
    const groups: ClosingGroup[] = [];
    let marks: Verdict['marks'] = {};
    for (const price of ['59040', '61500']) {
      for (let sample = 0; sample < 2; sample++) {
        world.clock.advance(1000);
        world.price(price);
        world.get(ReachedMargins).by([1]);
      }
      const { ids, accounts } = world.get(ReachedMargins).by([1]);
      const all = [...world.get(FuturesIndex).allAccounts()];
      const decided = await world.get(CheckMargins).decide(ids, [...new Set([...accounts, ...all])]);
      groups.push(...decided.groups);
      marks = decided.marks;
    }
    const [together, alone] = [0, 1].map((place) => {
      const users = new Set(pairs.map((pair) => pair[place]));
      return groups.filter(({ userId }) => users.has(userId));
    }) as [ClosingGroup[], ClosingGroup[]];
    expect(together.length).toBeGreaterThanOrEqual(cases.length);
    expect(alone).toHaveLength(together.length);
    const store = world.get(LiquidationStore);
    const at = new Date(world.clock.now());
    const close = (some: ClosingGroup[], deleverage: boolean) =>
      world.get(Transactions).run((tx) => store.execute(tx, { groups: some, marks, at, deleverage }));
    const done = await close(together, false);
    expect(done.apart).toEqual([]);
    for (const group of alone) expect((await close([group], true)).acted.length).toBeGreaterThan(0);
    const outcome = async (user: string) => {
      const rows = (await Promise.all([world.rows(user), world.rows(user, true)])).flat();
      return {
        rows: rows.map(({ positionId: _id, ...row }) => row),
        reports: (await Promise.all(rows.map(({ positionId }) => worker.reports(positionId)))).flatMap((each) =>
          each.map(({ position: _position, ...report }) => report),
        ),
        money: [await world.balances(user), await world.balances(user, true)],
        eventKinds: [...new Set(await kinds(user))].sort(),
      };
    };
    for (const [first, second] of pairs) expect(await outcome(first)).toEqual(await outcome(second));
  });

  it('what the fund cannot pay is done apart, and the rest at once', async () => {
    const demo = { demo: true, marginMode: 'isolated' } as const;
    const fund = await world.house('insurance', true);
    if (fund !== '0') await world.insure(`-${fund}`, true);
    const [lost, other] = [await world.user('1000', { demo: true }), await world.user('1000', { demo: true })];
    const gaining = await world.user('10000', { demo: true });
    const taken = await world.open(gaining, { ...demo, side: 'short', lots: 10 });
    const bankrupt = await world.open(lost, { ...demo, leverage: 125, lots: 10 });
    const weak = await world.open(other, { ...demo, leverage: 50, lots: 10 });
    await world.get(FollowOpenPositions).follow();
    for (let sample = 0; sample < 2; sample++) {
      world.clock.advance(1000);
      world.price('59020');
      world.get(ReachedMargins).by([1]);
    }
    const ids = [bankrupt, weak].map(({ positionId }) => Number(positionId));
    const { groups, marks } = await world.get(CheckMargins).decide(ids);
    const store = world.get(LiquidationStore);
    const at = new Date(world.clock.now());
    const done = await world.get(Transactions).run((tx) => store.execute(tx, { groups, marks, at, deleverage: false }));
    const [acted, apart] = [[weak.positionId], [bankrupt.positionId]];
    expect(done).toEqual({ acted, apart, overtaken: [], behind: [], changed: [] });
    expect(await world.row(lost, bankrupt.positionId)).toMatchObject({ status: 1 });
    expect(await world.get(CheckMargins).execute(ids)).toBe(1);
    expect(await world.row(lost, bankrupt.positionId)).toMatchObject({
      status: 3,
      closedAs: 'liquidated',
      shortfall: '0',
    });
    expect(await world.row(gaining, taken.positionId)).toMatchObject({ status: 3, closedAs: 'deleveraged' });
  });

  it('one that cannot be closed does not hold up the others', async () => {
    const users = await Promise.all([world.user('1000'), world.user('1000'), world.user('1000')]);
    const opened = await Promise.all(
      users.map((user) => world.open(user, { marginMode: 'isolated', leverage: 50, lots: 5 })),
    );
    const ids = opened.map(({ positionId }) => Number(positionId));
    await world.get(FollowOpenPositions).follow();
    for (let sample = 0; sample < 2; sample++) {
      world.clock.advance(1000);
      world.price('58900');
      world.get(ReachedMargins).by([1]);
    }
    // Its money is not where it should be.
    const hold = `position:${ids[1]}`;
    await world.source.query('alter table ledger_hold disable trigger user');
    await world.source.query(`update ledger_hold set name = name || '-lost' where name = $1`, [hold]);
    await expect(world.get(CheckMargins).execute(ids)).rejects.toThrow();
    await world.source.query(`update ledger_hold set name = $1 where name = $1 || '-lost'`, [hold]);
    await world.source.query('alter table ledger_hold enable trigger user');
    const statuses = await Promise.all(
      opened.map(async ({ positionId }, place) => (await world.row(users[place] as string, positionId)).status),
    );
    expect(statuses).toEqual([3, 1, 3]);
    expect(await world.get(CheckMargins).execute(ids)).toBe(1);
  });

  it('a worker that starts later knows what is open', async () => {
    const user = await world.user('1000');
    await world.open(user, { marginMode: 'isolated', leverage: 50 });
    const index = world.get(FuturesIndex);
    await world.get(FollowOpenPositions).follow();
    const size = index.margins.size;
    await world.get(FollowOpenPositions).load();
    expect(index.margins.size).toBe(size);
    expect(size).toBeGreaterThan(0);
  });
});

describe('orders and stops', () => {
  it('limit orders fill at their limit or better when the market comes to them, the better price first', async () => {
    const user = await world.user('5000');
    const low = await world.open(user, { isLimit: true, limitPrice: '58000', lots: 2, marginMode: 'isolated' });
    const high = await world.open(user, { isLimit: true, limitPrice: '59000', lots: 2, marginMode: 'isolated' });
    world.price('59500');
    expect(await worker.fill()).toBe(0);
    world.price('58500');
    expect(await worker.fill()).toBe(1);
    expect(await world.row(user, high.positionId)).toMatchObject({ status: 1, entryPrice: '58505', reserved: '0' });
    expect(await world.row(user, low.positionId)).toMatchObject({ status: 0 });
    world.price('57990');
    expect(await worker.fill()).toBe(1);
    expect(await world.row(user, low.positionId)).toMatchObject({ status: 1, entryPrice: '57995' });
  });

  it('a short above its limit takes no money that covers what a cross position has lost: it fills at its limit then', async () => {
    world.price('2000', {}, ETH_MARKET);
    const user = await world.user('1000');
    await world.open(user, { marketId: ETH_MARKET, side: 'long', lots: 10, leverage: 20, marginMode: 'cross' });
    const short = {
      isLimit: true,
      side: 'short',
      limitPrice: '61000',
      lots: 2,
      leverage: 20,
      marginMode: 'cross',
    } as const;
    const [first, second] = [await world.open(user, short), await world.open(user, short)];
    const { contract } = await world.balances(user);
    // At 66000 a short of 0.02 needs 5 more margin than at 61000, and somewhat more of a fee: one fits, two do not.
    const lost = new Decimal(contract).minus(8);
    const { lots, lotSize, entryPrice } =
      (await world.rows(user)).find(({ marketId }) => marketId === ETH_MARKET) ?? first;
    const mark = new Decimal(entryPrice ?? 0).minus(lost.dividedBy(new Decimal(lots).times(lotSize)));
    world.price(mark.toFixed(), {}, ETH_MARKET);
    world.price('66000');
    expect(await worker.fill()).toBe(2);
    expect(await world.row(user, first.positionId)).toMatchObject({ status: 1, entryPrice: '65995' });
    expect(await world.row(user, second.positionId)).toMatchObject({ status: 1, entryPrice: '61000' });
    expect(new Decimal((await world.balances(user)).contract).gte(lost)).toBe(true);
  });

  it('a book that does not hold the whole order at its limit does not fill it', async () => {
    const user = await world.user('5000');
    const order = await world.open(user, { isLimit: true, limitPrice: '59000', lots: 20, marginMode: 'isolated' });
    world.price('58000', { asks: [['58000', '0.05']] });
    expect(await worker.fill()).toBe(0);
    world.price('58000', {
      asks: [
        ['58000', '0.05'],
        ['58100', '1'],
      ],
    });
    expect(await worker.fill()).toBe(1);
    expect(await world.row(user, order.positionId)).toMatchObject({ status: 1, entryPrice: '58080' });
  });

  it('a stop-loss fires by the mark, closes once and leaves a receipt', async () => {
    const user = await world.user('5000');
    const position = await world.open(user, {
      marginMode: 'isolated',
      lots: 2,
      stopLoss: '58500',
      takeProfit: '63000',
    });
    world.price('58400', { mark: '59000' });
    expect(await worker.stops()).toBe(0);
    world.price('58600', { mark: '58500' });
    expect(await worker.stops()).toBe(1);
    expect(await worker.stops()).toBe(0);
    expect(await world.row(user, position.positionId)).toMatchObject({
      status: 3,
      closedAs: 'stop-loss',
      closePrice: '58595',
    });
    const receipts = await world.source.query(
      `select kind, state, source, trim_scale(level)::text as level, trim_scale(value)::text as value
         from futures_trigger where position_id = $1`,
      [position.positionId],
    );
    expect(receipts).toEqual([{ kind: 'stop-loss', state: 'done', source: 'mark', level: '58500', value: '58500' }]);
  });

  it('a take-profit fires by the last price', async () => {
    const user = await world.user('5000');
    const position = await world.open(user, { marginMode: 'isolated', lots: 2, takeProfit: '61000', side: 'long' });
    world.price('61000', { mark: '60000' });
    expect(await worker.stops()).toBe(1);
    expect(await world.row(user, position.positionId)).toMatchObject({ status: 3, closedAs: 'take-profit' });
  });
});
