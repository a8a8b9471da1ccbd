import { Injectable } from '@nestjs/common';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { hasEnded, SUBSCRIPTION_STATES } from '../../../contract/rules/subscription.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { SubscriptionHistoryStore } from './subscription-history.store.js';
import { type CoinTotal, type Release, type SubscriptionOrder, SubscriptionStore } from './subscription.store.js';

/** How long a release is shown in the calendar after it happened. */
const SHOWN_MS = 90 * 86_400_000;

/** A user's orders for new coins, and when which of them become free. */
@Injectable()
export class ListSubscriptions {
  constructor(
    private readonly store: SubscriptionStore,
    private readonly history: SubscriptionHistoryStore,
    private readonly clock: Clock,
  ) {}

  async orders(
    query: { userId: string; status: string | undefined; keyword: string } & PageAsked,
  ): Promise<{ orders: SubscriptionOrder[]; total: number; totals: CoinTotal[] }> {
    const { status, ...rest } = query;
    const states = SUBSCRIPTION_STATES.filter(
      (state) => (status !== '1' && status !== '2') || hasEnded(state) === (status === '2'),
    );
    const [found, totals] = await Promise.all([
      this.history.orders({ ...rest, states }),
      this.store.totals(query.userId),
    ]);
    return { ...found, totals };
  }

  order(userId: string, id: string): Promise<SubscriptionOrder | null> {
    return this.store.order(userId, id);
  }

  releases(userId: string): Promise<Release[]> {
    return this.store.releases(userId, new Date(this.clock.now() - SHOWN_MS));
  }
}
