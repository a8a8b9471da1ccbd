import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { TrustStore } from './trust.store.js';

/** Trust orders in custody in a user's whole state. */
@Injectable()
export class TrustState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: TrustStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('trust', (tx, userId) => this.store.openEvents(tx, userId));
  }
}
