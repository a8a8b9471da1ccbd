import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { MatchSpotOrders } from '../../features/trading/spot/match-spot-orders.js';
import { deadlocksOf } from '../deadlocks.js';
import { BTC_MARKET } from '../factories/futures-world.js';
import { TradingWorld } from '../factories/trading-world.js';
import { sizeOf } from './product.js';

/**
 * Commands that take the same locks, on prices that a test moves by hand: whatever one does first, none waits for another
 * that waits for it. `npm run races -- --pairs=200` makes it long.
 */
const ROUNDS = sizeOf('FAULTS_PAIRS', 2);
const LIMIT_MS = 120_000 + ROUNDS * 5000;
const ETH_MARKET = 2;
const DAY_MS = 86_400_000;
const AT_ONCE = 4;

let world: TradingWorld;
let keys = 0;
const aKey = (): string => `lock-race-${(keys += 1)}`;
const many = <Made>(make: (place: number) => Promise<Made>, count = AT_ONCE): Promise<Made[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => make(place)));
const deadlocks = (): Promise<number> => deadlocksOf(world.source, world.futures.get(DataSource));

/** The race, round after round; what is refused is refused, and nothing deadlocks. */
async function race(round: (place: number) => Promise<readonly unknown[]>): Promise<void> {
  const before = await deadlocks();
  for (let place = 0; place < ROUNDS; place += 1) await round(place);
  expect(await deadlocks()).toBe(before);
}

/** Both are sent at once; refusals are answers. */
const together = (...commands: Promise<unknown>[]): Promise<unknown[]> =>
  Promise.allSettled(commands).then((outcomes) =>
    outcomes.map((outcome) => {
      if (outcome.status === 'rejected' && !(outcome.reason as { code?: string }).code?.includes('.'))
        throw outcome.reason;
      return outcome.status;
    }),
  );

const market = (marketId: number, last: string, asks: [string, string][] = [[last, '1000000']]): void =>
  world.futures.price(last, { bids: [[last, '1000000']], asks }, marketId);
const match = (marketId: number): Promise<number> => world.futures.get(MatchSpotOrders).execute(marketId, false);

beforeAll(async () => {
  world = await TradingWorld.open();
  await world.futures.insure('100000');
}, 120_000);
afterAll(() => world?.close(), 120_000);

it(
  'a limit order that is half filled, market orders of the same user',
  () =>
    race(async (place) => {
      const users = await many(() => world.user('spot', '1000000'));
      // Another quantity than before: what was taken of the level is there again.
      market(BTC_MARKET, '60000', [
        ['60000', `2.${10 + place}`],
        ['60600', '1000000'],
      ]);
      const limit = { marketId: BTC_MARKET, side: 'buy', quantity: '3', limitPrice: '60000' } as const;
      const now = { marketId: BTC_MARKET, side: 'buy', quantity: '0.01', limitPrice: null } as const;
      return Promise.all(
        users.map((user) => together(world.spot(user, now), world.spot(user, limit), world.spot(user, now))),
      );
    }),
  LIMIT_MS,
);

it(
  'orders of both sides matched in two markets, trades of the same users',
  () =>
    race(async () => {
      const users = await many(() => world.user('spot', '1000000'));
      const bid = (marketId: number, price: string) =>
        ({ marketId, side: 'buy', quantity: '0.1', limitPrice: price }) as const;
      const ask = (marketId: number, price: string) =>
        ({ marketId, side: 'sell', quantity: '0.1', limitPrice: price }) as const;
      market(BTC_MARKET, '60000');
      market(ETH_MARKET, '3000');
      for (const user of users) {
        for (const marketId of [BTC_MARKET, ETH_MARKET])
          await world.spot(user, { marketId, side: 'buy', quantity: '1', limitPrice: null });
      }
      // Nobody is reached; then everybody is.
      const far = { bids: [['59800', '1']], asks: [['60200', '1']] } satisfies Parameters<
        typeof world.futures.price
      >[1];
      world.futures.price('60000', far, BTC_MARKET);
      world.futures.price('3000', { bids: [['2985', '1']], asks: [['3015', '1']] }, ETH_MARKET);
      const sides = [users, [...users].reverse()] as const;
      for (const [first, last] of [[0, 1] as const, [1, 0] as const]) {
        for (const user of sides[first]) await world.spot(user, bid(BTC_MARKET, '60100'));
        for (const user of sides[last]) await world.spot(user, ask(ETH_MARKET, '2990'));
      }
      for (const user of sides[1]) {
        await world.spot(user, ask(BTC_MARKET, '59900'));
        await world.spot(user, bid(ETH_MARKET, '3010'));
      }
      world.futures.clock.advance(1000);
      market(BTC_MARKET, '60000');
      market(ETH_MARKET, '3000');
      const trades = users.flatMap((user) => [
        world.spot(user, { marketId: ETH_MARKET, side: 'sell', quantity: '0.01', limitPrice: null }),
        world.spot(user, { marketId: BTC_MARKET, side: 'sell', quantity: '0.01', limitPrice: null }),
      ]);
      return together(match(BTC_MARKET), match(ETH_MARKET), ...trades);
    }),
  LIMIT_MS,
);

