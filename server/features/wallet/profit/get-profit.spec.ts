import type { UserAccountKind } from '../ledger/index.js';
import { giveMoney } from '../../../test/factories/given-money.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { aLedger, aUserId, BTC, TEST_REASON, USDT } from '../../../test/factories/ledger.js';
import { GetProfit } from './get-profit.js';
import { ProfitStore } from './profit.store.js';

const HOUR_MS = 3_600_000;
const BTC_MARKET = 1;

let world: FuturesWorld;
let owner: string;
let next = 1;

/** A bound against hanging: the first test of a new schema makes the template. */
const OPENING_MS = 180_000;

beforeAll(async () => {
  world = await FuturesWorld.open();
}, OPENING_MS);

afterAll(() => world.close());

beforeEach(async () => {
  world.price('60000');
  owner = await aUserId(world.source);
});

const profit = (userId = owner, demo = false) => world.get(GetProfit).execute(userId, demo);
const hoursAgo = (hours: number) => world.clock.now() - hours * HOUR_MS;

interface Gift {
  currencyId?: number;
  kind?: string;
  demo?: boolean;
  userId?: string;
}

/** Money from outside, so many hours ago. */
function give(amount: string, hours: number, { userId = owner, kind = 'spot', ...gift }: Gift = {}): Promise<void> {
  const at = new Date(hoursAgo(hours));
  return world.source.transaction((tx) =>
    giveMoney((sql, values) => tx.query(sql, values), [userId], { kind, amount, at, ...gift }),
  );
}

/** A gain or a loss, so many hours ago. */
async function win(amount: string, hours: number, kind: UserAccountKind = 'contract'): Promise<void> {
  const legs = (sign: string, of: string) => (of.startsWith('-') ? of.slice(1) : `${sign}${of}`);
  await aLedger(world.source).postAlone({
    reason: TEST_REASON,
    reference: `profit-${next++}`,
    at: hoursAgo(hours),
    legs: [
      { owner, kind, currencyId: USDT, amount },
      { owner: null, kind: 'house_pnl', currencyId: USDT, amount: legs('-', amount) },
    ],
  });
}

async function move(amount: string, hours: number, from: UserAccountKind, to: UserAccountKind): Promise<void> {
  const hold = (kind: UserAccountKind) => (kind.endsWith('_frozen') ? { hold: `test:${next}` } : {});
  await aLedger(world.source).postAlone({
    reason: TEST_REASON,
    reference: `profit-${next++}`,
    at: hoursAgo(hours),
    legs: [
      { owner, kind: from, currencyId: USDT, amount: `-${amount}`, ...hold(from) },
      { owner, kind: to, currencyId: USDT, amount, ...hold(to) },
    ],
  });
}

/** The minute that began so long ago closed at this price. */
async function bar(hours: number, close: string, { outage = false } = {}): Promise<void> {
  await world.source.query(
    `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision, closed,
       filled, outage, origin)
     values ($1, '1min', date_trunc('minute', $2::timestamptz), $3, $3, $3, $3, 1, 1, 1, 1, true, false, $4, 'live')
     on conflict (market_id, period, origin, open_at) do update set close = excluded.close, outage = excluded.outage`,
    [BTC_MARKET, new Date(hoursAgo(hours)), close, outage],
  );
}

