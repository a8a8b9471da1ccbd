import type { DataSource } from 'typeorm';
import { CatchUpAlerts } from '../../features/trading/price-alerts/catch-up-alerts.js';
import { JudgePriceAlerts } from '../../features/trading/price-alerts/judge-price-alerts.js';
import { OtherFigures } from '../../features/trading/price-alerts/other-figures.js';
import { ReadNewTape } from '../../features/trading/price-alerts/read-new-tape.js';
import { RecordAlertChanges } from '../../features/trading/price-alerts/record-alert-changes.js';
import { WatchedAlertsStore } from '../../features/trading/price-alerts/watched-alerts.store.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { WRONG_ALERTS } from './alert-checks.js';
import { type TapedSecond, tapeSeconds } from './tape.js';
import { aUser, type TestUser } from './users.js';

export interface ReceivedNotice {
  userId: string;
  kind: string;
  parameters: Record<string, string>;
  at: Date;
}

/** Users with alerts, a tape that tests write second by second, and workers that judge when they are told to. */
export class AlertWorld {
  private second: number;

  private constructor(
    readonly app: TestApp,
    readonly call: Caller,
    readonly marketId: number,
  ) {
    // Within the hour that is worth telling, and with room for seconds that pass quickly.
    this.second = Math.floor(Date.now() / 1000) * 1000 - 3_000_000;
  }

  static async open(environment: Record<string, string> = {}, symbol = 'BTC/USDT'): Promise<AlertWorld> {
    const app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', RATE_FACTOR: '1000000', ...environment });
    const [row] = await app.owner.query<{ id: number }[]>('select id from market where symbol = $1', [symbol]);
    return new AlertWorld(app, new Caller(app), row?.id ?? 0);
  }

  get source(): DataSource {
    return this.app.owner;
  }

  /** The newest second on the tape. */
  get now(): number {
    return this.second;
  }

  user(): Promise<TestUser> {
    return aUser(this.source);
  }

  /** The next second of the tape has this index. */
  async price(index: string | null, changes: Partial<TapedSecond> = {}): Promise<void> {
    this.second += 1000;
    await tapeSeconds(this.source, [{ marketId: this.marketId, at: this.second, index, mark: index, ...changes }]);
  }

  /** So many seconds pass without a sample. */
  pass(seconds: number): void {
    this.second += seconds * 1000;
  }

  /** A worker of its own: nothing in its memory yet. */
  judge(changes: { transactions?: Transactions; recorder?: RecordAlertChanges } = {}): JudgePriceAlerts {
    const get = <Service>(type: abstract new (...given: never[]) => Service): Service => this.app.application.get(type);
    return new JudgePriceAlerts(
      get(WatchedAlertsStore),
      get(ReadNewTape),
      get(CatchUpAlerts),
      get(OtherFigures),
      changes.recorder ?? get(RecordAlertChanges),
      changes.transactions ?? get(Transactions),
    );
  }

  /** Whoever has the turn has not been heard of for too long. */
  async endTurn(): Promise<void> {
    await this.source.query(`update price_alert_turn set until = now() - interval '1 second'`);
  }

  /** Whoever has the turn keeps it, however slow the test is. */
  async extendTurn(): Promise<void> {
    await this.source.query(`update price_alert_turn set until = now() + interval '1 hour'`);
  }

  /** A price at or above 70,000 unless said otherwise. @returns the id. */
  async alert(user: TestUser, changes: Record<string, string> = {}): Promise<string> {
    const reply = await this.create(user, changes);
    if (reply.type !== 'ok') throw new Error(JSON.stringify(reply));
    return String(reply.message);
  }

  create({ token }: TestUser, changes: Record<string, string> = {}) {
    const wish = { symbol: 'BTC/USDT', kind: 'rise', value: '70000', ...changes };
    return this.call.post('price_alert/create', wish, { token });
  }

  /** What a user was told of its alerts, in order. */
  notices({ userId }: TestUser): Promise<ReceivedNotice[]> {
    return this.source.query(
      `select user_id::text as "userId", kind, parameters, at from account_notice
        where user_id = $1 and kind like 'alert-%' order by id`,
      [userId],
    );
  }

  /** What is wrong with what was written, which must be nothing. */
  wrong(): Promise<unknown[]> {
    return this.source.query(WRONG_ALERTS);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
