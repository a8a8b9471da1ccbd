import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { type TapedSecond, tapeSeconds } from '../../../test/factories/tape.js';
import { TransferMoney } from '../../wallet/balances/transfer-money.js';
import { DecisionMarkets } from '../futures-index/index.js';
import type { OrderWish } from '../futures-orders/quote-order.js';
import { DueMarginsStore, type SliceQuery } from './due-margins.store.js';

/** 0.1 BTC at 60,005 with a margin of 120.01: due below 59,075. At 59,995 the short: due above 60,914. */
const long = { marginMode: 'isolated', leverage: 50 } as const;
const short = { ...long, side: 'short' } as const;
const cross = { marginMode: 'cross', leverage: 50 } as const;
const DUE = '58900';
const FINE = '59500';

let world: FuturesWorld;

beforeAll(async () => {
  world = await FuturesWorld.open({ FUTURES_LEVERAGE_MAX: '125' });
}, 60_000);
afterAll(() => world?.close());
beforeEach(() => {
  world.clock.advance(60_000);
  world.price('60000');
});
afterEach(async () => {
  // What a test put on the tape is of another price.
  world.clock.advance(20_000);
  world.price('60000');
  const open: { id: string; user: string; status: number }[] = await world.source.query(
    'select id::text as id, user_id::text as user, status from futures_position where status in (0, 1) order by id',
  );
  for (const { id, user, status } of open) await (status === 0 ? world.cancel(user, id) : world.close1(user, id));
});

type Second = Partial<Omit<TapedSecond, 'marketId' | 'at'>> | string | null;

/** One second after the other on the tape, each with its mark; null leaves it out. */
async function tape(...seconds: Second[]): Promise<void> {
  for (const second of seconds) {
    world.clock.advance(1000);
    if (second === null) continue;
    const { mark = DUE, ...rest } = typeof second === 'string' ? { mark: second } : second;
    const sample = { marketId: 1, at: world.clock.now(), mark, index: mark ?? DUE, origin: 'live' as const, ...rest };
    await tapeSeconds(world.source, [sample]);
  }
}

const times = (count: number, second: Second = DUE): Second[] => Array.from({ length: count }, () => second);

async function slice(given: Partial<SliceQuery> = {}) {
  const at = new Date(world.clock.now());
  const store = world.get(DueMarginsStore);
  const unpriced = await world.get(DecisionMarkets).allUnpriced();
  return store.slice({ after: '0', rows: 1000, realMoneyOrigins: ['live'], unpriced, at, seconds: 10, ...given });
}

async function due() {
  const found = await slice();
  return found?.due;
}

/** What is due and was changed in the seconds that are asked for. */
async function changed() {
  const found = await slice();
  return found?.changed;
}

async function holder(wish: Partial<OrderWish> = long, amount = '1000', isDemo = false) {
  const user = await world.user(amount, { demo: isDemo });
  const { positionId } = await world.open(user, { ...wish, demo: isDemo });
  return { user, id: Number(positionId), account: `${user}:${isDemo ? 1 : 0}` };
}

const nobody = { ids: [], accounts: [] };

