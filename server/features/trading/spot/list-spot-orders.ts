import { Injectable } from '@nestjs/common';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { type SpotAmendmentRow, SpotAmendmentsStore } from './spot-amendments.store.js';
import { SpotExecutionsStore, type SpotFillRow, type SpotOwnFillRow } from './spot-executions.store.js';
import { SpotHistoryStore } from './spot-history.store.js';
import { type SpotOrder, SpotStore } from './spot.store.js';

const BY_WIRE = new Map<string | undefined, SpotOrder['status'][]>([
  ['1', ['open']],
  ['2', ['filled']],
  ['3', ['cancelled']],
]);

export interface SpotFillsAsked extends PageAsked {
  userId: string;
  demo: boolean;
  /** Null: any. */
  baseCurrencyId: number | null;
  quoteCurrencyId: number | null;
}

export interface SpotOrdersAsked extends SpotFillsAsked {
  /** The wire's number: 1 waiting, 2 completed, 3 cancelled; else all. */
  status: string | undefined;
}

/** An order with what became of it. */
export interface SpotOrderDetail {
  order: SpotOrder;
  fills: SpotFillRow[];
  amendments: SpotAmendmentRow[];
}

/** A user's own orders and their executions, newest first. */
@Injectable()
export class ListSpotOrders {
  constructor(
    private readonly store: SpotStore,
    private readonly history: SpotHistoryStore,
    private readonly catalog: MarketCatalog,
    private readonly amendments: SpotAmendmentsStore,
    private readonly executions: SpotExecutionsStore,
  ) {}

  async execute(asked: SpotOrdersAsked): Promise<SpotOrder[]> {
    const { userId, demo, status, page, limit } = asked;
    const statuses = BY_WIRE.get(status) ?? ['open', 'filled', 'cancelled'];
    return this.history.orders({ userId, demo, statuses, marketIds: this.marketsOf(asked), page, limit });
  }

  /** The executions of all orders. */
  async fills(asked: SpotFillsAsked): Promise<SpotOwnFillRow[]> {
    const { userId, demo, page, limit } = asked;
    return this.executions.ownFills({ userId, demo, marketIds: this.marketsOf(asked), page, limit });
  }

  async one(userId: string, id: string): Promise<SpotOrderDetail | null> {
    const order = await this.store.order(userId, id);
    if (!order) return null;
    const [fills, amendments] = await Promise.all([this.executions.fills(id), this.amendments.of(id)]);
    return { order, fills, amendments };
  }

  /** The markets that are asked for; null: all. */
  private marketsOf({ baseCurrencyId, quoteCurrencyId }: SpotFillsAsked): number[] | null {
    if (baseCurrencyId === null && quoteCurrencyId === null) return null;
    return this.catalog
      .all()
      .filter(({ base }) => baseCurrencyId === null || base.id === baseCurrencyId)
      .filter(({ quote }) => quoteCurrencyId === null || quote.id === quoteCurrencyId)
      .map(({ id }) => id);
  }
}
