import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DataSource } from 'typeorm';
import { catalogOf } from '../test/catalog.js';
import { createEmptyDatabase, createTestDatabase, withClient } from '../test/database.js';
import type { Leg } from '../features/wallet/ledger/index.js';
import { aJournal, aLedger, aUserId, fund, postAsOwner, USDT } from '../test/factories/ledger.js';
import { openedDatabases } from '../test/opened-databases.js';
import { migrate } from './migrate.js';
import { seedTables } from './seeds/seed.js';

/** All that the migrations of version 0.1.0 sent to an empty database, their own table included. */
const BEFORE = gunzipSync(readFileSync(join(__dirname, '../test/fixtures/schema-0.1.0.sql.gz'))).toString();

const { open } = openedDatabases();

async function before(): Promise<{ url: string; source: DataSource }> {
  const database = await createEmptyDatabase();
  const source = await open(database);
  await withClient(database.ownerUrl, async (client) => void (await client.query(BEFORE)));
  return { url: database.ownerUrl, source };
}

describe('a database of the version before the stored functions were files', () => {
  it('has the same catalog as a new one after the upgrade, also when it is upgraded twice', async () => {
    const fresh = await catalogOf(await open(await createTestDatabase('own')));
    const { url, source } = await before();
    expect(await catalogOf(source)).not.toEqual(fresh);
    for (let time = 0; time < 2; time += 1) {
      await migrate(url);
      expect(await catalogOf(source)).toEqual(fresh);
    }
  });

  it('keeps its money, and money moves on it', async () => {
    const { url, source } = await before();
    await source.transaction(seedTables);
    const user = await aUserId(source);
    const legs: Leg[] = [
      { owner: user, kind: 'spot', currencyId: USDT, amount: '70.50' },
      { owner: null, kind: 'adjustment', currencyId: USDT, amount: '-70.50' },
    ];
    await postAsOwner(source, aJournal(user, { legs }));
    await migrate(url);
    await fund(source, user, '30');
    await source.query('update trading_mode set verified_at = clock_timestamp()');
    await source.query(
      `select wallet_transfer($1, 'a.route', 'a-key', '\\x00', now(), null, 'spot', 'option', $2, 100.25)`,
      [user, USDT],
    );
    const balances = await aLedger(source).balancesOf(user);
    expect(balances.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['option', '100.25'],
      ['spot', '0.25'],
    ]);
  });

  it('gets the third venue in every crypto index that is as it was seeded, and leaves what an operator chose', async () => {
    const { url, source } = await before();
    await source.transaction(seedTables);
    await source.query(`delete from market_constituent where instrument like 'okx:%'`);
    await source.query(`update market set constituents_min = 1 where category = 'crypto'`);
    await source.query(`delete from market_constituent where instrument = 'binance:spot:DOGEUSDT'`);
    await migrate(url);
    const rows: { symbol: string; least: number; instruments: string[] }[] = await source.query(
      `select symbol, constituents_min as least, array_agg(instrument order by instrument) as instruments
         from market join market_constituent on market_id = id where category = 'crypto' group by market.id`,
    );
    const of = (symbol: string) => rows.find((row) => row.symbol === symbol);
    expect(of('BTC/USDT')).toMatchObject({
      least: 3,
      instruments: ['binance:spot:BTCUSDT', 'bybit:spot:BTCUSDT', 'okx:spot:BTC-USDT'],
    });
    expect(of('BNB/USDT')).toMatchObject({
      least: 3,
      instruments: ['binance:spot:BNBUSDT', 'bybit:spot:BNBUSDT', 'okx:spot:BNB-USDT'],
    });
    // One instrument, of which one was enough: it has the word that says so now.
    expect(of('DOGE/USDT')).toMatchObject({ least: 1, instruments: ['bybit:spot:DOGEUSDT'] });
    expect(rows.filter(({ least }) => least === 3)).toHaveLength(rows.length - 1);
  });

  it('keeps what futures are priced by, and prices the pair by the spot market of the same venue', async () => {
    const { url, source } = await before();
    await source.transaction(seedTables);
    // As the seeds of that version had it.
    await source.query(
      `update market set price_instrument = replace(price_instrument, ':spot:', ':linear:') where perpetual`,
    );
    await source.query(`update market set price_instrument = 'okx:linear:ETH-USDT-SWAP' where symbol = 'ETH/USDT'`);
    await source.query(`update market set price_instrument = 'bybit:linear:1000SOLUSDT' where symbol = 'SOL/USDT'`);
    await migrate(url);
    const rows: Record<string, unknown>[] = await source.query(
      `select symbol, price_instrument as former, pair_instrument as pair, perpetual_instrument as contracts from market
        where symbol in ('BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'USDC/USDT', 'GOLD/USDT') order by symbol`,
    );
    const gold = 'simulated-a:commodity:GOLDUSDT';
    const named = (contracts: string, pair: string) => ({ former: contracts, pair, contracts });
    expect(rows).toEqual([
      // What processes of the version before go by is as it was.
      { symbol: 'BTC/USDT', ...named('bybit:linear:BTCUSDT', 'bybit:spot:BTCUSDT') },
      { symbol: 'ETH/USDT', ...named('okx:linear:ETH-USDT-SWAP', 'okx:spot:ETH-USDT') },
      // Its perpetual is played beside it now.
      { symbol: 'GOLD/USDT', former: gold, pair: gold, contracts: 'simulated-a:linear:GOLDUSDT' },
      // No constituent is the spot market of it: as an operator chose it.
      { symbol: 'SOL/USDT', ...named('bybit:linear:1000SOLUSDT', 'bybit:linear:1000SOLUSDT') },
      { symbol: 'USDC/USDT', former: 'bybit:spot:USDCUSDT', pair: 'bybit:spot:USDCUSDT', contracts: null },
    ]);
  });

  it('keeps its operators; of an invitation that is open the authenticator goes, for somebody else has seen it', async () => {
    const { url, source } = await before();
    await source.query(
      `insert into operator (login, password_hash, one_time_until, totp_secret, roles, created_at)
       values ('ann', 'a', null, 'sealed', '{administrator}', now()),
              ('bob', 'b', now() + interval '1 day', 'sealed', '{treasurer}', now())`,
    );
    await migrate(url);
    expect(
      await source.query(
        `select login, totp_secret is null as bare, (select count(*)::integer from operator_change) as changes
           from operator order by login`,
      ),
    ).toEqual([
      { login: 'ann', bare: false, changes: 0 },
      { login: 'bob', bare: true, changes: 0 },
    ]);
  });

  it('is refused as long as it lacks a migration of that version', async () => {
    const { url, source } = await before();
    await source.query(`delete from migrations where name = 'LeanOrders1763702000000'`);
    await expect(migrate(url)).rejects.toThrow('lacks LeanOrders1763702000000');
    expect(await source.query(`select to_regclass('stored_function') as made`)).toEqual([{ made: null }]);
  });
});
