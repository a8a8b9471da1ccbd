import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { MarketCatalog } from './market-catalog.js';
import { MarketsStore } from './markets.store.js';

let database: TestDatabase;
let source: DataSource;
/** With the rights of who serves: for what the product does. */
let serving: DataSource;
let catalog: MarketCatalog;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
  serving = await createDataSource(database.servingUrl).initialize();
  catalog = new MarketCatalog(new MarketsStore(serving));
  await catalog.onModuleInit();
});
afterAll(async () => {
  catalog.onApplicationShutdown();
  await serving.destroy();
  await source.destroy();
  await database.drop();
});

const NOON = Date.UTC(2026, 0, 5, 12);

describe('the catalogue', () => {
  it('has the seeded markets in their order, findable by every name', () => {
    expect(catalog.all().length).toBeGreaterThan(30);
    const sorts = catalog.all().map(({ sort }) => sort);
    expect(sorts).toEqual([...sorts].sort((a, b) => a - b));
    const bitcoin = catalog.bySymbol('BTC/USDT');
    expect(bitcoin).toMatchObject({ category: 'crypto', base: { code: 'BTC' }, quote: { code: 'USDT' } });
    expect(catalog.byId(bitcoin?.id ?? 0)).toBe(bitcoin);
    expect(catalog.byCurrencies(bitcoin?.base.id ?? 0, bitcoin?.quote.id ?? 0)).toBe(bitcoin);
    expect(catalog.constituents(bitcoin?.id ?? 0).length).toBeGreaterThan(0);
    expect(catalog.calendar('always')?.timeZone).toBe('UTC');
  });

  it('knows nothing of others', () => {
    expect([catalog.bySymbol('XXX/YYY'), catalog.byId(0), catalog.byCurrencies(1, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([...catalog.constituents(0)]).toEqual([]);
  });

  it('takes up a changed row and an added market', async () => {
    await source.query(`update market set halted_reason = 'maintenance' where symbol = 'ETH/USDT'`);
    await source.query(`update market set symbol = 'DOGE/OTHER' where symbol = 'DOGE/USDT'`);
    await catalog.reload();
    expect(catalog.bySymbol('ETH/USDT')?.haltedReason).toBe('maintenance');
    expect(catalog.bySymbol('DOGE/OTHER')?.base.code).toBe('DOGE');
    expect(catalog.bySymbol('DOGE/USDT')).toBeUndefined();
  });

  it('keeps what it has when the rows cannot be read', async () => {
    const before = catalog.all();
    await source.query('alter table market rename to away');
    try {
      await catalog.reload();
      expect(catalog.all()).toBe(before);
    } finally {
      await source.query('alter table away rename to market');
    }
  });

  it('counts a market as closed when its calendar is missing or cannot be read', async () => {
    const bitcoin = catalog.bySymbol('BTC/USDT');
    if (!bitcoin) throw new Error('no market');
    expect(catalog.session(bitcoin, NOON).open).toBe(true);
    expect(catalog.session({ ...bitcoin, calendar: 'nobody-knows-it' }, NOON)).toMatchObject({
      open: false,
      reason: 'session-closed',
    });
    await source.query(`update session_calendar set time_zone = 'No/Where' where code = 'nyse'`);
    await catalog.reload();
    expect(catalog.session({ ...bitcoin, calendar: 'nyse' }, NOON).open).toBe(false);
  });

  it.each([
    ['days as one text', 'sessions', [{ days: '1234567', open: '00:00', close: '24:00' }]],
    ['a time of another form', 'sessions', [{ days: [1, 2, 3, 4, 5, 6, 7], open: '00:00', close: 'late' }]],
    ['a holiday of another form', 'holidays', ['Christmas']],
  ])('leaves a calendar out whose row is not in its form: %s', async (_what, column, value) => {
    await source.query(
      `insert into session_calendar (code, time_zone, sessions, holidays)
       values ('odd', 'UTC', '[{"days": [1, 2, 3, 4, 5, 6, 7], "open": "00:00", "close": "24:00"}]', '[]')
       on conflict (code) do update set sessions = excluded.sessions, holidays = excluded.holidays`,
    );
    await catalog.reload();
    const bitcoin = catalog.bySymbol('BTC/USDT');
    if (!bitcoin) throw new Error('no market');
    expect(catalog.session({ ...bitcoin, calendar: 'odd' }, NOON).open).toBe(true);
    await source.query(`update session_calendar set ${column} = $1 where code = 'odd'`, [JSON.stringify(value)]);
    await catalog.reload();
    expect(catalog.calendar('odd')).toBeUndefined();
    expect(catalog.session({ ...bitcoin, calendar: 'odd' }, NOON).open).toBe(false);
  });
});
