import { Injectable } from '@nestjs/common';
import type { FuturesReversePreviewView } from '../../../contract/trading/futures.dto.js';
import { GetFuturesAccount } from '../futures/index.js';
import { afterClosing } from './account-after.js';
import { withinReversal } from './futures-refusals.js';
import { PreviewFutures } from './preview-futures.js';
import { QuoteReverse } from './quote-reverse.js';

/** Previews a reversal by the command's own rules; writes nothing. */
@Injectable()
export class PreviewReverse {
  constructor(
    private readonly quoteReverse: QuoteReverse,
    private readonly previewFutures: PreviewFutures,
    private readonly getFuturesAccount: GetFuturesAccount,
  ) {}

  /** @throws Refusal those of the command, except an insufficient balance, which the preview shows as negative. */
  async execute(userId: string, positionId: string): Promise<FuturesReversePreviewView> {
    const quote = await this.quoteReverse.execute({ userId, positionId, worstPrice: null });
    const { position, closing, opening, wish } = quote;
    const { market, product } = opening;
    const account = await this.getFuturesAccount.execute(wish);
    const closed = { lots: null, price: closing.price };
    const { account: left } = afterClosing(account, position, closed, product.currencyDecimals);
    return {
      closing: this.previewFutures.closeAt({ position, product, market, account }, closing, null),
      opening: await withinReversal(() => this.previewFutures.orderIn(left, wish, opening)),
    };
  }
}
