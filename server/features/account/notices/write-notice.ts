import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SecurityStore } from './security.store.js';

/**
 * Writes a notice, and pushes it to the user's open pages once the transaction has committed. The stream is held before the notice has
 * its number: whoever has read up to a number has not read past one that is committed later.
 */
@Injectable()
export class WriteNotice {
  constructor(
    private readonly store: SecurityStore,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Call late in the transaction: it holds the user's stream of events until the end. */
  async execute(tx: Transaction, userId: string, kind: string, parameters: Record<string, string>): Promise<void> {
    await this.outbox.hold(tx, [userId]);
    const event = await this.store.notify(tx, userId, { kind, parameters, at: new Date(this.clock.now()) });
    await this.outbox.append(tx, userId, 'notice', event);
  }
}