describe('an isolated position is due', () => {
  it('when it was in each of the last ten seconds, and not one second sooner', async () => {
    const { id } = await holder();
    await tape(...times(9));
    expect(await due()).toEqual(nobody);
    await tape(DUE);
    expect(await due()).toEqual({ ids: [id], accounts: [] });
  });

  it('whatever was before those seconds', async () => {
    const { id } = await holder();
    await tape(FINE, ...times(10));
    expect(await due()).toEqual({ ids: [id], accounts: [] });
  });

  it.each([
    ['first', 0],
    ['middle', 5],
    ['last', 9],
  ])('not when it could stand in the %s of them', async (_which, place) => {
    await holder();
    await tape(FINE, ...times(10).with(place, FINE));
    expect(await due()).toEqual(nobody);
  });

  it('a short by the lowest mark of those seconds', async () => {
    const { id } = await holder(short);
    await tape(...times(10, '61000').with(4, '60500'));
    expect(await due()).toEqual(nobody);
    await tape(...times(10, '61000'));
    expect(await due()).toEqual({ ids: [id], accounts: [] });
  });

  it.each<[string, Second[], boolean]>([
    ['two seconds are missing', times(10).with(3, null).with(7, null), true],
    ['three are', times(10).with(2, null).with(3, null).with(7, null), false],
    ['one has no mark', times(10).with(3, { mark: null, index: DUE }), false],
    ['one is stale', times(10).with(3, { state: 'stale' }), false],
    ['one is degraded', times(10).with(3, { state: 'degraded' }), true],
    ['one is simulated', times(10).with(3, { origin: 'simulated' }), false],
    ['all are simulated', times(10, { origin: 'simulated' }), false],
  ])('where %s', async (_what, seconds, isDue) => {
    const { id } = await holder();
    await tape(...seconds);
    expect(await due()).toEqual({ ids: isDue ? [id] : [], accounts: [] });
  });

  it('in demo money by simulated marks too', async () => {
    const demo = await holder(long, '1000', true);
    await holder();
    await tape(...times(10, { origin: 'simulated' }));
    expect(await due()).toEqual({ ids: [demo.id], accounts: [] });
  });

  it('apart from the rest, as long as something of its side changed in those seconds', async () => {
    const { id, user } = await holder(long, '5000');
    await tape(...times(5));
    world.price('60000');
    await world.open(user, long);
    await tape(...times(9, '58500'));
    expect(await due()).toEqual(nobody);
    expect((await changed())?.ids).toHaveLength(2);
    expect((await changed())?.ids).toContain(id);
    await tape('58500');
    expect((await due())?.ids).toHaveLength(2);
    expect((await due())?.ids).toContain(id);
    expect(await changed()).toEqual(nobody);
  });
});

