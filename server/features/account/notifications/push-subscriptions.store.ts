import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { PushTarget } from '../../../platform/web-push/push-sender.js';

/** Devices of one user that are told. One more takes the place of the oldest. */
const SUBSCRIPTIONS_MAX = 10;

export interface SubscriptionRow extends PushTarget {
  id: string;
  userId: string;
  sessionId: string;
  /** Tries in a row that came to nothing while its host took messages of others. */
  failures: number;
}

const COLUMNS = `id, user_id as "userId", session_id as "sessionId", endpoint, p256dh, auth,
  failures`;

/** The SQL of the browsers that are told. */
@Injectable()
export class PushSubscriptionsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Puts the browser's subscription under the login, in the place of the login's own and of a former login's in the same browser.
   * @returns false where the address is known with other keys: it is another's.
   */
  async put(
    tx: Transaction,
    { userId, sessionId }: { userId: string; sessionId: string },
    { endpoint, p256dh, auth }: PushTarget,
    at: Date,
  ): Promise<boolean> {
    // One at a time of a user, or more than ten would be there.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended(concat('push_subscription ', $1::text), 0))`, [
      userId,
    ]);
    await tx.query(
      `delete from push_subscription
        where session_id = $1 and endpoint <> $2 or endpoint = $2 and p256dh = $3 and auth = $4 and session_id <> $1`,
      [sessionId, endpoint, p256dh, auth],
    );
    const rows: unknown[] = await tx.query(
      `insert into push_subscription as p (user_id, session_id, endpoint, p256dh, auth, at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (endpoint) do update set at = excluded.at
         where p.session_id = excluded.session_id and p.p256dh = excluded.p256dh and p.auth = excluded.auth
       returning id`,
      [userId, sessionId, endpoint, p256dh, auth, at],
    );
    await tx.query(
      `delete from push_subscription where id in
         (select id from push_subscription where user_id = $1 order by at desc, id desc offset ${SUBSCRIPTIONS_MAX})`,
      [userId],
    );
    return rows.length > 0;
  }

  /** Ends what the login was told by. */
  async endOf(sessionId: string): Promise<void> {
    await this.source.query('delete from push_subscription where session_id = $1', [sessionId]);
  }

  /** It has failed once more. @returns how often in a row, and since when. */
  async failed(id: string, at: Date): Promise<{ failures: number; since: Date }> {
    const [rows]: [{ failures: number; since: Date }[], number] = await this.source.query(
      `update push_subscription set failures = failures + 1, failing_since = coalesce(failing_since, $2)
        where id = $1 returning failures, failing_since as since`,
      [id, at],
    );
    return rows[0] ?? { failures: 0, since: at };
  }

  /** It has taken a message. */
  async took(id: string): Promise<void> {
    await this.source.query('update push_subscription set failures = 0, failing_since = null where id = $1', [id]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.source.query('delete from push_subscription where id = any($1::bigint[])', [ids]);
  }

  ofUsers(userIds: readonly string[], tx: Transaction = this.source.manager): Promise<SubscriptionRow[]> {
    return tx.query(`select ${COLUMNS} from push_subscription where user_id = any($1::bigint[]) order by id`, [
      userIds,
    ]);
  }

  byIds(ids: readonly string[]): Promise<SubscriptionRow[]> {
    return this.source.query(`select ${COLUMNS} from push_subscription where id = any($1::bigint[])`, [ids]);
  }

  /** All, from this one on, in the order of their numbers. */
  after(id: string, limit: number): Promise<SubscriptionRow[]> {
    return this.source.query(`select ${COLUMNS} from push_subscription where id > $1 order by id limit $2`, [
      id,
      limit,
    ]);
  }
}
