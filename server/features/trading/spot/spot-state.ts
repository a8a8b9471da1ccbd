import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { SpotStore } from './spot.store.js';

/** Open spot orders in a user's whole state. */
@Injectable()
export class SpotState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: SpotStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('orders', (tx, userId) => this.store.openEvents(tx, userId));
  }
}
