import { Injectable } from '@nestjs/common';
import type { PriceAlertView } from '../../../contract/trading/price-alerts.dto.js';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { PriceAlertsStore } from './price-alerts.store.js';

/** A user's own alerts. */
@Injectable()
export class ListPriceAlerts {
  constructor(private readonly store: PriceAlertsStore) {}

  /** Those that wait, or those that went off once; newest first. */
  async execute(
    userId: string,
    state: 'waiting' | 'done',
    { page, limit }: PageAsked,
  ): Promise<{ rows: PriceAlertView[]; total: number }> {
    const states = state === 'done' ? (['done'] as const) : (['active', 'paused'] as const);
    const [rows, total] = await Promise.all([
      this.store.list(userId, states, limit, (page - 1) * limit),
      this.store.count(userId, states),
    ]);
    return { rows, total };
  }
}
