import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { NewNoticesStore } from './new-notices.store.js';

/**
 * Locks those who get notices until the transaction ends: before a notice takes its number, so that none with a lower one of the user
 * commits after it. Their rows first, which the notice refers to: who has a user's row is on the way to the stream.
 */
@Injectable()
export class HoldRecipients {
  constructor(
    private readonly store: NewNoticesStore,
    private readonly outbox: Outbox,
  ) {}

  async execute(tx: Transaction, userIds: readonly string[]): Promise<void> {
    await this.store.shareUsers(tx, userIds);
    await this.outbox.hold(tx, userIds);
  }
}
