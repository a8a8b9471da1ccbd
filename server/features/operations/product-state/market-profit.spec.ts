import { jest } from '@jest/globals';
import { aLedger, aUserId, USDT } from '../../../test/factories/ledger.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { giveMoney } from '../../../test/factories/given-money.js';
import { ListMarketProfit } from './list-market-profit.js';
import { MarketProfitStore } from './market-profit.store.js';

const DAY_MS = 86_400_000;
const DAYS = 366;
/** A bound against hanging: the first test of a new schema makes the template. */
const OPENING_MS = 180_000;
/** On each of so many days a user loses this to the house, with a fee, and wins back this. */
const [LOST, FEE, WON] = ['3.5', '0.25', '1.00000001'];

let world: FuturesWorld;
let today: number;

beforeAll(async () => {
  world = await FuturesWorld.open();
  today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const owner = await aUserId(world.source);
  const begun = today - DAYS * DAY_MS;
  await world.source.transaction((tx) =>
    giveMoney((sql, values) => tx.query(sql, values), [owner], {
      kind: 'option',
      amount: '10000',
      at: new Date(begun),
    }),
  );
  const ledger = aLedger(world.source);
  const user = (amount: string) => ({ owner, kind: 'option', currencyId: USDT, amount }) as const;
  const house = (kind: 'house_pnl' | 'fee', amount: string) =>
    ({ owner: null, kind, currencyId: USDT, amount }) as const;
  for (let place = 0; place < DAYS; place += 1) {
    const at = begun + place * DAY_MS;
    await ledger.postAlone({
      reason: 'options.settle',
      reference: String(1_000_000 + 2 * place),
      at,
      legs: [user('-3.75'), house('house_pnl', LOST), house('fee', FEE)],
    });
    await ledger.postAlone({
      reason: 'options.settle',
      reference: String(1_000_001 + 2 * place),
      // The last instant of the day.
      at: at + DAY_MS - 1,
      legs: [user(WON), house('house_pnl', `-${WON}`)],
    });
  }
}, OPENING_MS);
// Orders that these journals are of there are none: the books of this test are not in order.
afterAll(() => world?.app.close());

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const yesterday = () => today - DAY_MS;

it('of a year is exact, read slice by slice, and no statement reads more than a slice', async () => {
  const read = jest.spyOn(world.get(MarketProfitStore), 'lines');
  try {
    const request = { from: day(today - DAYS * DAY_MS), to: day(yesterday()) };
    const { list } = await world.get(ListMarketProfit).execute(request, 100);
    expect(list).toEqual([
      {
        day: null,
        marketId: null,
        symbol: null,
        product: 'options',
        coin: 'USDT',
        trading: '914.99999634',
        fees: '91.5',
        funding: '0',
        total: '1006.49999634',
        insurance: '0',
      },
    ]);
    const lengths = read.mock.calls.map(([{ first, below }]) => below - first);
    // 732 postings of one account and 366 of the other.
    expect([lengths.length, Math.max(...lengths)]).toEqual([8 + 4, 100]);
  } finally {
    read.mockRestore();
  }
});

it('of days is that of each day, at whatever its slices begin', async () => {
  for (const slice of [1, 7, 1000]) {
    const request = { from: day(today - 3 * DAY_MS), to: day(yesterday()), by: 'day' } as const;
    const { list } = await world.get(ListMarketProfit).execute(request, slice);
    expect(list.map((row) => [row.day, row.trading, row.fees, row.total])).toEqual(
      [1, 2, 3].map((back) => [day(today - back * DAY_MS), '2.49999999', '0.25', '2.74999999']),
    );
  }
});

it('asks for fewer days where more was posted than anybody waits for', async () => {
  const places = jest.spyOn(world.get(MarketProfitStore), 'places');
  try {
    places.mockResolvedValue([{ id: '1', kind: 'fee', first: 1, below: 3_000_002 }]);
    const read = jest.spyOn(world.get(MarketProfitStore), 'lines');
    const request = { from: day(yesterday()), to: day(yesterday()) };
    await expect(world.get(ListMarketProfit).execute(request)).rejects.toMatchObject({
      code: 'operations.too-many-rows',
    });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  } finally {
    places.mockRestore();
  }
});
