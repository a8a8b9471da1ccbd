import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { SubscriptionStore } from './subscription.store.js';

/** Orders for new coins that have not ended, in a user's whole state. */
@Injectable()
export class SubscriptionStateParts implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: SubscriptionStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('subscriptions', (tx, userId) => this.store.openEvents(tx, userId));
  }
}
