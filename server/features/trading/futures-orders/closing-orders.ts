import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { TradableMarkets } from '../../markets/market-board/index.js';
import { FuturesCatalog, PositionsStore } from '../futures/index.js';
import { isHeld } from '../../../contract/rules/position-figures.rules.js';
import { futuresRefusalOf } from './futures-refusals.js';
import { FuturesStore } from './futures.store.js';
import { limitOf } from './quote-order.js';

export interface ClosingWish {
  userId: string;
  positionId: string;
  /** Null: all that no other order waits for. */
  lots: number | null;
  price: string;
  key: string | null;
}

export interface ClosingCancelWish {
  userId: string;
  positionId: string;
  closingId: string;
  key: string | null;
}

/**
 * Limit orders that close lots of a position (decision 106). They only lower risk: they may be placed and are filled
 * wherever a position may be closed at the market.
 */
@Injectable()
export class ClosingOrders {
  constructor(
    private readonly positions: PositionsStore,
    private readonly catalog: FuturesCatalog,
    private readonly markets: TradableMarkets,
    private readonly store: FuturesStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal `futures.not-found`, `futures.not-open`, `futures.limit-price`, `futures.closing-lots`,
   *   `futures.too-many-closings`, `market.*`.
   */
  async place({ userId, positionId, lots, price, key }: ClosingWish): Promise<void> {
    const command = { userId, route: 'lever/close_limit', key, body: { positionId, lots, price } };
    try {
      await this.commands.call(command, async (tx, claim) => {
        const limitPrice = await this.limit(userId, positionId, price);
        await this.store.placeClosing(tx, claim, { positionId, lots, limitPrice });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw futuresRefusalOf(error);
    }
  }

  /** @throws Refusal `futures.not-found`, `futures.not-pending`. */
  async cancel({ userId, positionId, closingId, key }: ClosingCancelWish): Promise<void> {
    const command = { userId, route: 'lever/close_cancel', key, body: { positionId, closingId } };
    try {
      await this.commands.call(command, async (tx, claim) => {
        await this.store.cancelClosing(tx, claim, positionId, closingId);
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      const refusal = futuresRefusalOf(error);
      const isOver = refusal instanceof Refusal && refusal.code === 'futures.not-open';
      throw isOver ? new Refusal('futures.not-pending') : refusal;
    }
  }

  private async limit(userId: string, positionId: string, price: string) {
    const position = await this.positions.find(userId, positionId);
    if (!position) throw new Refusal('futures.not-found');
    if (!isHeld(position)) throw new Refusal('futures.not-open');
    const { marketId, demo } = position;
    const market = this.markets.require({ marketId, product: 'perpetual', demo, risk: 'reducing' });
    const product = this.catalog.find(marketId);
    if (!product) throw new Refusal('market.not-offered');
    return limitOf(price, { product, market, field: 'price' });
  }
}
