import { Injectable } from '@nestjs/common';
import { LOSING_PRODUCTS } from '../../../contract/trading/losing-accounts.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { LosingAccountsStore } from './losing-accounts.store.js';

/** The twelve months that regulators ask for. */
export const PERIOD_MS = 365 * 86_400_000;

/** Counts, product by product, which accounts lost money over the last twelve months. */
@Injectable()
export class CountLosingAccounts {
  constructor(
    private readonly store: LosingAccountsStore,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    for (const product of LOSING_PRODUCTS) {
      await this.store.count(product, new Date(now - PERIOD_MS), new Date(now));
    }
  }
}
