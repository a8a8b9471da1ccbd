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

interface ClosingAmendmentWish extends ClosingCancelWish {
  /** That wait from then on, beside what was filled; null: as many as now. */
  lots: number | null;
  /** Null: the price that it has. */
  price: string | null;
  /** Lots that waited when the change was decided; with another number now it is refused. Null asks for no such thing. */
  waiting: number | null;
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

  /**
   * Changes price and lots of one that waits, under its own number (decision 139).
   * @throws Refusal `futures.not-found`, `futures.not-pending`, `futures.changed`, `futures.unchanged`, `futures.closing-lots`, and those of
   *   another price: `futures.limit-price`, `market.*`.
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

/** What was refused of a position that is not open, said of an order that does not wait. */
function asPending(refusal: unknown): unknown {
  const isOver = refusal instanceof Refusal && refusal.code === 'futures.not-open';
  return isOver ? new Refusal('futures.not-pending') : refusal;
}
