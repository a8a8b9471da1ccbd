import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { type SpotExit, surrounds } from '../../../contract/rules/spot-exit.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { TakenDepth } from '../taken-depth/index.js';
import { within } from './price-spot-order.js';
import { type SpotExitAmendment, type SpotExitRow, SpotExitsStore } from './spot-exits.store.js';
import { spotRefusal } from './spot-refusals.js';
import { SpotStore } from './spot.store.js';

/** What of a purchase's take-profit and stop-loss is to be another; null: as it is. */
export interface ExitAmendmentWish {
  userId: string;
  /** The purchase that leaves them behind. */
  orderId: string;
  takeProfit: string | null;
  stopLoss: string | null;
  /** How often they had been changed when this was decided; null asks for no such thing. */
  amendments: number | null;
}

type ExitPrices = Pick<SpotExit, 'takeProfit' | 'stopLoss'>;

/**
 * Changes the take-profit and the stop-loss that a purchase which waits is to leave behind. Once they are placed they are an order and a stop,
 * which are changed as such.
 */
@Injectable()
export class AmendSpotExit {
  constructor(
    private readonly orders: SpotStore,
    private readonly store: SpotExitsStore,
    private readonly takenDepth: TakenDepth,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal of `TradableMarkets`; `spot.not-found`, `spot.not-open`, `spot.changed`, `spot.unchanged`, `request.invalid`,
   * `spot.decimals`, `spot.exit-sides`, `ledger.cancel-only`.
   */
  async execute({ key, ...wish }: ExitAmendmentWish & { key: string | null }): Promise<void> {
    const { userId, ...body } = wish;
    try {
      await this.commands.call({ userId, route: 'spot/exit/amend', key, body }, async (tx, claim) => {
        await this.store.amend(tx, claim, await this.judge(wish));
        this.outbox.announce(tx, [userId]);
      });
    } catch (error) {
      throw spotRefusal(error);
    }
  }

  /** Holds them, as they are to become, against the price that the purchase waits for. */
  private async judge(wish: ExitAmendmentWish): Promise<SpotExitAmendment> {
    const order = await this.orders.order(wish.userId, wish.orderId);
    if (!order) throw new Refusal('spot.not-found');
    const { marketId, demo, status, limitPrice, exit } = order;
    if (status !== 'open' || limitPrice === null || exit?.status !== 'waiting') throw new Refusal('spot.not-open');
    if (wish.amendments !== null && wish.amendments !== exit.amendments) throw new Refusal('spot.changed');
    const { market } = await this.takenDepth.require({ marketId, product: 'spot', demo });
    const prices = pricesOf(wish, exit, market.priceScale);
    if (!surrounds(prices, limitPrice)) throw new Refusal('spot.exit-sides', { price: limitPrice });
    return { order, ...prices };
  }
}

function pricesOf(wish: ExitAmendmentWish, exit: SpotExitRow, scale: number): ExitPrices {
  const read = (wished: string | null, before: DecimalText | null, field: string) => {
    if (wished === null) return before;
    // What it was not placed with it does not take.
    if (before === null) throw new Refusal('request.invalid', { field });
    return within(wished, scale, field);
  };
  const prices = {
    takeProfit: read(wish.takeProfit, exit.takeProfit, 'take_profit_price'),
    stopLoss: read(wish.stopLoss, exit.stopLoss, 'stop_loss_price'),
  };
  if (isSame(prices.takeProfit, exit.takeProfit) && isSame(prices.stopLoss, exit.stopLoss)) {
    throw new Refusal('spot.unchanged');
  }
  return prices;
}

function isSame(one: DecimalText | null, other: DecimalText | null): boolean {
  return one === null || other === null ? one === other : new Decimal(one).eq(other);
}