/** A cross or isolated position of 0.1 BTC at 60,000, with an order that waits. */
async function leveraged(marginMode: 'cross' | 'isolated'): Promise<{ user: string; held: string; waiting: string }> {
  const user = await world.user('contract', '700');
  const order = { marketId: BTC_MARKET, side: 'long', leverage: 10, marginMode } as const;
  await world.futuresOrder(user, { ...order, lots: 10 });
  await world.futuresOrder(user, { ...order, lots: 1, limitPrice: '50000' });
  const [waiting, held] = await world.futures.rows(user);
  return { user, held: held?.positionId as string, waiting: waiting?.positionId as string };
}

/** The price has fallen at one sample; what is due acts at the next look. */
async function fallen<Given>(given: () => Promise<Given>, count = AT_ONCE): Promise<Given[]> {
  market(BTC_MARKET, '60000');
  const ready = await many(given, count);
  await world.worker.look();
  world.futures.clock.advance(1000);
  market(BTC_MARKET, '53000');
  await world.worker.look();
  world.futures.clock.advance(1000);
  market(BTC_MARKET, '53000');
  return ready;
}

it(
  'cancellations, liquidations of their cross accounts',
  () =>
    race(async () => {
      const accounts = await fallen(() => leveraged('cross'));
      const outcomes = await together(
        world.worker.look(),
        ...accounts.map(({ user, waiting }) => world.futures.cancel(user, waiting)),
      );
      await world.worker.look();
      return outcomes;
    }),
  LIMIT_MS,
);

it(
  'added margin and closes, liquidations',
  () =>
    race(async () => {
      const accounts = await fallen(() => leveraged('isolated'));
      const acts = accounts.flatMap(({ user, held }) => [
        world.futures.commands.margin.execute({ userId: user, positionId: held, amount: '7', key: aKey() }),
        world.futures.close1(user, held, { lots: 1 }),
      ]);
      return together(world.worker.look(), ...acts);
    }),
  LIMIT_MS,
);

it(
  'new stops, stops that are reached',
  () =>
    race(async () => {
      market(BTC_MARKET, '60000');
      const users = await many(() => world.user('contract', '3000'));
      const unset = { takeProfitSource: undefined, stopLossSource: 'last' as const, takeProfit: undefined };
      const ids = await Promise.all(
        users.map(
          async (user) => (await world.futures.open(user, { stopLoss: '59000', stopLossSource: 'last' })).positionId,
        ),
      );
      await world.worker.stops();
      world.futures.clock.advance(1000);
      market(BTC_MARKET, '58900');
      // One of them stays as it was, so that there is something to close.
      const changes = users.slice(1).map((userId, place) =>
        world.futures.commands.stops.execute({
          userId,
          positionId: ids[place + 1] as string,
          ...unset,
          stopLoss: '58000',
          key: aKey(),
        }),
      );
      return together(world.worker.stops(), ...changes);
    }),
  LIMIT_MS,
);

it(
  'positions in two markets closed at once, of several users',
  () =>
    race(async () => {
      market(BTC_MARKET, '60000');
      market(ETH_MARKET, '3000');
      const users = await many(() => world.user('contract', '3000'), 6);
      for (const [place, user] of users.entries()) {
        const markets = place % 2 === 0 ? [BTC_MARKET, ETH_MARKET] : [ETH_MARKET, BTC_MARKET];
        for (const marketId of markets) await world.futures.submit(user, { marketId, lots: 2, leverage: 10 });
      }
      const close = (userId: string) =>
        world.futures.commands.close.batch({ userId, demo: false, side: null, marketId: null, key: aKey() });
      return together(...users.map(close), ...users.map((user) => world.futures.submit(user, { lots: 1 })));
    }),
  LIMIT_MS,
);

