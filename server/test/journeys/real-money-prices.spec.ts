import { GetFuturesAccount } from '../../features/trading/futures/get-futures-account.js';
import { fundingStampBefore, nextFundingStamp } from '../../contract/rules/funding.rules.js';
import { SamplePremiums } from '../../features/trading/funding/sample-premiums.js';
import { SettleFunding } from '../../features/trading/funding/settle-funding.js';
import { RetryStops } from '../../features/trading/futures-triggers/retry-stops.js';
import { BTC_MARKET, type Prices } from '../factories/futures-world.js';
import { TradingWorld } from '../factories/trading-world.js';

const SECRET = 'x'.repeat(40);
const LIVE = '95000';
/** Where the simulation starts, far from the market. */
const INVENTED = '65101';
const BOOKS = [false, true];

let world: TradingWorld;

beforeAll(async () => {
  world = await TradingWorld.open({ NODE_ENV: 'production', PASSWORD_PEPPER: SECRET, SECRET_KEY: SECRET });
}, 60_000);
afterAll(() => world.close());
beforeEach(() => prices(LIVE));

/** The market stands there for some seconds, and all workers do their work. */
async function prices(last: string, values: Prices = {}): Promise<void> {
  for (let second = 0; second < 4; second += 1) {
    world.futures.clock.advance(1000);
    world.futures.price(last, values);
    await world.work([BTC_MARKET]);
  }
}
const simulated = (values: Prices = {}) => prices(INVENTED, { origin: 'simulated', ...values });

const long = { marketId: BTC_MARKET, side: 'long', lots: 100, leverage: 10, marginMode: 'isolated' } as const;

/** A real and a demo user, in this order. */
const pair = (kind: 'spot' | 'contract', amount: string) =>
  Promise.all(BOOKS.map((demo) => world.user(kind, amount, { demo })));
const statuses = async (users: string[]) => {
  const rows = await Promise.all(users.map((user, book) => world.futures.rows(user, BOOKS[book])));
  return rows.map(([row]) => [row?.status, row?.closedAs]);
};
const spotFilled = (users: string[]) =>
  Promise.all(
    users.map(async (user) => {
      const [order] = await world.source.query(
        'select trim_scale(filled)::text as filled from spot_order where user_id = $1',
        [user],
      );
      return order.filled;
    }),
  );

