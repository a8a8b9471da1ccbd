import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { SpotStopsStore } from './spot-stops.store.js';
import { SpotStore } from './spot.store.js';

/** Open spot orders and waiting stops in a user's whole state. */
@Injectable()
export class SpotState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: SpotStore,
    private readonly stops: SpotStopsStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('orders', async (tx, userId) => [
      ...(await this.store.openEvents(tx, userId)),
      ...(await this.stops.waitingEvents(tx, userId)),
    ]);
  }
}