/** Where a command waits for these rows, the later ones of the order are free. */
async function waitsBefore(held: string, free: readonly string[], command: () => Promise<unknown>): Promise<void> {
  const holder = world.source.createQueryRunner();
  await holder.startTransaction();
  try {
    const [{ pid }] = await holder.query('select pg_backend_pid() as pid');
    expect((await holder.query(`select 1 from ${held} for no key update`)).length).toBeGreaterThan(0);
    const running = command();
    for (let isWaiting = false; !isWaiting; ) {
      const [row] = await world.source.query(
        'select count(*)::integer as waiting from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [pid],
      );
      isWaiting = row.waiting > 0;
    }
    for (const rows of free) {
      expect((await holder.query(`select 1 from ${rows} for no key update nowait`)).length).toBeGreaterThan(0);
    }
    await holder.rollbackTransaction();
    await running;
  } finally {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
  }
}

const account = (user: string, kind: string, currency: number, demo = false): string =>
  `ledger_account where owner_key = ${user} and kind = '${kind}' and currency_id = ${currency} and demo = ${demo}`;
const HOUSE = 'ledger_account where owner_key = 0';
const stream = (user: string): string => `outbox_stream where user_id = ${user}`;
const [BTC, USDT] = [1, 3];

describe('what comes later in the order is free while a command waits', () => {
  it('a half-filled order waits for the coin that it buys before it freezes money', async () => {
    const user = await world.user('spot', '1000000');
    market(BTC_MARKET, '60000');
    await world.spot(user, { marketId: BTC_MARKET, side: 'buy', quantity: '0.01', limitPrice: null });
    market(BTC_MARKET, '60000', [['60000', '1.77']]);
    const order = { marketId: BTC_MARKET, side: 'buy', quantity: '3', limitPrice: '60000' } as const;
    await waitsBefore(account(user, 'spot', BTC), [account(user, 'spot', USDT), HOUSE, stream(user)], () =>
      world.spot(user, order),
    );
  });

  it('matching waits for the seller before the house and the streams', async () => {
    const buyer = await world.user('spot', '100000');
    const seller = await world.user('spot', '100000');
    market(BTC_MARKET, '60000');
    await world.spot(seller, { marketId: BTC_MARKET, side: 'buy', quantity: '1', limitPrice: null });
    world.futures.price('60000', { bids: [['59800', '1']], asks: [['60200', '1']] }, BTC_MARKET);
    await world.spot(buyer, { marketId: BTC_MARKET, side: 'buy', quantity: '0.1', limitPrice: '60100' });
    await world.spot(seller, { marketId: BTC_MARKET, side: 'sell', quantity: '0.1', limitPrice: '59900' });
    world.futures.clock.advance(1000);
    market(BTC_MARKET, '60000');
    await waitsBefore(account(seller, 'spot_frozen', BTC), [HOUSE, stream(buyer), stream(seller)], () =>
      match(BTC_MARKET),
    );
  });

  // Ahead of all that lets days pass: stamps of funding that nobody decides would be noted with each position that is closed.
  it(
    'a liquidation waits for no order that somebody is cancelling: it is decided again',
    async () => {
      // What the races left behind falls first: hundreds of liquidations in the look below would outlast the holder's idle time.
      await fallen(() => Promise.resolve(), 0);
      await world.worker.look();
      const [{ user, held, waiting } = { user: '', held: '', waiting: '' }] = await fallen(() => leveraged('cross'), 1);
      const holder = world.source.createQueryRunner();
      await holder.startTransaction();
      try {
        await holder.query('select 1 from futures_position where id = $1 for no key update', [waiting]);
        const [{ pid }] = await holder.query('select pg_backend_pid() as pid');
        const progress = { isDone: false };
        const looking = world.worker.look().finally(() => {
          progress.isDone = true;
        });
        let waiters = 0;
        while (!progress.isDone && waiters === 0) {
          const [row] = await world.source.query(
            'select count(*)::integer as waiters from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
            [pid],
          );
          waiters = row.waiters;
        }
        await holder.rollbackTransaction();
        await looking;
        expect(waiters).toBe(0);
      } finally {
        if (holder.isTransactionActive) await holder.rollbackTransaction();
        await holder.release();
      }
      await world.worker.look();
      expect(await world.futures.row(user, held)).toMatchObject({ closedAs: 'liquidated' });
    },
    LIMIT_MS,
  );

  it.each(['a day of interest', 'the end of a term'])(
    '%s waits for demo accounts before the house and the streams',
    async (what) => {
      const user = await world.user('spot', '3000');
      await world.endow(user, 'spot', '3000', { demo: true });
      for (const demo of [false, true]) await world.trust(user, '100', { demo });
      const isEnd = what === 'the end of a term';
      if (isEnd) {
        world.futures.clock.advance(400 * DAY_MS);
        const at = new Date(world.futures.clock.now());
        for (let left = 1; left > 0; )
          [{ orders: left }] = await world.source.query('select * from trust_accrue(5000, $1)', [at]);
      } else world.futures.clock.advance(2 * DAY_MS);
      const at = new Date(world.futures.clock.now());
      const held = account(user, 'trust_frozen', USDT, true);
      await waitsBefore(held, [HOUSE, stream(user)], () =>
        world.source.query(`select * from ${isEnd ? 'trust_complete' : 'trust_accrue'}(5000, $1)`, [at]),
      );
      await world.sweepTrust();
    },
  );

  it.each(['added margin', 'a new stop', 'a cancellation'])(
    '%s waits for its row before the accounts',
    async (what) => {
      market(BTC_MARKET, '60000');
      const { user, held, waiting } = await leveraged('isolated');
      const { margin, stops } = world.futures.commands;
      const ofUser = { userId: user, positionId: held, key: aKey() };
      const unset = { takeProfit: undefined, takeProfitSource: undefined, stopLossSource: undefined };
      const row = what === 'a cancellation' ? waiting : held;
      await waitsBefore(
        `futures_position where id = ${row}`,
        [account(user, 'contract', USDT), account(user, 'contract_frozen', USDT), HOUSE, stream(user)],
        () => {
          if (what === 'added margin') return margin.execute({ ...ofUser, amount: '7' });
          return what === 'a new stop'
            ? stops.execute({ ...ofUser, ...unset, stopLoss: '58000' })
            : world.futures.cancel(user, waiting);
        },
      );
    },
  );

  it('closing several positions waits for the insurance fund before the counts of the first', async () => {
    market(BTC_MARKET, '60000');
    market(ETH_MARKET, '3000');
    const userId = await world.user('contract', '3000');
    await world.futures.submit(userId, { marketId: BTC_MARKET, side: 'short', lots: 1 });
    await world.futures.submit(userId, { marketId: ETH_MARKET, side: 'long', lots: 1, leverage: 50 });
    market(BTC_MARKET, '59000');
    market(ETH_MARKET, '2800');
    // Of every connection, so that the one that closes has rows that can be seen.
    await world.source.query(
      `insert into futures_open_lots (market_id, demo, side, shard, lots)
       select market, false, side, shard, 0 from unnest($1::integer[]) market, (values (1), (-1)) as sides (side),
              generate_series(0, 15) shard on conflict do nothing`,
      [[BTC_MARKET, ETH_MARKET]],
    );
    await waitsBefore(
      `ledger_account where kind = 'insurance' and not demo`,
      ['futures_open_lots', stream(userId)],
      () => world.futures.commands.close.batch({ userId, demo: false, side: null, marketId: null, key: aKey() }),
    );
  });
});

