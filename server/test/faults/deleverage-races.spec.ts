import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import {
  AddMargin,
  CancelOrder,
  ClosePositions,
  ClosingOrders,
  SetStops,
} from '../../features/trading/futures-orders/index.js';
import { TransferMoney } from '../../features/wallet/balances/transfer-money.js';
import { deadlocksOf } from '../deadlocks.js';
import { BTC_MARKET } from '../factories/futures-world.js';
import { USDT } from '../factories/ledger.js';
import { done } from '../factories/model-commands.js';
import { TradingWorld } from '../factories/trading-world.js';
import { seeded, sleep } from './calls.js';
import { sizeOf } from './product.js';

/**
 * An insurance fund that is used up, and gains that are closed for others (deleveraging), beside commands of those whose
 * gains they are: whoever comes first, each lot is closed once, nothing deadlocks, and the books are in order.
 * `npm run races -- --pairs=200` makes it long.
 */
const ROUNDS = sizeOf('FAULTS_PAIRS', 1);
const SEED = sizeOf('FAULTS_SEED', 20_261_129);
const LIMIT_MS = 120_000 + ROUNDS * 10_000;
const LOTS = 10;
const LOSERS = 3;
/** Deep enough that no margin of a loser pays for it. */
const FALLEN = '48000';

let world: TradingWorld;
let keys = 0;
const random = seeded(SEED);
/** How long the last look took that commands were beside: they come at any moment of the next one. */
let lookMs = 100;
const aKey = (): string => `deleverage-race-${(keys += 1)}`;

/** Somebody with a short that gains, and an order of the same side that waits. */
interface Gainer {
  user: string;
  held: string;
  waiting: string;
}

interface Act {
  /** Whether it was done; a refusal is an answer. */
  run(gainer: Gainer): Promise<boolean>;
  /** Lots that it closes of so many that are left to it. */
  closes(left: number): number;
}

const nothing = () => 0;
const ofGainer = ({ user, held }: Gainer) => ({ userId: user, positionId: held, key: aKey() });
const from = <Service>(type: abstract new (...parameters: never[]) => Service): Service => world.futures.get(type);

const ACTS: Record<string, Act> = {
  close: {
    run: (gainer) => done(from(ClosePositions).one({ ...ofGainer(gainer), lots: null, worstPrice: null })),
    closes: (left) => left,
  },
  'close of a part': {
    run: (gainer) => done(from(ClosePositions).one({ ...ofGainer(gainer), lots: 3, worstPrice: null })),
    closes: (left) => Math.min(left, 3),
  },
  'order that only reduces': {
    run: ({ user }) =>
      world.futuresCommands.reduce(user, {
        marketId: BTC_MARKET,
        demo: false,
        side: 'long',
        lots: 2,
        limitPrice: null,
      }),
    closes: (left) => Math.min(left, 2),
  },
  reversal: { run: ({ user, held }) => world.futuresCommands.reverse(user, held), closes: (left) => left },
  'transfer out': {
    run: ({ user }) => {
      const wish = { userId: user, from: 'contract', to: 'spot', currencyId: USDT, amount: '1500' } as const;
      return done(from(TransferMoney).execute({ ...wish, key: aKey() }));
    },
    closes: nothing,
  },
  'added margin': {
    run: (gainer) => done(from(AddMargin).execute({ ...ofGainer(gainer), amount: '7' })),
    closes: nothing,
  },
  'cancellation of an order': {
    run: ({ user, waiting }) => done(from(CancelOrder).execute({ userId: user, positionId: waiting, key: aKey() })),
    closes: nothing,
  },
  'order to close': {
    run: (gainer) => done(from(ClosingOrders).place({ ...ofGainer(gainer), lots: 4, price: '30000' })),
    closes: nothing,
  },
  'new stops': {
    run: (gainer) => {
      const source = { takeProfitSource: 'last', stopLossSource: 'last' } as const;
      return done(from(SetStops).execute({ ...ofGainer(gainer), ...source, takeProfit: '30000', stopLoss: '59000' }));
    },
    closes: nothing,
  },
};

function market(last: string): void {
  world.futures.clock.advance(1000);
  world.futures.price(last, { bids: [[last, '1000000']], asks: [[last, '1000000']] }, BTC_MARKET);
}

async function gainer(marginMode: 'isolated' | 'cross'): Promise<Gainer> {
  const user = await world.user('contract', '3000');
  const order = { marketId: BTC_MARKET, side: 'short', leverage: 10, marginMode } as const;
  await world.futuresOrder(user, { ...order, lots: LOTS });
  await world.futuresOrder(user, { ...order, lots: 1, limitPrice: '70000' });
  const [waiting, held] = await world.futures.rows(user);
  return { user, held: held?.positionId as string, waiting: waiting?.positionId as string };
}