describe('in production, where real money may not trade on simulated prices', () => {
  it('a simulated price fills no real order that waits in spot', async () => {
    const users = await pair('spot', '100000');
    for (const [book, user] of users.entries()) {
      const wish = { marketId: BTC_MARKET, side: 'buy', quantity: '1', limitPrice: '90000' } as const;
      expect(await world.spot(user, { ...wish, demo: BOOKS[book] })).toBe(true);
    }
    await simulated();
    expect(await spotFilled(users)).toEqual(['0', '1']);
    await prices('89990');
    expect(await spotFilled(users)).toEqual(['1', '1']);
  });

  it.each(['isolated', 'cross'] as const)('it liquidates no real %s position', async (marginMode) => {
    const users = await pair('contract', '9600');
    for (const [book, user] of users.entries()) {
      expect(await world.futuresOrder(user, { ...long, marginMode, demo: BOOKS[book] })).toBe(true);
    }
    await simulated();
    expect(await statuses(users)).toEqual([
      [1, null],
      [3, 'liquidated'],
    ]);
    // The first samples of a venue that is back do not confirm the simulation's.
    world.futures.clock.advance(1000);
    world.futures.price('70000');
    await world.work([BTC_MARKET]);
    expect((await statuses(users))[0]).toEqual([1, null]);
    await prices('70000');
    expect((await statuses(users))[0]).toEqual([3, 'liquidated']);
  });

  it('it closes no real gain against a loss that nobody can pay', async () => {
    for (const demo of BOOKS) {
      const fund = await world.futures.house('insurance', demo);
      if (fund !== '0') await world.futures.insure(`-${fund}`, demo);
    }
    const [losing, gaining] = [await pair('contract', '9600'), await pair('contract', '20000')];
    for (const [book, demo] of BOOKS.entries()) {
      expect(await world.futuresOrder(losing[book] ?? '', { ...long, demo })).toBe(true);
      expect(await world.futuresOrder(gaining[book] ?? '', { ...long, side: 'short', demo })).toBe(true);
    }
    await simulated();
    expect([await statuses(losing), await statuses(gaining)]).toEqual([
      [
        [1, null],
        [3, 'liquidated'],
      ],
      [
        [1, null],
        [3, 'deleveraged'],
      ],
    ]);
    await prices(INVENTED);
    expect([(await statuses(losing))[0], (await statuses(gaining))[0]]).toEqual([
      [3, 'liquidated'],
      [3, 'deleveraged'],
    ]);
  });

  it('it fires no real stop, and closes none that has fired', async () => {
    const users = await pair('contract', '40000');
    for (const [book, user] of users.entries()) {
      await world.futures.submit(user, { ...long, leverage: 3, demo: BOOKS[book], stopLoss: '80000' });
    }
    await simulated();
    expect((await statuses(users)).map(([status]) => status)).toEqual([1, 3]);

    const [user = ''] = users;
    const [{ id }] = await world.source.query('select id from futures_position where user_id = $1', [user]);
    await world.source.query(
      `insert into futures_trigger (position_id, user_id, kind, source, level, value, value_at, epoch, sequence, state, triggered_at)
       values ($1, $2, 'stop-loss', 'mark', 80000, 79000, now(), '7', 1, 'triggered', now())`,
      [id, user],
    );
    world.futures.refresh();
    await world.futures.get(RetryStops).execute();
    expect((await statuses(users))[0]).toEqual([1, null]);
    await prices('79990');
    await world.futures.get(RetryStops).execute();
    expect((await world.futures.rows(user))[0]).toMatchObject({ status: 3, closedAs: 'stop-loss' });
  });

  it('it opens no real futures order that waits', async () => {
    const users = await pair('contract', '40000');
    for (const [book, user] of users.entries()) {
      expect(await world.futuresOrder(user, { ...long, limitPrice: '90000', demo: BOOKS[book] })).toBe(true);
    }
    await simulated();
    expect((await statuses(users)).map(([status]) => status)).toEqual([0, 1]);
  });

  it('nobody closes, opens or values real money at it', async () => {
    const users = await pair('contract', '40000');
    for (const [book, user] of users.entries()) {
      await world.futures.submit(user, { ...long, marginMode: 'cross', demo: BOOKS[book] });
    }
    await simulated();
    const accounts = world.futures.get(GetFuturesAccount);
    for (const [book, user] of users.entries()) {
      const demo = BOOKS[book] as boolean;
      const answer = demo ? null : { code: 'market.simulated' };
      const outcome = (command: Promise<unknown>) =>
        command.then(
          () => null,
          ({ code }: { code: string }) => ({ code }),
        );
      const [row] = await world.futures.rows(user, demo);
      expect(await outcome(world.futures.close1(user, row?.positionId ?? '', { lots: 1 }))).toEqual(answer);
      expect(await outcome(world.futures.submit(user, { ...long, lots: 1, demo }))).toEqual(answer);
      expect(Object.keys(accounts.marks(demo)).length).toBe(demo ? 1 : 0);
      expect(accounts.mark(BTC_MARKET, demo) === null).toBe(!demo);
      const minimum = accounts.lossToCover({ userId: user, demo }, 3);
      await (demo
        ? expect(minimum).resolves.not.toBe('0')
        : expect(minimum).rejects.toMatchObject({ code: 'market.stale' }));
    }
    await prices(LIVE);
    const [user = ''] = users;
    const [row] = await world.futures.rows(user);
    await world.futures.close1(user, row?.positionId ?? '');
    expect((await world.futures.rows(user))[0]?.status).toBe(3);
  });

  it('makes no funding', async () => {
    const user = await world.user('contract', '40000');
    expect(await world.futuresOrder(user, long)).toBe(true);
    const { clock } = world.futures;
    const sample = () => world.futures.get(SamplePremiums).execute();
    clock.set(nextFundingStamp(clock.now()) + 10_000);
    const bids = [[String(Number(INVENTED) * 1.01), '1000']] as Prices['bids'];
    const asks = [[String(Number(INVENTED) * 1.02), '1000']] as Prices['asks'];
    world.futures.price(INVENTED, { origin: 'simulated', bids, asks });
    expect(await sample()).toBe(0);
    world.futures.price(LIVE);
    expect(await sample()).toBe(1);
    const stamp = nextFundingStamp(clock.now());
    clock.set(stamp);
    await tape('simulated');
    clock.set(stamp + 61_000);
    await world.futures.get(SettleFunding).execute();
    const [rate] = await world.source.query(
      'select rate::float8 as rate, mark::float8 as mark from funding_rate where market_id = 1 and stamp = $1',
      [new Date(fundingStampBefore(clock.now()))],
    );
    expect(rate).toEqual({ rate: 0, mark: 0 });
  });
});

/** The tape has this second's mark from there. */
async function tape(origin: 'live' | 'simulated'): Promise<void> {
  world.futures.clock.advance(0);
  world.recordAs(BTC_MARKET, origin, INVENTED);
  await world.write();
}
