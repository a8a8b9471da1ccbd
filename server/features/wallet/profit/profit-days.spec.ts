import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BTC, TEST_REASON, USDT, aLedger, aUserId } from '../../../test/factories/ledger.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { giveMoney } from '../../../test/factories/given-money.js';
import type { ProfitAccount } from '../../../contract/wallet/profit.dto.js';
import type { UserAccountKind } from '../ledger/index.js';
import { SealJournals } from '../ledger/seal-journals.js';
import { ClosingPricesStore } from './closing-prices.store.js';
import { FoldProfit } from './fold-profit.js';
import { GetProfitDays } from './get-profit-days.js';
import { ProfitDaysStore } from './profit-days.store.js';
import { sealJournals } from '../../../test/factories/seals.js';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const BTC_MARKET = 1;
/** A bound against hanging: the first test of a new schema makes the template. */
const OPENING_MS = 180_000;

let world: FuturesWorld;
let owner: string;
let next = 1;
/** The midnight (UTC) that the last whole day ended with. */
let midnight: number;

beforeAll(async () => {
  world = await FuturesWorld.open();
}, OPENING_MS);
// A rebate without the fees that it is of: the books of this test are not in order.
afterAll(() => world.app.close());
beforeEach(async () => {
  midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  owner = await aUserId(world.source);
});

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const fold = async () => {
  await sealJournals(world.source, world.get(SealJournals));
  return world.get(FoldProfit).execute({ lagSeconds: 0, slice: 7 });
};

async function days(from: number, to: number, account: ProfitAccount = 'all', userId = owner) {
  return (await world.get(GetProfitDays).execute(userId, { from: day(from), to: day(to), account })).days;
}

function give(amount: string, at: number, { currencyId = USDT, kind = 'spot', userId = owner } = {}): Promise<void> {
  return world.source.transaction((tx) =>
    giveMoney((sql, values) => tx.query(sql, values), [userId], { kind, amount, currencyId, at: new Date(at) }),
  );
}

async function win(amount: string, at: number, kind: UserAccountKind = 'spot'): Promise<void> {
  const against = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  await aLedger(world.source).postAlone({
    reason: TEST_REASON,
    reference: `days-${next++}`,
    at,
    legs: [
      { owner, kind, currencyId: USDT, amount },
      { owner: null, kind: 'house_pnl', currencyId: USDT, amount: against },
    ],
  });
}

async function move(amount: string, at: number): Promise<void> {
  await aLedger(world.source).postAlone({
    reason: TEST_REASON,
    reference: `days-${next++}`,
    at,
    legs: [
      { owner, kind: 'spot', currencyId: USDT, amount: `-${amount}` },
      { owner, kind: 'trust', currencyId: USDT, amount },
    ],
  });
}

/** The minute that ends with the instant closed at this price. */
async function closeAt(at: number, price: string, origin = 'live'): Promise<void> {
  await world.source.query(
    `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision, closed,
       filled, outage, origin)
     values ($1, '1min', $2, $3, $3, $3, $3, 1, 1, 1, 1, true, false, false, $4)
     on conflict (market_id, period, origin, open_at) do update set close = excluded.close`,
    [BTC_MARKET, new Date(at - 60_000), price, origin],
  );
}

describe('the edge of a day', () => {
  it('is midnight of UTC: a second before it and a second after it are two days', async () => {
    await give('100', midnight - 2 * DAY_MS);
    await win('5', midnight - DAY_MS - SECOND_MS);
    await win('7', midnight - DAY_MS);
    await win('11', midnight - SECOND_MS);
    for (const isFolded of [false, true]) {
      if (isFolded) await fold();
      const found = await days(midnight - 2 * DAY_MS, midnight - SECOND_MS);
      expect(found.map(({ profit, received }) => [profit, received])).toEqual([
        ['5', '100'],
        ['18', '0'],
      ]);
    }
  });
});

