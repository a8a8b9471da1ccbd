import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesAmendmentPreviewView } from '../../../contract/trading/futures-amendments.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { CheckStops } from './check-stops.js';
import { DraftOrderAmendment, type OrderAmendmentWish } from './draft-order-amendment.js';
import { PreviewFutures } from './preview-futures.js';

/** Previews the amendment of a pending order by the command's own rules; writes nothing. */
@Injectable()
export class PreviewOrderAmendment {
  constructor(
    private readonly draftOrderAmendment: DraftOrderAmendment,
    private readonly previewFutures: PreviewFutures,
    private readonly checkStops: CheckStops,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal those of the command, except an insufficient balance, which the preview shows as negative. */
  async execute(asked: OrderAmendmentWish): Promise<FuturesAmendmentPreviewView> {
    const { order, wish, quote, reserve, market, account } = await this.draftOrderAmendment.execute(asked);
    if (market) await this.previewFutures.assertFits(account, wish, { ...quote, market });
    const free = new Decimal(account.available(order.currencyId));
    const taken = quote.waits ? reserve : quote.margin.plus(quote.fee);
    return {
      market: order.market,
      side: order.side,
      marginMode: order.marginMode,
      lots: wish.lots,
      limitPrice: wish.limitPrice,
      price: quote.price.toFixed(),
      worstPrice: quote.worst.toFixed(),
      waits: quote.waits,
      notional: quote.notional.toFixed(),
      margin: quote.margin.toFixed(),
      fee: quote.fee.toFixed(),
      reservedBefore: order.reserved,
      reservedAfter: quote.waits ? reserve.toFixed() : '0',
      balanceBefore: free.minus(order.reserved).toFixed(),
      balanceAfter: free.minus(taken).toFixed(),
      liquidationPriceAfter: await this.checkStops.liquidationOfOrder(wish, quote, account),
      liquidationIsEstimate: order.marginMode === 'cross',
      priceAgeMs: market && Math.max(0, this.clock.now() - market.at),
      origin: market?.origin ?? null,
    };
  }
}
