import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { AdjustmentsStore } from './adjustments.store.js';
import { ChangeCaps } from './change-caps.store.js';

/** A change by hand beyond what one person may change on one day waits before it is booked. */
@Injectable()
export class PostponeAdjustment {
  constructor(
    private readonly store: AdjustmentsStore,
    private readonly caps: ChangeCaps,
  ) {}

  /** Whether the approval would go beyond the cap of one of its two persons, and within that of all. */
  async isNeeded(tx: Transaction, adjustmentId: string, operatorId: string): Promise<boolean> {
    const adjustment = await this.store.lock(tx, adjustmentId);
    if (adjustment?.status !== 'proposed') return false;
    const people = [adjustment.proposedBy, operatorId];
    return (await this.caps.reached(tx, { act: 'adjustment', ...adjustment, people })) === 'person';
  }

  /** From the instant on it is booked beyond that cap, too. Nothing moves yet. */
  execute(tx: Transaction, adjustmentId: string, until: Date): Promise<void> {
    return this.store.wait(tx, adjustmentId, until);
  }
}