it('the races met', async () => {
  const [met]: Record<string, number>[] = await world.source.query(
    `select (select count(*) from (select from spot_fill group by order_id having count(*) > 1) parts)::integer as "halfFilled",
            (select count(distinct (o.user_id, o.side)) from spot_order o join spot_fill f on f.order_id = o.id
              where o.limit_price is not null and o.status = 'filled')::integer as matched,
            (select count(*) from liquidation_report)::integer as liquidated,
            (select count(*) from futures_position where closed_as = 'stop-loss')::integer as stopped,
            (select count(*) from trust_accrual)::integer as days`,
  );
  expect(Object.entries(met ?? {}).filter(([, count]) => count === 0)).toEqual([]);
});

// The last: two days pass in each of its rounds, and funding that nobody decides makes whatever closes a position slow.
it(
  'days of interest of both books, purchases in each',
  () =>
    race(async () => {
      const users = await many(() => world.user('spot', '3000'));
      for (const user of users) {
        await world.endow(user, 'spot', '3000', { demo: true });
        for (const demo of [false, true]) await world.trust(user, '100', { demo });
      }
      world.futures.clock.advance(2 * DAY_MS);
      const purchases = users.flatMap((user) => [
        world.trust(user, '100', { demo: true }),
        world.trust(user, '100', { demo: false }),
      ]);
      return together(world.sweepTrust(), ...purchases);
    }),
  LIMIT_MS,
);