describe('what is neither profit nor loss', () => {
  it('a deposit, a withdrawal and a transfer between own accounts, in all and in each', async () => {
    await give('100', midnight - DAY_MS);
    await give('-20', midnight - DAY_MS + SECOND_MS);
    await move('30', midnight - DAY_MS + 2 * SECOND_MS);
    await fold();
    const of = async (account: ProfitAccount) => (await days(midnight - DAY_MS, midnight - SECOND_MS, account))[0];
    expect(await of('all')).toMatchObject({ received: '100', given: '20', profit: '0', closing: '80' });
    expect(await of('spot')).toMatchObject({ received: '100', given: '50', profit: '0', closing: '50' });
    expect(await of('trust')).toMatchObject({ received: '30', given: '0', profit: '0', closing: '30' });
  });

  it('a rebate is profit, and said apart', async () => {
    await world.source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      const [batch] = await tx.query(
        `insert into referral_batch (day, rebates, booked_at) values ($1, 1, $2) returning id::text as id`,
        [day(midnight - 2 * DAY_MS), new Date(midnight - DAY_MS)],
      );
      await tx.query('set local session_replication_role = origin');
      await tx.query(
        `select ledger_post('referral.rebate', $1, $2, false, array[$3::bigint, null], array['spot', 'rebate_expense'],
           array[3, 3], array[9, -9]::numeric[], array[null, null]::text[])`,
        [batch.id, new Date(midnight - DAY_MS), owner],
      );
    });
    await fold();
    expect(await days(midnight - DAY_MS, midnight - SECOND_MS)).toMatchObject([
      { profit: '9', referral: '9', received: '0' },
    ]);
  });
});

describe('a day’s prices', () => {
  it('are those that were recorded when it ended, and a day without one is a gap', async () => {
    await world.source.query('delete from candle where market_id = $1', [BTC_MARKET]);
    await closeAt(midnight - 3 * DAY_MS, '50000');
    await closeAt(midnight - 2 * DAY_MS, '60000');
    await closeAt(midnight, '70000');
    await closeAt(midnight - 3 * DAY_MS - 5 * 60_000, '40000');
    await give('0.1', midnight - 3 * DAY_MS - 5 * 60_000, { currencyId: BTC });
    for (const isFolded of [false, true]) {
      if (isFolded) await fold();
      const found = await days(midnight - 4 * DAY_MS, midnight - SECOND_MS);
      expect(found.map(({ closing, profit, unpriced }) => [closing, profit, unpriced])).toEqual([
        // It came in at 4,000 five minutes before the day ended.
        ['5000', '1000', []],
        ['6000', '1000', []],
        [null, null, ['BTC']],
        ['7000', null, ['BTC']],
      ]);
    }
  });

  it('are real ones, where there was one within ten minutes, and else invented ones', async () => {
    const priceAt = async (at: number): Promise<unknown> => {
      const text = 'select trim_scale(recorded_price($1, $2))::text as price';
      return (await world.source.query(text, [BTC, new Date(at)]))[0].price;
    };
    const noon = midnight - DAY_MS / 2;
    await closeAt(noon, '50000');
    await closeAt(noon + 5 * 60_000, '99000', 'simulated');
    await closeAt(noon + 20 * 60_000, '98000', 'simulated');
    expect([await priceAt(noon + 5 * 60_000), await priceAt(noon + 20 * 60_000)]).toEqual(['50000', '98000']);
  });

  it('are kept once the bars of its last minute have been written, and not before', async () => {
    await world.source.query('delete from profit_price');
    // Older bars priced what is kept already.
    await world.source.query('delete from candle where market_id = $1 and open_at >= $2', [
      BTC_MARKET,
      new Date(midnight - 3 * 60_000),
    ]);
    const bitcoinOf = async (at: number): Promise<string[]> => {
      const rows: { price: string }[] = await world.source.query(
        'select trim_scale(price)::text as price from profit_price where currency_id = $1 and day = $2',
        [BTC, day(at)],
      );
      return rows.map(({ price }) => price);
    };
    // A moment after midnight the last bar is that of the minute before the last one.
    await closeAt(midnight - 60_000, '60000');
    const prices = world.get(ClosingPricesStore);
    const sinceMidnight = Math.ceil((Date.now() - midnight) / SECOND_MS);
    await prices.saveMissing({ days: 2, limit: 500, lagSeconds: sinceMidnight + 60 });
    expect(await bitcoinOf(midnight - SECOND_MS)).toEqual([]);
    await closeAt(midnight, '70000');
    await prices.saveMissing({ days: 2, limit: 500, lagSeconds: 0 });
    expect(await bitcoinOf(midnight - SECOND_MS)).toEqual(['70000']);
  });

  it('of today are those of now', async () => {
    world.price('65000');
    await give('0.1', midnight, { currencyId: BTC });
    await closeAt(midnight + 60_000, '60000');
    const [today] = await days(midnight, midnight + 5 * DAY_MS);
    expect(today).toMatchObject({ day: day(midnight), opening: '0', received: '6000', closing: '6500', profit: '500' });
  });
});