describe('an account is due by its cross positions together', () => {
  it('with what is free on it', async () => {
    const { account } = await holder(cross, '200');
    // 200 pay for 2,000 points; 80 have gone with the margin.
    await tape(...times(10));
    expect(await due()).toEqual(nobody);
    await tape(...times(10, '57900'));
    expect(await due()).toEqual({ ids: [], accounts: [account] });
  });

  it('with what its waiting orders reserve', async () => {
    const { user, account } = await holder(cross, '800');
    await world.open(user, { ...cross, leverage: 1, isLimit: true, limitPrice: '50000', lots: 1 });
    await tape(...times(10, '57000'));
    expect(await due()).toEqual(nobody);
    await tape(...times(10, '52000'));
    expect(await due()).toEqual({ ids: [], accounts: [account] });
  });

  it('apart from the rest, when one of its rows changed in those seconds', async () => {
    const { user, account } = await holder(cross, '400');
    const other = await world.open(user, { ...cross, lots: 1 });
    await tape(...times(10, '56000'));
    expect(await due()).toEqual({ ids: [], accounts: [account] });
    world.price('60000');
    const stops = {
      takeProfit: '90000',
      takeProfitSource: 'last',
      stopLoss: undefined,
      stopLossSource: undefined,
    } as const;
    await world.commands.stops.execute({ userId: user, positionId: other.positionId, ...stops, key: null });
    await tape(...times(9, '56000'));
    expect(await due()).toEqual(nobody);
    expect(await changed()).toEqual({ ids: [], accounts: [account] });
    await tape('56000');
    expect(await due()).toEqual({ ids: [], accounts: [account] });
    expect(await changed()).toEqual(nobody);
  });

  it('apart from the rest, when money moved on it in those seconds', async () => {
    const { user, account } = await holder(cross, '400');
    await tape(...times(5, '56000'));
    world.price('60000');
    await world
      .get(TransferMoney)
      .execute({ userId: user, from: 'contract', to: 'spot', currencyId: 3, amount: '1', key: null });
    await tape(...times(9, '56000'));
    expect(await due()).toEqual(nobody);
    expect(await changed()).toEqual({ ids: [], accounts: [account] });
    await tape('56000');
    expect(await due()).toEqual({ ids: [], accounts: [account] });
    expect(await changed()).toEqual(nobody);
  });

  it('not while one of its markets has never said anything', async () => {
    const { user } = await holder(cross, '400');
    world.price('3000', {}, 2);
    await world.open(user, { ...cross, marketId: 2, lots: 1 });
    await tape(...times(10, '50000'));
    expect(await due()).toEqual(nobody);
  });

  it.each<[string, { lots: number; side?: 'long' | 'short'; mark?: string; ago?: number; isDue: boolean }]>([
    // The first, before the process has seen anything of that market.
    [
      'with as much as there may be in a market without a price for a week',
      { lots: 3000, ago: 7 * 86_400_000 + 60_000, isDue: true },
    ],
    // 0.1 BTC has lost 1,200 of 400. A fifth of thirty coins at 300 would make up for it, and so does 45 on each of them.
    ['with little in a market that has fallen silent', { lots: 1, isDue: true }],
    ['with so much there that only a fifth of it would make up for it', { lots: 3000, isDue: true }],
    ['not where its last marks do', { lots: 3000, mark: '345', isDue: false }],
    ['nor where they do for what is sold there', { lots: 3000, side: 'short', mark: '255', isDue: false }],
    ['but where they do no more as the market is paused', { lots: 3000, mark: '345', ago: 360_000, isDue: true }],
  ])('%s', async (_, { lots, side = 'long', mark = '300', ago = 60_000, isDue }) => {
    const marketId = 2;
    const btcGoesOn = () => {
      world.price('60000');
      world.get(DecisionMarkets).sample(1);
    };
    for (let left = ago < 86_400_000 ? ago : 0; left > 0; left -= 1000) {
      world.clock.advance(1000);
      btcGoesOn();
    }
    world.price('60000');
    const { user, account } = await holder(cross, '400');
    world.price('300', {}, marketId);
    const { lotSize } = world.product(marketId);
    await world.open(user, {
      ...cross,
      side,
      marketId,
      lots: Math.max(1, Math.round((lots * 0.01) / Number(lotSize))),
    });
    const last = {
      marketId,
      at: world.clock.now() + 11_000 - ago,
      mark,
      index: mark,
      origin: 'live' as const,
    };
    await world.source.query(
      `set session_replication_role = replica; delete from price_sample where market_id = ${marketId}; set session_replication_role = origin`,
    );
    // Of a tape that goes on with another market all the while.
    const days = Array.from({ length: 17 }, (_, halves) => ({
      ...last,
      marketId: 3,
      at: world.clock.now() + 11_000 - 8 * 86_400_000 + halves * 43_200_000,
    }));
    await tapeSeconds(world.source, [last, ...days]);
    for (const second of times(10, '48000')) {
      await tape(second);
      btcGoesOn();
    }
    expect(await due()).toEqual({ ids: [], accounts: isDue ? [account] : [] });
  });

  it('nor by a market that has fallen silent alone', async () => {
    const { account } = await holder(cross, '400');
    await tape(...times(10, '48000'));
    expect(await due()).toEqual({ ids: [], accounts: [account] });
    world.clock.advance(60_000);
    expect(await due()).toEqual(nobody);
  });
});

describe('a slice', () => {
  it('has whole users, and says who is the last', async () => {
    const [first, second] = [await holder(), await holder()];
    const more = await world.open(first.user, { ...long, lots: 2 });
    await tape(...times(10));
    const one = await slice({ rows: 1 });
    expect(one).toMatchObject({ lastUser: first.user, looked: 2 });
    expect(one?.due.ids).toEqual([first.id, Number(more.positionId)]);
    const two = await slice({ rows: 1, after: first.user });
    expect(two).toMatchObject({ lastUser: second.user, looked: 1, due: { ids: [second.id] } });
    expect(await slice({ rows: 1, after: second.user })).toBeNull();
  });

  it('looks at waiting orders as well, of which none is due', async () => {
    const user = await world.user('1000');
    await world.open(user, { ...long, isLimit: true, limitPrice: '50000', lots: 1 });
    await tape(...times(10));
    expect(await slice()).toMatchObject({ lastUser: user, looked: 1, due: nobody });
  });
});
