import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { OffersStore } from './offers.store.js';

/** Nothing comes of an offer: from then on the worker gives everything back. */
@Injectable()
export class CancelOffer {
  constructor(
    private readonly store: OffersStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `subscription.not-offered`, `subscription.offer-ended` for one that was launched or cancelled. */
  async judge(tx: Transaction, id: number): Promise<void> {
    const offer = await this.store.lock(tx, id, new Date(this.clock.now()));
    if (!offer) throw new Refusal('subscription.not-offered');
    if (offer.status !== 'open') throw new Refusal('subscription.offer-ended');
  }

  /** Within the transaction of the act. @throws Refusal as {@link judge}. */
  async execute(tx: Transaction, id: number): Promise<void> {
    await this.judge(tx, id);
    await this.store.cancel(tx, id, new Date(this.clock.now()));
  }
}
