import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { EventCentreStore } from '../features/account/event-centre/event-centre.store.js';
import { HelpChatStore } from '../features/account/help-chat/help-chat.store.js';
import { StoredSeriesStore } from '../features/markets/candles/stored-series.store.js';
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

const CANDLE = `candle (market_id, period, open_at, open, high, low, close, volume, quote_volume, trades, revision, closed, filled,
  outage, origin)`;
const STOP = `spot_stop (user_id, market_id, base_currency_id, quote_currency_id, demo, side, direction, trigger_price, quantity,
  fee_ratio, created_at, updated_at, reserved, is_heard)`;

/** Minutes in which nobody traded, to a while before the first of June. */
const flatMinutes = rows(
  CANDLE,
  `select 1, '1min', timestamptz '2026-05-28Z' - n * interval '2 minutes', 1, 1, 1, 1, 0, 0, 0, 1, true, true, false, 'imported'
     from generate_series(1, ${OTHERS}) n`,
);

/** Whether the fifth of January is still needed on the tape. */
const dayIsNeeded = (runner: QueryRunner) => runner.query(`select tape_day_is_needed('2026-01-05Z', '2026-01-06Z')`);

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
  'the stored price of a market that is not traded any more': [
    flatMinutes,
    (runner) => over(MarketsStore, runner).storedPrices(Date.UTC(2026, 4, 31)),
  ],
  'the last close of a market that is not traded any more': [
    flatMinutes,
    (runner) =>
      over(StoredSeriesStore, runner).lastCloses(
        [{ id: 1, symbol: 'BTC/USDT', origin: 'imported' }],
        Date.UTC(2026, 5, 11),
      ),
  ],
  'a day of the tape, by options that close days later': [
    async (runner) => {
      // The guard of its terms is on for whoever copies rows, too.
      await runner.query('alter table option_order disable trigger user');
      await rows(
        `option_order (user_id, market_id, currency_id, demo, direction, seconds, stake, fee, payout_ratio, fee_ratio, winnings, entry_at,
         entry_index, entry_price, even_band, origin, opened_at, closes_at, rule_version, window_seconds, price_decimals,
         constituents_min)`,
        `select 1, 1, 3, false, 'rise', 60, 10, 0, 0.8, 0, 8, closes - interval '1 minute', 1, 1, 0, 'live',
              closes - interval '1 minute', closes, 1, 3, 1, 2
         from generate_series(1, ${OTHERS}) n cross join lateral (
           select timestamptz '2026-01-15Z' + n * interval '1 second' as closes) at`,
      )(runner);
    },
    dayIsNeeded,
  ],
  'a day of the tape, by positions of a market without a rate that were opened later': [
    rows(
      `futures_position (user_id, market_id, currency_id, demo, side, price_type, margin_mode, status, leverage, lot_size, lots,
         lots_ordered, market_price, open_fee_ratio, close_fee_ratio, created_at, opened_at, updated_at)`,
      `select 1, 1, 3, false, 1, 'market', 'cross', 3, 10, 0.01, 0, 1, 60000, 0, 0, '2026-01-15Z', '2026-01-15Z', '2026-01-15Z'
         from generate_series(1, ${OTHERS}) n`,
    ),
    dayIsNeeded,
  ],
  'a day of the tape, by stops of a market whose tape is judged further': [
    async (runner) => {
      await rows(
        STOP,
        `select 1, 1, 1, 3, false, 'sell', 'fall', n, 1, 0, '2026-01-04Z', '2026-01-04Z', 1, true from generate_series(1, ${OTHERS}) n`,
      )(runner);
      await rows('spot_stop_place (market_id, second)', `values (1, timestamptz '2026-01-15Z')`)(runner);
      await rows(
        'tape_head (market_id, sequence, second, hash)',
        `values (1, 1, timestamptz '2026-01-15Z', '\\x00'::bytea)`,
      )(runner);
    },
    dayIsNeeded,
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
