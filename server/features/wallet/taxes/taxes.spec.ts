import { BTC, aLedger, aUserId, TEST_REASON, USDT } from '../../../test/factories/ledger.js';
import { FuturesWorld } from '../../../test/factories/futures-world.js';
import { giveMoney } from '../../../test/factories/given-money.js';
import { ManageSubAccounts } from '../../account/sub-accounts/manage-sub-accounts.js';
import { ExportSources, type ListRow } from '../exports/index.js';
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

/** Money that is booked for a reason, in USDT. */
async function booked(reason: string, amount: string, days: number, userId = owner): Promise<string> {
  const against = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  const posted = await world.source.query(
    `select journal_id::text as journal from ledger_post($1, $2, $3, false, array[$4::bigint, null],
       array['spot', 'house_pnl'], array[3, 3], array[$5, $6]::numeric[], array[null, null]::text[])`,
    [reason, String(9_000_000_000 + next++), new Date(at(days)), userId, amount, against],
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
    const sub = await world.get(ManageSubAccounts).open(owner, 'Bot', { ip: '', userAgent: '' });
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

  it('has a way from each sum to the journals that it is made of, the newest first, page by page', async () => {
    const old = await booked('referral.rebate', '9', 0);
    const rebates: string[] = [];
    for (const amount of ['1', '2', '3.5']) rebates.push(await booked('referral.rebate', amount, rebates.length + 1));
    const interest = await booked('trust.interest', '0.25', 5);
    const of = (reason: string, page = '1', limit = '2', year = 2026) =>
      world.get(GetTaxReport).results(owner, { year, reason, page, limit });
    const { results } = await report(2026);
    expect(new Map(results.map(({ reason, value, lines }) => [reason, [value, lines]]))).toEqual(
      new Map([
        ['referral.rebate', ['6.5', 3]],
        ['trust.interest', ['0.25', 1]],
      ]),
    );
    const [first, second] = [await of('referral.rebate'), await of('referral.rebate', '2')];
    expect([first.has_more, second.has_more]).toEqual([true, false]);
    expect([...first.lines, ...second.lines]).toEqual(
      rebates.toReversed().map((journal, place) => ({
        journal,
        at: at(3 - place),
        currency: 'USDT',
        quantity: ['3.5', '2', '1'][place],
        value: ['3.5', '2', '1'][place],
      })),
    );
    expect((await of('trust.interest')).lines.map(({ journal }) => journal)).toEqual([interest]);
    expect((await of('referral.rebate', '1', '2', 2025)).lines.map(({ journal }) => journal)).toEqual([old]);
    // What is no sum of the report has no lines, whatever was booked.
    await give('1', 4);
    expect(await of('spot.fill')).toEqual({ lines: [], has_more: false });
  });

  it('has in the file a row for each journal of a sum, with its number and its time', async () => {
    const journals = [await booked('referral.rebate', '1', 1), await booked('trust.interest', '0.25', 2)];
    const query = { userId: owner, demo: false, since: new Date(at(0)), until: new Date(at(9)), zone: 'UTC' };
    const { rows } = await world.get(ExportSources).open('tax.fifo', query as never, 100);
    const found: ListRow[] = [];
    for await (const page of rows.pages) found.push(...page);
    expect(found.map(({ section, journal, time, event, gain }) => [section, journal, time, event, gain])).toEqual([
      ['income', journals[0], new Date(at(1)), 'referral.rebate', '1'],
      ['income', journals[1], new Date(at(2)), 'trust.interest', '0.25'],
    ]);
  });

  it('has of a journal that brought several coins a line for each, of all accounts of a person, and none of others', async () => {
    await price(1, '30000');
    const sub = await world.get(ManageSubAccounts).open(owner, 'Bot', { ip: '', userAgent: '' });
    const posted = await world.source.query(
      `select journal_id::text as journal from ledger_post('trust.interest', $1, $2, false,
         array[$3::bigint, $3::bigint, null, null], array['spot', 'spot', 'house_pnl', 'house_pnl'],
         array[1, 3, 1, 3], array[0.5, 2, -0.5, -2]::numeric[], array[null, null, null, null]::text[])`,
      [String(9_000_000_000 + next++), new Date(at(1)), sub],
    );
    const journal = posted[0].journal;
    await booked('trust.interest', '7', 1, await aUserId(world.source));
    const asked = { year: 2026, reason: 'trust.interest' };
    expect(await world.get(GetTaxReport).results(owner, { ...asked, limit: '1000' })).toEqual({
      lines: [
        { journal, at: at(1), currency: 'BTC', quantity: '0.5', value: '15000' },
        { journal, at: at(1), currency: 'USDT', quantity: '2', value: '2' },
      ],
      has_more: false,
    });
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