describe('profit of the last 24 hours', () => {
  it('is the loss of somebody who put in 9,000 and lost 28 % of it', async () => {
    await give('9000', 20);
    await move('5000', 19, 'spot', 'contract');
    await win('-425.17', 10);
    await win('-2094.83', 5);
    await win('-10', 1);
    const { all, spot, contract } = await profit();
    expect(all).toEqual({
      profit: '-2530',
      percent: '-28.11',
      before: '0',
      received: '9000',
      given: '0',
      now: '6470',
      unknown: null,
      missing: [],
    });
    expect(spot).toMatchObject({ profit: '0', received: '9000', given: '5000', now: '4000' });
    expect(contract).toMatchObject({ profit: '-2530', received: '5000', given: '0', now: '2470' });
  });

  it('is nought for deposits, withdrawals, transfers, holds and freezes alone', async () => {
    await give('500', 30);
    await give('1000', 10);
    await give('-200', 9);
    await move('300', 8, 'spot', 'trust');
    await move('100', 7, 'trust', 'trust_frozen');
    await move('50', 6, 'spot', 'spot_frozen');
    const view = await profit();
    expect(view.all).toMatchObject({ profit: '0', percent: '0', before: '500', received: '1000', given: '200' });
    expect(view.spot).toMatchObject({ profit: '0', now: '1000', before: '500' });
    expect(view.trust).toMatchObject({ profit: '0', received: '300', now: '300' });
    expect(view).toMatchObject({ account_type: 'real_account', since: hoursAgo(24), until: world.clock.now() });
  });

  it('knows nothing of what was before, of other users and of the other book', async () => {
    await give('1000', 40);
    await win('100', 30);
    await give('5000', 5, { demo: true });
    await give('700', 5, { userId: await aUserId(world.source) });
    expect((await profit()).all).toMatchObject({ profit: '0', before: '1100', received: '0', now: '1100' });
    expect((await profit(owner, true)).all).toMatchObject({ profit: '0', before: '0', received: '5000' });
    expect((await profit(await aUserId(world.source))).all).toMatchObject({ profit: '0', percent: null, now: '0' });
  });

  it('counts the price of coins from a day ago to now, and of what came in from its own minute on', async () => {
    await give('0.1', 30, { currencyId: BTC });
    await give('0.2', 3, { currencyId: BTC });
    await bar(24, '50000');
    await bar(3, '58000');
    // 0.1 from 5,000 to 6,000; 0.2 from 11,600 to 12,000.
    expect((await profit()).all).toMatchObject({
      profit: '1400',
      percent: '8.43',
      before: '5000',
      received: '11600',
      now: '18000',
    });
  });

  it('gains in one account what a journal took less of another, and loses there what was kept from it', async () => {
    await give('1000', 30, { kind: 'trust' });
    await aLedger(world.source).postAlone({
      reason: TEST_REASON,
      reference: `profit-${next++}`,
      at: hoursAgo(2),
      legs: [
        { owner, kind: 'trust', currencyId: USDT, amount: '-1000' },
        { owner, kind: 'spot', currencyId: USDT, amount: '950' },
        { owner: null, kind: 'penalty', currencyId: USDT, amount: '50' },
      ],
    });
    const { all, spot, trust } = await profit();
    expect([all.profit, spot.profit, trust.profit]).toEqual(['-50', '0', '-50']);
  });

  it('is not said where a price is missing or too old, and names it', async () => {
    await give('0.1', 26, { currencyId: BTC });
    await give('100', 26);
    await win('-40', 1, 'spot');
    await world.source.query(`delete from candle where market_id = $1`, [BTC_MARKET]);
    world.pass(2 * HOUR_MS);
    expect(await profit()).toMatchObject({
      all: {
        profit: null,
        now: null,
        unknown: 'price',
        missing: [{ currency: 'BTC', when: 'before', reason: 'none', ageMs: null }],
      },
      // Nothing of it is in this account.
      contract: { profit: '0', unknown: null },
    });
    await bar(24.3, '50000');
    world.clock.advance(6 * 60_000);
    expect((await profit()).all.missing).toEqual([
      { currency: 'BTC', when: 'before', reason: 'old', ageMs: expect.any(Number) },
    ]);
    await bar(24, '50000', { outage: true });
    world.clock.advance(6 * 60_000);
    expect((await profit()).all.missing).toEqual([
      { currency: 'BTC', when: 'before', reason: 'old', ageMs: expect.any(Number) },
      { currency: 'BTC', when: 'now', reason: 'old', ageMs: 12 * 60_000 },
    ]);
    world.refresh();
  });
});

describe('what stood in the accounts', () => {
  it('is found at any instant by halving, as by adding up', async () => {
    await give('1000', 60, { kind: 'contract' });
    for (let hours = 59; hours > 20; hours -= 1) await win(hours % 3 === 0 ? '7' : '-3', hours);
    for (const hours of [61, 60, 59, 48.5, 40, 33, 21, 20.5, 0]) {
      const since = new Date(hoursAgo(hours));
      const [expected]: { before: string }[] = await world.source.query(
        `select trim_scale(coalesce(sum(p.amount), 0))::text as before
           from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_journal j on j.id = p.journal_id
          where a.owner_id = $1 and j.at < $2`,
        [owner, since],
      );
      const query = { userId: owner, demo: false, since, capital: [], limit: 20_000 };
      const { holdings } = await world.get(ProfitStore).movements(query);
      expect([hours, holdings[0]?.before]).toEqual([hours, expected?.before]);
    }
  });

  it('is told, and nothing of what was moved, where that would be more than may be read', async () => {
    await give('1000', 10, { kind: 'contract' });
    await win('5', 9);
    await win('5', 8);
    const query = { userId: owner, demo: false, since: new Date(hoursAgo(24)), capital: [] };
    const store = world.get(ProfitStore);
    expect(await store.movements({ ...query, limit: 2 })).toMatchObject({ moved: null, holdings: [{ now: '1010' }] });
    expect((await store.movements({ ...query, limit: 3 })).moved).toEqual([]);
  });

  it('comes with what crossed the border, by the minute', async () => {
    await give('1000', 10, { kind: 'contract' });
    const query = {
      userId: owner,
      demo: false,
      since: new Date(hoursAgo(24)),
      capital: ['wallet.adjustment'],
      limit: 9,
    };
    expect((await world.get(ProfitStore).movements(query)).moved).toEqual([
      {
        account: 'contract',
        currencyId: USDT,
        at: Math.floor(hoursAgo(10) / 60_000) * 60,
        pricedAt: Math.floor(hoursAgo(10) / 60_000) * 60,
        amount: '1000',
        isOutside: true,
      },
    ]);
  });
});
