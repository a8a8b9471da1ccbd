import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../platform/outbox/state-parts.js';
import { PositionsStore } from './positions.store.js';

/** The perpetuals' part of a user's state: pending orders and open positions of both books, as their events tell them. */
@Injectable()
export class FuturesState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: PositionsStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('positions', (tx, userId) => this.store.openEvents(tx, userId));
  }
}
