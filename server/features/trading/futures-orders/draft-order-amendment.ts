import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { initialMargin, notional, quantityOf, tradingFee } from '../../../contract/rules/margin.rules.js';
import type { FuturesPositionView, FuturesProductView } from '../../../contract/trading/futures.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type FuturesAccount, FuturesCatalog, GetFuturesAccount, PositionsStore } from '../futures/index.js';
import type { LeftMarket, Taking } from '../taken-depth/index.js';
import { withBalance } from './account-after.js';
import { CheckStops } from './check-stops.js';
import { type OrderWish, type QuotedOrder, QuoteOrder } from './quote-order.js';

/** New terms of a pending order; null: unchanged. */
export interface OrderAmendmentWish {
  userId: string;
  positionId: string;
  limitPrice: DecimalText | null;
  lots: number | null;
}

/** The amended order, priced now. */
export interface DraftedOrderAmendment {
  order: FuturesPositionView;
  /** The new order with the same terms. */
  wish: OrderWish & { limitPrice: DecimalText };
  /** Margin and fee at the limit price: its reservation. */
  reserve: Decimal;
  quote: Pick<QuotedOrder, 'product' | 'price' | 'worst' | 'waits' | 'notional' | 'margin' | 'fee'>;
  /** Null: only lots are reduced, which needs no price. */
  market: LeftMarket | null;
  taking: readonly Taking[];
  /** The account with the order removed and its reservation released. */
  account: FuturesAccount;
}

type Terms = Pick<OrderWish, 'lots'> & { limitPrice: DecimalText };

/**
 * Prices the amendment of a pending order by the rules of placing one, for preview and command alike. The fee ratios stay
 * those of the original order.
 */
@Injectable()
export class DraftOrderAmendment {
  constructor(
    private readonly positions: PositionsStore,
    private readonly catalog: FuturesCatalog,
    private readonly quoteOrder: QuoteOrder,
    private readonly checkStops: CheckStops,
    private readonly getFuturesAccount: GetFuturesAccount,
  ) {}

  /**
   * @throws Refusal `futures.not-found`, `futures.not-pending`, `futures.unchanged`, `market.not-offered`, `futures.lots`; unless
   *   it only reduces lots, those of {@link QuoteOrder} and {@link CheckStops}.
   */
  async execute({ userId, positionId, ...change }: OrderAmendmentWish): Promise<DraftedOrderAmendment> {
    const order = await this.positions.find(userId, positionId);
    if (!order) throw new Refusal('futures.not-found');
    if (order.status !== 0 || order.limitPrice === null) throw new Refusal('futures.not-pending');
    const before = { lots: order.lots, limitPrice: order.limitPrice };
    const terms = { lots: change.lots ?? before.lots, limitPrice: change.limitPrice ?? before.limitPrice };
    const isSamePrice = new Decimal(terms.limitPrice).eq(before.limitPrice);
    if (isSamePrice && terms.lots === before.lots) throw new Refusal('futures.unchanged');
    const account = await this.accountWithout(order, userId);
    return isSamePrice && terms.lots < before.lots
      ? this.fewerLots({ order, userId, account }, { ...before, lots: terms.lots })
      : this.quoted({ order, userId, account }, terms);
  }

  /** At the unchanged limit. No check applies that could prevent a reduction of risk. */
  private fewerLots({ order, userId, account }: Amended, terms: Terms): DraftedOrderAmendment {
    const found = this.catalog.find(order.marketId);
    if (!found) throw new Refusal('market.not-offered');
    const product = asOrdered(found, order);
    if (terms.lots < product.lotsMin) {
      throw new Refusal('futures.lots', { minimum: product.lotsMin, maximum: product.lotsMax });
    }
    const price = new Decimal(terms.limitPrice);
    const quantity = quantityOf(terms.lots, product.lotSize);
    const { margin, fee } = costOf(order, product, terms);
    const quote = { product, price, worst: price, waits: true, notional: notional(quantity, price), margin, fee };
    const wish = wishOf(order, userId, terms);
    return { order, wish, quote, reserve: margin.plus(fee), market: null, taking: [], account };
  }

  private async quoted({ order, userId, account }: Amended, terms: Terms): Promise<DraftedOrderAmendment> {
    const { market, product: now } = await this.quoteOrder.now(order);
    const product = asOrdered(now, order);
    const asked = wishOf(order, userId, terms);
    const quote = this.quoteOrder.at(market, product, asked);
    const wish = { ...asked, limitPrice: quote.limitPrice ?? terms.limitPrice };
    await this.checkStops.ofOrder(wish, quote, account);
    const { margin, fee } = costOf(order, product, wish);
    return { order, wish, quote, reserve: margin.plus(fee), market, taking: quote.taking, account };
  }

  private async accountWithout({ positionId, demo, currencyId, reserved }: FuturesPositionView, userId: string) {
    const account = await this.getFuturesAccount.execute({ userId, demo });
    const positions = account.positions.filter((each) => each.positionId !== positionId);
    const free = new Decimal(account.available(currencyId)).plus(reserved).toFixed();
    return withBalance({ ...account, positions }, currencyId, free);
  }
}

interface Amended {
  order: FuturesPositionView;
  userId: string;
  account: FuturesAccount;
}

/** The product with the terms that the order was placed on, from its row. */
function asOrdered(
  product: FuturesProductView,
  { lotSize, openFeeRatio, closeFeeRatio }: FuturesPositionView,
): FuturesProductView {
  return { ...product, lotSize, openFeeRatio, closeFeeRatio };
}

function costOf({ leverage }: FuturesPositionView, product: FuturesProductView, { lots, limitPrice }: Terms) {
  const quantity = quantityOf(lots, product.lotSize);
  return {
    margin: initialMargin(quantity, limitPrice, leverage, product.currencyDecimals),
    fee: tradingFee(quantity, limitPrice, product.openFeeRatio, product.currencyDecimals),
  };
}

function wishOf(order: FuturesPositionView, userId: string, { lots, limitPrice }: Terms) {
  const { demo, marketId, side, leverage, marginMode } = order;
  const { takeProfit, takeProfitSource, stopLoss, stopLossSource } = order;
  return {
    userId,
    demo,
    marketId,
    side,
    lots,
    leverage,
    marginMode,
    isLimit: true,
    limitPrice,
    takeProfit,
    takeProfitSource,
    stopLoss,
    stopLossSource,
    worstPrice: null,
  };
}