async function loser(): Promise<string> {
  const user = await world.user('contract', '300');
  const order = { marketId: BTC_MARKET, side: 'long', leverage: 50, marginMode: 'isolated' } as const;
  await world.futuresOrder(user, { ...order, lots: LOTS });
  const [held] = await world.futures.rows(user);
  return held?.positionId as string;
}

/** Lots that were closed for somebody else, and the reports of it. */
async function deleveraged(position: string): Promise<number> {
  const [{ lots }] = await world.source.query(
    `select coalesce(sum(lots), 0)::integer as lots from liquidation_report where position_id = $1 and kind = 'deleveraged'`,
    [position],
  );
  return lots;
}

/** Whether each loser was liquidated once, and each lot of a gainer was closed once: for somebody else, or by the owner. */
async function expectOnce(losers: readonly string[], gainers: readonly Gainer[], outcomes: readonly [Act, boolean][]) {
  for (const position of losers) {
    expect(await world.worker.reports(position)).toMatchObject([{ kind: 'full', lots: LOTS }]);
  }
  for (const [place, { user, held }] of gainers.entries()) {
    const row = await world.futures.row(user, held);
    const forOthers = await deleveraged(held);
    const closed = row.lotsOrdered - row.lots - forOthers;
    const [act, isDone] = outcomes[place] ?? [null, false];
    // A command that came first had all lots, one that came last what was left of them, which is more than nothing.
    const ofAll = act && isDone ? act.closes(LOTS) : 0;
    const ofRest = act && isDone ? act.closes(LOTS - forOthers) : 0;
    const possible = [ofAll, ofRest].filter((lots) => lots > 0 || ofAll === 0);
    expect(possible).toContain(closed);
  }
}

/** Nothing of a round is somebody's counterparty in the next. */
async function settle(users: readonly string[]): Promise<void> {
  for (const user of users) {
    for (const { positionId, status } of await world.futures.rows(user)) {
      if (status === 0) await world.futures.cancel(user, positionId);
      if (status === 1) await world.futures.close1(user, positionId);
    }
  }
}

async function emptyFund(): Promise<void> {
  const left = await world.futures.house('insurance');
  if (left !== '0') await world.futures.insure(`-${left}`);
}

async function round(acts: readonly Act[]): Promise<number> {
  market('60000');
  await world.source.query('delete from taken_depth');
  await emptyFund();
  // Enough for a part of what is missing of the first.
  await world.futures.insure('300');
  const gainers: Gainer[] = [];
  for (const place of acts.keys()) gainers.push(await gainer(place % 2 === 0 ? 'isolated' : 'cross'));
  const calm = await gainer('isolated');
  const losers: string[] = [];
  for (let place = 0; place < LOSERS; place += 1) losers.push(await loser());
  await world.worker.look();
  market(FALLEN);
  await world.worker.look();
  market(FALLEN);
  const began = performance.now();
  const looking = world.worker.look().finally(() => {
    lookMs = performance.now() - began;
  });
  const outcomes = await Promise.all(
    acts.map(async (act, place) => {
      await sleep(random() * lookMs);
      return act.run(gainers[place] as Gainer);
    }),
  );
  await looking;
  // Who was passed over because somebody was changing their row is there at the next look.
  for (let look = 0; look < 3; look += 1) await world.worker.look();
  const all = [...gainers, calm];
  await expectOnce(
    losers,
    all,
    acts.map((act, place) => [act, outcomes[place] as boolean]),
  );
  const lots = await Promise.all(all.map(({ held }) => deleveraged(held)));
  await settle(all.map(({ user }) => user));
  return lots.reduce((sum, each) => sum + each, 0);
}

async function race(acts: readonly Act[]): Promise<void> {
  const pools = [world.source, world.futures.get(DataSource)] as const;
  const before = await deadlocksOf(...pools);
  let met = 0;
  for (let place = 0; place < ROUNDS; place += 1) met += await round(acts);
  expect(met).toBeGreaterThan(0);
  expect(await deadlocksOf(...pools)).toBe(before);
}

beforeAll(async () => {
  world = await TradingWorld.open();
}, 120_000);
// Fails when the books are not in order.
afterAll(() => world?.close(), 120_000);

describe('gains closed for others', () => {
  it.each(Object.entries(ACTS))(
    'beside each of their owners with: %s',
    (_name, act) => race([act, act, act, act]),
    LIMIT_MS,
  );

  it('beside owners who each do something else', () => race(Object.values(ACTS)), LIMIT_MS);
});
