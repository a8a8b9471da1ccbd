import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { EventCentreStore } from '../features/account/event-centre/event-centre.store.js';
import { HelpChatStore } from '../features/account/help-chat/help-chat.store.js';
import { MarketsStore } from '../features/markets/market-board/markets.store.js';
import { SpotStopsStore } from '../features/trading/spot/spot-stops.store.js';
import { SpotStore } from '../features/trading/spot/spot.store.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { OTHERS, tablesReadWhole } from './rows-read.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** Rows that stand alone: nothing that they point at is looked for, and nothing is told of them. */
function rows(table: string, statement: string) {
  return async (runner: QueryRunner): Promise<void> => {
    await runner.query('set local session_replication_role = replica');
    await runner.query(`insert into ${table} ${statement}`);
    await runner.query(`analyze ${table.split(' ')[0]}`);
  };
}

/** The store over the connection of a transaction. */
function over<Store>(Class: new (source: DataSource) => Store, runner: QueryRunner): Store {
  return new Class(runner.manager as unknown as DataSource);
}

/** What is asked again and again, and what it must not read whole. */
const READS: Record<
  string,
  [prepare: (runner: QueryRunner) => Promise<void>, work: (runner: QueryRunner) => Promise<unknown>]
> = {
  'a look for streams that have grown': [
    async (runner) => {
      await rows('outbox_stream (user_id, sequence)', `select n, 1 from generate_series(1, ${OTHERS}) n`)(runner);
      await rows('event_notice_place (user_id, sequence)', `select n, 1 from generate_series(1, ${OTHERS}) n`)(runner);
    },
    (runner) => over(EventCentreStore, runner).behind('0', 100),
  ],
  'chats with answers that their users were told of': [
    rows(
      'help_chat (user_id, state, lines, mailed, opened_at, waiting_since, last_at, closed_at)',
      `select n, 'closed', 2, 2, now(), now(), now(), now() from generate_series(1, ${OTHERS}) n`,
    ),
    (runner) => over(HelpChatStore, runner).takeUnmailed(runner.manager, new Date(), 100),
  ],
  'the newest stored price of each market': [
    rows(
      `candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision, closed, filled, outage, origin)`,
      `select 1, '1min', timestamptz '2026-01-01' + n * interval '1 minute', 1, 1, 1, 1, 1, 1, 1, 1, true, false, false, 'imported'
         from generate_series(1, ${OTHERS}) n`,
    ),
    (runner) => over(MarketsStore, runner).storedPrices(Date.UTC(2026, 5, 1)),
  ],
  'the best limit of each book': [
    rows(
      `spot_order (user_id, market_id, base_currency_id, quote_currency_id, demo, side, limit_price, quantity, fee_ratio, created_at,
         updated_at, reserved)`,
      `select 1, 1, 1, 3, false, 'buy', n, 1, 0, now(), now(), n from generate_series(1, ${OTHERS}) n`,
    ),
    (runner) => over(SpotStore, runner).openLimits(),
  ],
  'the nearest stops of each book': [
    rows(
      `spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price, quantity, fee_ratio,
         created_at, updated_at, reserved)`,
      `select 1, 1, 1, 3, false, 'sell', 'fall', n, 1, 0, now(), now(), 1 from generate_series(1, ${OTHERS}) n`,
    ),
    (runner) => over(SpotStopsStore, runner).nearest(),
  ],
  'the markets with stops': [
    rows(
      `spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price, quantity, fee_ratio,
         created_at, updated_at, reserved)`,
      `select 1, 1, 1, 3, false, 'sell', 'fall', n, 1, 0, now(), now(), 1 from generate_series(1, ${OTHERS}) n`,
    ),
    (runner) => over(SpotStopsStore, runner).marketsWithStops(),
  ],
};

describe('what is asked again and again reads as much as it finds, however much there is', () => {
  it.each(Object.keys(READS))('%s', async (name) => {
    const [prepare, work] = READS[name] ?? [];
    if (!prepare || !work) throw new Error(name);
    expect(await tablesReadWhole(source, prepare, work)).toEqual([]);
  });
});
