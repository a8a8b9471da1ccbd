import type { DataSource } from 'typeorm';
import { CatchUpAlerts } from '../../features/trading/price-alerts/catch-up-alerts.js';
import { JudgePriceAlerts } from '../../features/trading/price-alerts/judge-price-alerts.js';
import { OtherFigures } from '../../features/trading/price-alerts/other-figures.js';
import { ReadNewTape } from '../../features/trading/price-alerts/read-new-tape.js';
import { TellPriceAlerts } from '../../features/trading/price-alerts/tell-price-alerts.js';
import { WatchedAlertsStore } from '../../features/trading/price-alerts/watched-alerts.store.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { Caller } from '../calls.js';
import { type TapedSecond, tapeSeconds } from './tape.js';
import { aUser, type TestUser } from './users.js';

export interface ToldAlert {
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
  judge(changes: { transactions?: Transactions; tell?: TellPriceAlerts } = {}): JudgePriceAlerts {
    const get = <Service>(type: abstract new (...given: never[]) => Service): Service => this.app.application.get(type);
    return new JudgePriceAlerts(
      get(WatchedAlertsStore),
      get(ReadNewTape),
      get(CatchUpAlerts),
      get(OtherFigures),
      changes.tell ?? get(TellPriceAlerts),
      changes.transactions ?? get(Transactions),
    );
  }

  /** Whoever has the turn has not been heard of for too long. */
  async endTurn(): Promise<void> {
    await this.source.query(`update price_alert_turn set until = now() - interval '1 second'`);
  }

  /** Whoever has the turn keeps it, however slow the test is. */
  async keepTurn(): Promise<void> {
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
  told({ userId }: TestUser): Promise<ToldAlert[]> {
    return this.source.query(
      `select user_id::text as "userId", kind, parameters, at from account_notice
        where user_id = $1 and kind like 'alert-%' order by id`,
      [userId],
    );
  }

  /**
   * What is wrong with what was written, which must be nothing: an alert that goes off once and did so more than once since it was
   * made, or is over without having gone off; a going off without a notice of its own, a notice without a going off; more alerts of a user
   * than there may be.
   */
  async wrong(): Promise<unknown[]> {
    return this.source.query(
      `select 'times' as what, a.id from price_alert a
         left join (select alert_id, count(*) as times from price_alert_firing group by 1) f on f.alert_id = a.id
        where a.times <> coalesce(f.times, 0) or (a.pause_seconds is null and a.version = 1 and a.times > 1)
           or (a.state = 'done' and a.times = 0)
       union all
       select 'no notice', f.alert_id from price_alert_firing f join price_alert a on a.id = f.alert_id
         left join account_notice n on n.id = f.notice_id and n.user_id = a.user_id and n.at = f.at
        where n.id is null
       union all
       select 'no going off', n.id from account_notice n left join price_alert_firing f on f.notice_id = n.id
        where n.kind like 'alert-%' and f.notice_id is null
       union all
       select 'no word', n.id from account_notice n where n.kind like 'alert-%' and not exists (
         select from outbox o where o.user_id = n.user_id and o.payload ->> 'noticeId' = n.id::text)
       union all
       select 'too many', a.user_id from price_alert a where a.state in ('active', 'paused')
        group by a.user_id having count(*) > 100`,
    );
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
