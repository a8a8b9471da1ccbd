import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { depositEvent } from './deposits-views.js';
import { DepositsStore } from './deposits.store.js';

/** The deposits' part of a user's state: those that are still under review. */
@Injectable()
export class DepositState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: DepositsStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('deposits', async (tx, userId) =>
      (await this.store.openOf(tx, userId)).map((row) => depositEvent(row).payload),
    );
  }
}