describe('what is kept of the days', () => {
  const storedRows = async () => ({
    days: await world.source.query('select * from profit_day order by user_id, demo, account, currency_id, day'),
    flows: await world.source.query(
      'select * from profit_flow order by user_id, at, journal_id, account, currency_id, kind',
    ),
  });

  it('is made again from the journals, the same to the last digit', async () => {
    await give('100', midnight - 2 * DAY_MS);
    await win('5.000000000000000001'.slice(0, 8), midnight - DAY_MS);
    await move('3', midnight - DAY_MS + SECOND_MS);
    await fold();
    const before = await storedRows();
    expect(before.days.length).toBeGreaterThan(3);
    await world.get(FoldProfit).anew();
    expect((await storedRows()).days).toEqual([]);
    expect(await fold()).toBe(true);
    expect(await storedRows()).toEqual(before);
  });

  it('is made again, too, after what documents/operations.md says is done by hand', async () => {
    await give('100', midnight - 2 * DAY_MS);
    await win('5', midnight - DAY_MS);
    await move('3', midnight - DAY_MS + SECOND_MS);
    await fold();
    const before = await storedRows();
    const operations = readFileSync(join(__dirname, '../../../documents/operations.md'), 'utf8');
    const [, byHand] = /`(begin; select from profit_place[^`]*commit;)`/.exec(operations) ?? [];
    await world.source.query(byHand ?? '');
    expect(await storedRows()).toEqual({ days: [], flows: [] });
    expect(await fold()).toBe(true);
    expect(await storedRows()).toEqual(before);
  });

  it('is every posting once, however many go on with it at the same time', async () => {
    await give('100', midnight - DAY_MS);
    for (let time = 0; time < 20; time += 1) await win('1', midnight - DAY_MS + time * SECOND_MS);
    await sealJournals(world.source, world.get(SealJournals));
    await Promise.all(Array.from({ length: 4 }, () => world.get(FoldProfit).execute({ lagSeconds: 0, slice: 3 })));
    await fold();
    const [row] = await world.source.query(
      `select (select sum(amount) from profit_day where user_id = $1)::text as stored,
              (select sum(balance) from ledger_account where owner_id = $1)::text as held`,
      [owner],
    );
    expect(row.stored).toBe(row.held);
    expect(await days(midnight - DAY_MS, midnight - SECOND_MS)).toMatchObject([{ profit: '20', received: '100' }]);
  });

  it('is not told while more is missing than is read beside it', async () => {
    for (let time = 0; time < 3; time += 1) await give('100', midnight - DAY_MS + time * SECOND_MS);
    const isBehind = async () => {
      const query = { userId: owner, demo: false, from: day(midnight), to: day(midnight), limit: 2 };
      return (await world.get(ProfitDaysStore).read(query)).isBehind;
    };
    expect(await isBehind()).toBe(true);
    await fold();
    expect(await isBehind()).toBe(false);
  });

  it('may take longer than a request: journals that are about very many users are no reason to stay behind', async () => {
    await give('100', midnight - DAY_MS);
    const limits: string[] = [];
    jest.spyOn(world.get(ProfitDaysStore), 'fold').mockImplementationOnce(async (tx) => {
      const [row]: { statement_timeout: string }[] = await tx.query('show statement_timeout');
      limits.push(row?.statement_timeout ?? '');
    });
    await fold();
    jest.restoreAllMocks();
    expect(limits).toEqual(['1min']);
  });
});

describe('days that are none', () => {
  it.each([
    ['backwards', '2026-01-02', '2026-01-01'],
    ['of the year 0', '0000-01-01', '0000-01-02'],
    ['more than a year', '2025-01-01', '2026-12-31'],
    ['no day', '2026-02-30', '2026-03-01'],
  ])('are refused %s', async (_name, from, to) => {
    await expect(world.get(GetProfitDays).execute(owner, { from, to })).rejects.toMatchObject({
      code: 'exports.range',
    });
  });

  it('after today there are none, and of a stranger nothing', async () => {
    const found = await days(midnight + 5 * DAY_MS, midnight + 6 * DAY_MS);
    expect(found).toEqual([]);
    expect(await days(midnight - DAY_MS, midnight - SECOND_MS)).toMatchObject([{ closing: '0', profit: '0' }]);
  });
});
