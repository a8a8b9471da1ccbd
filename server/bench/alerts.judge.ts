import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { NewNoticesStore } from '../features/account/notices/new-notices.store.js';
import { WriteNotices } from '../features/account/notices/write-notices.js';
import { AlertTapeStore } from '../features/trading/price-alerts/alert-tape.store.js';
import { CatchUpAlerts } from '../features/trading/price-alerts/catch-up-alerts.js';
import { JudgePriceAlerts } from '../features/trading/price-alerts/judge-price-alerts.js';
import { ReadNewTape } from '../features/trading/price-alerts/read-new-tape.js';
import { TapeFigures } from '../features/trading/price-alerts/tape-figures.js';
import { RecordAlertChanges } from '../features/trading/price-alerts/record-alert-changes.js';
import { WatchedAlertsStore } from '../features/trading/price-alerts/watched-alerts.store.js';
import { SystemClock } from '../platform/clock/clock.js';
import { Transactions } from '../platform/database/transactions.store.js';
import { Outbox } from '../platform/outbox/outbox.js';
import { OutboxStore } from '../platform/outbox/outbox.store.js';
import { tapeSeconds } from '../test/factories/tape.js';
import { createBook, dropDatabase, FIRST_USER } from './ledger.book.js';

const NAME = 'bench_alerts';
const MARKET = 1;
const USERS = 1000;

/** A round of the judge: how many went off, and how long it took. */
export interface JudgedSecond {
  fired: number;
  ms: number;
}

/** The judge over a database with so many alerts on rises above 60,000, a hundred of each user, and a tape that is written by hand. */
export class AlertsBench {
  loadedMs = 0;
  private at = Math.floor(Date.now() / 1000) * 1000 - 300_000;

  private constructor(
    private readonly serverUrl: string,
    private readonly source: DataSource,
    private readonly judgePriceAlerts: JudgePriceAlerts,
  ) {}

  static async open(serverUrl: string, alerts: number): Promise<AlertsBench> {
    const url = await createBook(serverUrl, NAME, 0);
    const source = await createDataSource(url, 4).initialize();
    const bench = new AlertsBench(serverUrl, source, judgeOf(source));
    await bench.fill(alerts);
    await tapeSeconds(source, [{ marketId: MARKET, at: bench.at, index: '60000' }]);
    bench.loadedMs = (await bench.round()).ms;
    return bench;
  }

  /** The tape goes on by a second at this price, and it is judged. */
  async second(price: number): Promise<JudgedSecond> {
    this.at += 1000;
    await tapeSeconds(this.source, [{ marketId: MARKET, at: this.at, index: String(price) }]);
    return this.round();
  }

  /** Milliseconds for so many rows of a table with a key and nothing else. */
  async bareRows(count: number): Promise<number> {
    await this.source.query('create table bare_row (id bigint primary key, at timestamptz, text text)');
    const began = performance.now();
    await this.source.query(
      `insert into bare_row select i, now(), 'a notice of the length that notices have' from generate_series(1, $1::integer) i`,
      [count],
    );
    return performance.now() - began;
  }

  async close(): Promise<void> {
    await this.source.destroy();
    await dropDatabase(this.serverUrl, NAME);
  }

  private async round(): Promise<JudgedSecond> {
    const began = performance.now();
    const { fired } = await this.judgePriceAlerts.execute();
    return { fired, ms: performance.now() - began };
  }

  private async fill(alerts: number): Promise<void> {
    await this.source.query(
      `insert into account_user (id, username, username_key, extension_code, created_at) overriding system value
       select $2::bigint + i, 'bench-' || i, 'bench-' || i, 'B' || lpad(i::text, 9, '0'), now()
         from generate_series(0, $1::integer - 1) i`,
      [USERS, FIRST_USER],
    );
    await this.source.query(
      `insert into price_alert (user_id, market_id, kind, value, source, note, state, phase, since, is_heard, created_at, changed_at)
       select $2::bigint + i % $3::integer, $4, 'rise', 60001 + i, 'index', '', 'active', 'up', to_timestamp(0), true, now(), now()
         from generate_series(0, $1::integer - 1) i`,
      [alerts, FIRST_USER, USERS, MARKET],
    );
    await this.source.query('vacuum analyze');
  }
}

function judgeOf(source: DataSource): JudgePriceAlerts {
  const clock = new SystemClock();
  const store = new WatchedAlertsStore();
  const tape = new AlertTapeStore(source);
  const catalog = { byId: () => ({ symbol: 'BTC/USDT', haltedReason: null }) } as never;
  const markets = { realMoneyOrigins: () => ['simulated'] } as never;
  const figures = new TapeFigures(tape, catalog, markets);
  const outbox = new Outbox(new OutboxStore(source), { afterCommit: () => undefined } as never, clock);
  return new JudgePriceAlerts(
    store,
    new ReadNewTape(tape, figures, clock),
    new CatchUpAlerts(store, figures, clock),
    { due: async () => [] } as never,
    new RecordAlertChanges(store, new WriteNotices(new NewNoticesStore(), outbox), catalog),
    new Transactions(source),
  );
}
