import { Injectable } from '@nestjs/common';
import type { PushSubscriptionRequest } from '../../../contract/account/notifications.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { areSubscriptionKeys } from '../../../platform/web-push/push-service.js';
import { PushSender } from '../../../platform/web-push/push-sender.js';
import { FindDeadSessions } from '../sessions/index.js';
import { PushSubscriptionsStore } from './push-subscriptions.store.js';

/** Which devices are told: each as long as its login lives. */
@Injectable()
export class ManagePushDevices {
  constructor(
    private readonly store: PushSubscriptionsStore,
    private readonly sender: PushSender,
    private readonly findDeadSessions: FindDeadSessions,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Under which browsers subscribe; null: there is no Web Push here. */
  get publicKey(): string | null {
    return this.sender.publicKey;
  }

  /** The logins whose devices are told. */
  async subscribedSessions(userId: string): Promise<string[]> {
    const sessions = (await this.store.ofUsers([userId])).map(({ sessionId }) => sessionId);
    const dead = await this.findDeadSessions.execute(sessions);
    return sessions.filter((id) => !dead.has(id));
  }

  /** @throws Refusal `notifications.device-unknown`, also where there is no Web Push. */
  async begin({ userId, sessionId }: CurrentSession, target: PushSubscriptionRequest): Promise<void> {
    const { endpoint, p256dh, auth } = target;
    const isTaken =
      this.sender.publicKey !== null &&
      this.sender.takes(endpoint) &&
      areSubscriptionKeys(p256dh, auth) &&
      (await this.transactions.run((tx) =>
        this.store.put(tx, { userId, sessionId }, { endpoint, p256dh, auth }, new Date(this.clock.now())),
      ));
    if (!isTaken) throw new Refusal('notifications.device-unknown');
  }

  async end({ sessionId }: CurrentSession): Promise<void> {
    await this.store.endOf(sessionId);
  }
}
