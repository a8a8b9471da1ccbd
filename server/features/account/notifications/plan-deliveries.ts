import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { inPages } from '../../../platform/jobs/in-pages.js';
import { DeliveriesStore } from './deliveries.store.js';
import { planDeliveries } from './plan-delivery.rules.js';
import { PushSubscriptionsStore } from './push-subscriptions.store.js';

const NOTICES_AT_ONCE = 500;

/**
 * Decides for every new notice by what it is told outside of the app. A notice goes off the list in the transaction in which
 * its messages are written, so that each is decided on once, by whichever worker.
 */
@Injectable()
export class PlanDeliveries {
  constructor(
    private readonly store: DeliveriesStore,
    private readonly subscriptions: PushSubscriptionsStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many notices were decided on. */
  execute(): Promise<number> {
    return inPages(
      NOTICES_AT_ONCE,
      (limit) => this.transactions.run((tx) => this.plan(tx, limit)),
      async (taken) => taken.length,
    );
  }

  private async plan(tx: Transaction, limit: number): Promise<string[]> {
    const taken = await this.store.takeOutgoing(tx, limit);
    const notices = await this.store.outgoing(tx, taken);
    const users = [...new Set(notices.map(({ userId }) => userId))];
    const devices = await this.subscriptions.ofUsers(users, tx);
    const now = new Date(this.clock.now());
    const planned = notices.flatMap((notice) => {
      const own = devices.filter(({ userId }) => userId === notice.userId).map(({ id }) => id);
      return planDeliveries(notice, own, now);
    });
    if (planned.length > 0) await this.store.add(tx, planned);
    return taken;
  }
}
