import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { FindDeadSessions } from '../sessions/index.js';
import { DeliveriesStore } from './deliveries.store.js';
import { OldNoticesStore } from './old-notices.store.js';
import { PushSubscriptionsStore } from './push-subscriptions.store.js';

const DAY_MS = 86_400_000;
/** For how long a user can look notices up, and how many of them. */
const RETENTION_MS = 90 * DAY_MS;
const RETAINED_MAX = 1000;
/** What has been sent is kept so long, for whoever asks why something did not arrive. */
const SENT_RETENTION_MS = 7 * DAY_MS;
const USERS_AT_ONCE = 200;
/** Rows that one statement removes at most. */
const ROWS_AT_ONCE = 2000;
const SUBSCRIPTIONS_AT_ONCE = 500;

/** Forgets notices that are old or too many, what was sent, and devices whose logins have ended. */
@Injectable()
export class PruneNotices {
  constructor(
    private readonly notices: OldNoticesStore,
    private readonly deliveries: DeliveriesStore,
    private readonly subscriptions: PushSubscriptionsStore,
    private readonly findDeadSessions: FindDeadSessions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many notices were removed, and by how many statements. */
  async execute(): Promise<{ removed: number; statements: number }> {
    const now = this.clock.now();
    while ((await this.deliveries.forget(new Date(now - SENT_RETENTION_MS), ROWS_AT_ONCE)) >= ROWS_AT_ONCE);
    await this.endDevices();
    return this.removeNotices(new Date(now - RETENTION_MS));
  }

  private async removeNotices(before: Date): Promise<{ removed: number; statements: number }> {
    let [removed, statements] = [0, 0];
    for (let last: string | null = '0'; last !== null; ) {
      const users: string[] = await this.notices.users(last, USERS_AT_ONCE);
      for (let more = users.length > 0; more; statements += 1) {
        const gone = await this.notices.remove(users, before, { retainedMax: RETAINED_MAX, rows: ROWS_AT_ONCE });
        removed += gone;
        more = gone === ROWS_AT_ONCE;
      }
      last = users.length < USERS_AT_ONCE ? null : (users.at(-1) ?? null);
    }
    return { removed, statements };
  }

  private async endDevices(): Promise<void> {
    for (let last: string | null = '0'; last !== null; ) {
      const found = await this.subscriptions.after(last, SUBSCRIPTIONS_AT_ONCE);
      const dead = await this.findDeadSessions.execute(found.map(({ sessionId }) => sessionId));
      const gone = found.filter(({ sessionId }) => dead.has(sessionId)).map(({ id }) => id);
      if (gone.length > 0) await this.subscriptions.remove(gone);
      last = found.length < SUBSCRIPTIONS_AT_ONCE ? null : (found.at(-1)?.id ?? null);
    }
  }
}
