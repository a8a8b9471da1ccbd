import { Injectable } from '@nestjs/common';
import type { PageAsked } from '../../contract/pages.dto.js';
import { MarketCatalog } from '../markets/index.js';
import { type SpotFillRow, type SpotOrder, SpotStore } from './spot.store.js';

const BY_WIRE = new Map<string | undefined, SpotOrder['status'][]>([
  ['1', ['open']],
  ['2', ['filled']],
  ['3', ['cancelled']],
]);

export interface SpotOrdersAsked extends PageAsked {
  userId: string;
  demo: boolean;
  /** The wire's number: 1 waiting, 2 completed, 3 cancelled; else all. */
  status: string | undefined;
  baseCurrencyId: number | null;
  quoteCurrencyId: number | null;
}

/** A user's own orders, newest first. */
@Injectable()
export class ListSpotOrders {
  constructor(
    private readonly store: SpotStore,
    private readonly catalog: MarketCatalog,
  ) {}

  async execute(asked: SpotOrdersAsked): Promise<SpotOrder[]> {
    const { userId, demo, status, baseCurrencyId, quoteCurrencyId, page, limit } = asked;
    const statuses = BY_WIRE.get(status) ?? ['open', 'filled', 'cancelled'];
    const all = baseCurrencyId === null && quoteCurrencyId === null;
    const markets = this.catalog
      .all()
      .filter(({ base }) => baseCurrencyId === null || base.id === baseCurrencyId)
      .filter(({ quote }) => quoteCurrencyId === null || quote.id === quoteCurrencyId);
    const marketIds = all ? null : markets.map(({ id }) => id);
    return this.store.orders({ userId, demo, statuses, marketIds, page, limit });
  }

  async one(userId: string, id: string): Promise<{ order: SpotOrder; fills: SpotFillRow[] } | null> {
    const order = await this.store.order(userId, id);
    return order && { order, fills: await this.store.fills(id) };
  }
}
