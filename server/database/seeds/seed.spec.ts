import { Client, type QueryResult } from 'pg';
import { createDataSource } from '../data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import { seed } from './seed.js';

const TABLES = ['currency', 'session_calendar', 'market', 'market_constituent'];

describe('seeds', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function everything(): Promise<unknown[]> {
    const parts: QueryResult[] = [];
    for (const table of TABLES) {
      parts.push(await client.query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`));
    }
    return parts.flatMap((part) => part.rows);
  }

  async function seedAgain(): Promise<void> {
    const source = createDataSource(database.url, 2, false);
    await source.initialize();
    try {
      await seed(source);
    } finally {
      await source.destroy();
    }
  }

  it('makes no account, neither of a user nor of an operator', async () => {
    const { rows } = await client.query(
      'select (select count(*) from account_user)::integer as users, (select count(*) from operator)::integer as operators',
    );
    expect(rows).toEqual([{ users: 0, operators: 0 }]);
  });

  it("keeps the specification's coin ids and the match ids", async () => {
    const coins = await client.query('select id, code from currency where id <= 5 order by id');
    expect(coins.rows.map(({ id, code }) => `${code} ${id}`)).toEqual(['BTC 1', 'ETH 2', 'USDT 3', 'USDC 4', 'DOGE 5']);
    const markets = await client.query('select id, symbol from market where id <= 2 order by id');
    expect(markets.rows).toEqual([
      { id: 1, symbol: 'BTC/USDT' },
      { id: 2, symbol: 'ETH/USDT' },
    ]);
  });

  it('has at least three constituents, all of them needed, wherever three venues list the thing', async () => {
    const { rows } = await client.query(
      `select symbol, constituents_min as least, count(*)::int as venues, count(distinct split_part(instrument, ':', 1))::int as distinct
         from market join market_constituent on market_id = id group by market.id`,
    );
    const fewer = rows.filter(
      ({ least, venues, distinct }) => !(least === venues && venues === distinct && least >= 3),
    );
    expect(fewer).toEqual([]);
  });

  it('has the pairs, the seven stocks and the ten commodities of the specification', async () => {
    const count = async (condition: string) =>
      (await client.query(`select count(*)::int as n from market where ${condition}`)).rows[0].n;
    expect(await count(`category = 'crypto' and quote_currency_id = 3`)).toBeGreaterThanOrEqual(24);
    expect(await count(`category = 'stock'`)).toBe(7);
    const commodities = await client.query(`select lower(name) as name from market where category = 'commodity'`);
    expect(new Set(commodities.rows.map(({ name }) => name))).toEqual(
      new Set('gold silver rebar lead copper platinum palladium nickel tin zinc'.split(' ')),
    );
  });

  it('gives every market prices at its own scale, instruments and constituents', async () => {
    const wrong = await client.query(`
      select symbol from market m
      where simulated_price <> round(simulated_price, price_scale)
         or simulated_price <= 0
         or pair_instrument !~ '^[a-z-]+:(spot|stock|commodity):[A-Z]+$'
         or perpetual <> (coalesce(perpetual_instrument, '') ~ '^[a-z-]+:linear:[A-Z]+$')
         or (perpetual and perpetual_instrument <> mark_instrument)
         or (perpetual and mark_instrument is null)
         or (perpetual and lot_size * simulated_price not between 20 and 10000)
         or spread > simulated_price * 0.001
         or not exists (select 1 from market_constituent c where c.market_id = m.id)`);
    expect(wrong.rows).toEqual([]);
  });

  it('changes nothing when run again', async () => {
    const before = await everything();
    await seedAgain();
    expect(await everything()).toEqual(before);
  });

  it('leaves rows alone that an operator has changed, and restores ones that are missing', async () => {
    await client.query(`update market set sort = 77, spread = 9 where symbol = 'BTC/USDT'`);
    await client.query(`delete from market_constituent where market_id in (1, 2) and instrument not like 'bybit:%'`);
    await client.query(`delete from market_constituent where market_id = 107`);
    await client.query(`delete from market where id = 107`);
    await seedAgain();
    const bitcoin = await client.query(`select sort, spread::float from market where id = 1`);
    expect(bitcoin.rows[0]).toEqual({ sort: 77, spread: 9 });
    const remaining = await client.query(`select instrument from market_constituent where market_id = 1`);
    expect(remaining.rows).toEqual([{ instrument: 'bybit:spot:BTCUSDT' }]);
    const restored = await client.query(`select count(*)::int as n from market_constituent where market_id = 107`);
    expect(restored.rows[0].n).toBe(3);
  });
});
