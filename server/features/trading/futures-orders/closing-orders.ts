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
  /** Null: all lots that no other closing order has reserved. */
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

interface ClosingAmendmentWish extends ClosingCancelWish {
  /** Open lots after the change, not counting filled ones; null: unchanged. */
  lots: number | null;
  /** Null: unchanged. */
  price: string | null;
  /** Optimistic lock: open lots as the user saw them; another number now is refused. Null: not checked. */
  waiting: number | null;
}

/**
 * Reduce-only limit orders of a position (decision 106). They lower risk, so they are accepted and filled whenever a
 * position may be closed at the market.
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

  /**
   * Amends price and lots in place (decision 139).
   * @throws Refusal `futures.not-found`, `futures.not-pending`, `futures.changed`, `futures.unchanged`, `futures.closing-lots`, and for
   *   a changed price: `futures.limit-price`, `market.*`.
   */
  async amend({ userId, key, ...wish }: ClosingAmendmentWish): Promise<void> {
    const { positionId, price, lots, waiting } = wish;
    try {
      await this.commands.call({ userId, route: 'lever/close_amend', key, body: wish }, async (tx, claim) => {
        const limitPrice = price === null ? null : await this.limit(userId, positionId, price);
        await this.store.amendClosing(tx, claim, wish, { lots, limitPrice, waiting });
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw asPending(futuresRefusalOf(error));
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
      throw asPending(futuresRefusalOf(error));
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

/** `futures.not-open` of the position, as `futures.not-pending` of its closing order. */
function asPending(refusal: unknown): unknown {
  const isOver = refusal instanceof Refusal && refusal.code === 'futures.not-open';
  return isOver ? new Refusal('futures.not-pending') : refusal;
}
