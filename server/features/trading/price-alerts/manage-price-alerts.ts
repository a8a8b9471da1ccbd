import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AlertStart } from './alert-start.js';
import { PriceAlertsStore } from './price-alerts.store.js';

/** Pauses, goes on with and deletes a user's own alerts. What is so already stays so: a call that comes twice is none. */
@Injectable()
export class ManagePriceAlerts {
  constructor(
    private readonly store: PriceAlertsStore,
    private readonly start: AlertStart,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `alert.unknown`, also of one that has gone off. */
  async pause(userId: string, id: string): Promise<void> {
    const at = new Date(this.clock.now());
    const isMoved = await this.store.pause(userId, id, at);
    if (!isMoved && (await this.store.termsOf(userId, id))?.state !== 'paused') throw new Refusal('alert.unknown');
  }

  /** It waits from now on: what happened while it was paused is not told. @throws Refusal `alert.unknown`. */
  async resume(userId: string, id: string): Promise<void> {
    const terms = await this.store.termsOf(userId, id);
    if (terms?.state === 'active') return;
    if (terms?.state !== 'paused') throw new Refusal('alert.unknown');
    const standing = await this.start.again(terms);
    const at = new Date(this.clock.now());
    const isMoved = await this.store.resume(userId, id, standing, at);
    if (!isMoved && (await this.store.termsOf(userId, id))?.state !== 'active') throw new Refusal('alert.unknown');
  }

  /** @throws Refusal `alert.unknown`. */
  async remove(userId: string, id: string): Promise<void> {
    const at = new Date(this.clock.now());
    const isMoved = await this.store.remove(userId, id, at);
    if (!isMoved) throw new Refusal('alert.unknown');
  }
}
