import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { SpotExit } from '../../../contract/rules/spot-exit.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { shortage } from './check-spot-balance.js';
import { type PricedSpotOrder, PriceSpotOrder, type SpotWish } from './price-spot-order.js';
import { OPEN_ORDERS_MAX, spotRefusal, WAITING_STOPS_MAX } from './spot-refusals.js';
import { TakenDepth } from '../taken-depth/index.js';
import type { NewSpotExit } from './spot-exits.store.js';
import { asDate } from './spot-wishes.js';
import { SpotStore } from './spot.store.js';

export interface SpotSubmission {
  userId: string;
  wish: SpotWish;
  /** The worst price that the user saw; null: any. */
  worstPrice: DecimalText | null;
  /** The client's own key of this command; null when it sends none. */
  key: string | null;
}

/**
 * Places an order. What the book gives within the limit is executed at once, with the house on the other side; the rest
 * of a limit order waits with its money frozen, as long as its time in force says; the rest of a market order is gone.
 */
@Injectable()
export class SubmitSpotOrder {
  constructor(
    private readonly priceSpotOrder: PriceSpotOrder,
    private readonly takenDepth: TakenDepth,
    private readonly store: SpotStore,
    private readonly commands: IdempotentCommands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws Refusal as {@link PriceSpotOrder}; `spot.price-moved` when the book is beyond the worst price, `spot.expiry`,
   * `spot.insufficient-balance`, `spot.insufficient-sellable`, `spot.too-many`, `spot.too-many-stops`, `ledger.cancel-only`.
   */
  async execute({ userId, wish, worstPrice, key }: SpotSubmission): Promise<void> {
    const command = { userId, route: 'coin/trade', key, body: { ...wish, worstPrice } };
    try {
      await this.commands.call(command, (tx, claim) =>
        this.takenDepth.inTurn(
          () => this.priceSpotOrder.execute(wish),
          async (priced) => {
            assertPrice(priced, worstPrice);
            await this.submit(tx, claim, wish, priced);
            this.outbox.announce(tx, [userId]);
          },
        ),
      );
    } catch (error) {
      throw shortage(spotRefusal(error), wish);
    }
  }

  private submit(tx: Transaction, claim: Claim, { demo, expiresAt }: SpotWish, priced: PricedSpotOrder): Promise<void> {
    const { market, prices, terms, fill, taking, reserve, timeInForce, exit } = priced;
    const { side, limitPrice, quantity, feeRatio } = terms;
    const common = { marketId: market.id, demo, side, limitPrice, quantity, feeRatio };
    const order = { ...common, timeInForce, expiresAt: asDate(expiresAt), exit: exit && leaving(exit) };
    const book = { at: new Date(prices.book?.at ?? prices.at), origin: prices.origin };
    return this.store.submit(tx, claim, order, { fill, taking, reserve, book, openMost: OPEN_ORDERS_MAX });
  }
}

function leaving({ takeProfit, stopLoss, expiresAt }: SpotExit): NewSpotExit {
  return { takeProfit, stopLoss, expiresAt: asDate(expiresAt), most: WAITING_STOPS_MAX };
}

function assertPrice({ terms, worstPrice: price }: PricedSpotOrder, limit: DecimalText | null): void {
  if (limit === null || price === null) return;
  const isWorse = terms.side === 'buy' ? new Decimal(price).gt(limit) : new Decimal(price).lt(limit);
  if (isWorse) throw new Refusal('spot.price-moved', { price });
}
