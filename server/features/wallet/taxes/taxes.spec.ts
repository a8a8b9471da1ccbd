import { BTC, aLedger, aUserId, TEST_REASON, USDT } from '../../../test/factories/ledger.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { giveMoney } from '../../../test/factories/given-money.js';
import { KeepSubAccounts } from '../../account/sub-accounts/keep-sub-accounts.js';
import { GetTaxReport } from './get-tax-report.js';

const START = Date.UTC(2025, 11, 31, 12);
const DAY_MS = 86_400_000;
const BTC_MARKET = 1;
/** A bound against hanging: the first test of a new schema makes the template. */
const OPENING_MS = 180_000;

let world: FuturesWorld;
let owner: string;
let next = 1;

beforeAll(async () => {
  world = await FuturesWorld.open();
  await world.source.query('delete from candle where market_id = $1', [BTC_MARKET]);
}, OPENING_MS);
// Executions without their orders: the books of this test are not in order.
afterAll(() => world.app.close());
beforeEach(async () => {
  owner = await aUserId(world.source);
});

const at = (days: number) => START + days * DAY_MS;
const report = (year: number, method: 'fifo' | 'average' = 'fifo', userId = owner) =>
  world.get(GetTaxReport).execute(userId, 'en', { year, method });

function give(amount: string, days: number, currencyId = USDT): Promise<void> {
  return world.source.transaction((tx) =>
    giveMoney((sql, values) => tx.query(sql, values), [owner], {
      kind: 'spot',
      amount,
      currencyId,
      at: new Date(at(days)),
    }),
  );
}

/** An execution as spot writes it: coins one way, USDT the other. */
async function trade(coins: string, cash: string, days: number): Promise<string> {
  const against = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
  const posted = await world.source.query(
    `select journal_id::text as journal from ledger_post('spot.fill', $1, $2, false, array[$3::bigint, $3::bigint, null, null],
       array['spot', 'spot', 'house_pnl', 'house_pnl'], array[1, 3, 1, 3], array[$4, $5, $6, $7]::numeric[],
       array[null, null, null, null]::text[])`,
    [String(9_000_000_000 + next++), new Date(at(days)), owner, coins, cash, against(coins), against(cash)],
  );
  return posted[0].journal;
}

async function price(days: number, close: string): Promise<void> {
  await world.source.query(
    `insert into candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision, closed,
       filled, outage, origin)
     values ($1, '1min', date_trunc('minute', $2::timestamptz), $3, $3, $3, $3, 1, 1, 1, 1, true, false, false, 'live')
     on conflict (market_id, period, origin, open_at) do update set close = excluded.close`,
    [BTC_MARKET, new Date(at(days)), close],
  );
}

describe('the tax report', () => {
  it('of a year has what was sold in it, with what was bought in all years, each line by its journals', async () => {
    await give('100000', 0);
    const first = await trade('1', '-10000', 0);
    const second = await trade('1', '-20000', 1);
    const sale = await trade('-1.5', '60000', 2);
    const found = await report(2026);
    expect(found).toMatchObject({
      total: { proceeds: '60000', cost: '20000', gain: '40000', unknown: 0 },
      coins: [{ currency: 'BTC', quantity: '1.5', gain: '40000' }],
      line_count: 2,
    });
    expect(
      found.lines.map(({ journal, acquired_in, quantity, gain }) => [journal, acquired_in, quantity, gain]),
    ).toEqual([
      [sale, second, '0.5', '10000'],
      [sale, first, '1', '30000'],
    ]);
    expect((await report(2026, 'average')).total).toMatchObject({ cost: '22500', gain: '37500' });
    expect(await report(2025)).toMatchObject({ line_count: 0, total: { gain: '0' } });
  });

  it('a deposit costs the recorded price of its minute, and says so; without one there is no gain', async () => {
    await price(3, '30000');
    await give('1', 3, BTC);
    await trade('-1', '50000', 4);
    expect(await report(2026)).toMatchObject({
      total: { gain: '20000' },
      lines: [{ is_assumed: true, cost: '30000' }],
    });
    await give('1', 10, BTC);
    await trade('-1', '50000', 11);
    expect(await report(2026)).toMatchObject({ total: { gain: '20000', unknown: 1 }, line_count: 2 });
  });

  it('sells what was bought a moment before, though another process dated the purchase later', async () => {
    await give('100000', 0);
    const bought = await trade('1', '-10000', 2 + 50 / DAY_MS);
    await trade('-1', '12000', 2);
    expect(await report(2026)).toMatchObject({
      total: { gain: '2000' },
      lines: [{ acquired_in: bought, is_uncovered: false }],
    });
  });

  it('moves between own accounts and into holds are none', async () => {
    await give('100000', 0);
    await trade('1', '-10000', 1);
    await aLedger(world.source).postAlone({
      reason: TEST_REASON,
      reference: `tax-${next++}`,
      at: at(2),
      legs: [
        { owner, kind: 'spot', currencyId: BTC, amount: '-1' },
        { owner, kind: 'spot_frozen', currencyId: BTC, amount: '1', hold: `test:${next}` },
      ],
    });
    expect((await report(2026)).line_count).toBe(0);
  });

  it('are of one person: what a sub-account sold is in it, and what moved to it is none', async () => {
    await give('100000', 0);
    await trade('1', '-10000', 1);
    const sub = await world.get(KeepSubAccounts).open(owner, 'Bot', { ip: '', userAgent: '' });
    await world.source.query(
      `select ledger_post('sub-account.transfer', $1, $2, false, array[$3::bigint, $4::bigint], array['spot', 'spot'],
         array[1, 1], array[-1, 1]::numeric[], array[null, null]::text[])`,
      [String(9_000_000_000 + next++), new Date(at(2)), owner, sub],
    );
    const main = owner;
    owner = sub;
    const sale = await trade('-1', '60000', 3);
    const found = await report(2026, 'fifo', main);
    expect(found).toMatchObject({ total: { proceeds: '60000', cost: '10000', gain: '50000' }, line_count: 1 });
    expect(found.lines.map(({ journal }) => journal)).toEqual([sale]);
    expect(await world.get(GetTaxReport).journal(main, 'en', sale)).toHaveLength(2);
  });

  it('knows nothing of others, and shows nobody another’s journal', async () => {
    await give('100000', 0);
    const journal = await trade('1', '-10000', 1);
    await trade('-1', '20000', 2);
    const stranger = await aUserId(world.source);
    expect(await report(2026, 'fifo', stranger)).toMatchObject({ line_count: 0, results: [] });
    expect(await world.get(GetTaxReport).journal(stranger, 'en', journal)).toEqual([]);
    const postings = await world.get(GetTaxReport).journal(owner, 'en', journal);
    expect(new Map(postings.map(({ currency, change }) => [currency, change]))).toEqual(
      new Map([
        ['BTC', '1'],
        ['USDT', '-10000'],
      ]),
    );
  });
});
