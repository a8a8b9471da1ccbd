import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { withdrawalEvent } from './withdrawals-views.js';
import { WithdrawalsStore } from './withdrawals.store.js';

/** The withdrawals' part of a user's state: those whose money has not left and is not back. */
@Injectable()
export class WithdrawalState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: WithdrawalsStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('withdrawals', async (tx, userId) =>
      (await this.store.openOf(tx, userId)).map((row) => withdrawalEvent(row).payload),
    );
  }
}
