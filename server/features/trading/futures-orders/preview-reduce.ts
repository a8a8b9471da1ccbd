import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { notional, quantityOf } from '../../../contract/rules/margin.rules.js';
import type { FuturesPreviewView } from '../../../contract/trading/futures.dto.js';
import { type FuturesAccount, GetFuturesAccount } from '../futures/index.js';
import { type AccountAfter, afterClosing } from './account-after.js';
import { type Held, PreviewFutures } from './preview-futures.js';
import { QuoteReduce, type ReduceWish, type Reduction } from './quote-reduce.js';

/** Market, product and price of a reduction. */
interface Terms extends Pick<Held, 'market' | 'product'> {
  price: Decimal;
  worst: Decimal;
  waits: boolean;
}

/** Previews a reduce-only order by the command's own rules; writes nothing. */
@Injectable()
export class PreviewReduce {
  constructor(
    private readonly quoteReduce: QuoteReduce,
    private readonly previewFutures: PreviewFutures,
    private readonly getFuturesAccount: GetFuturesAccount,
  ) {}

  /** @throws Refusal those of the order. */
  async execute(wish: ReduceWish): Promise<FuturesPreviewView> {
    const account = await this.getFuturesAccount.execute(wish);
    if (!wish.isLimit) {
      const { closing, ...reduction } = await this.quoteReduce.execute(wish);
      const { market, product, price, worst } = closing;
      return this.viewOf(account, reduction, { market, product, price, worst, waits: false });
    }
    const { market, product, limitPrice, ...reduction } = await this.quoteReduce.waiting(wish);
    const limit = new Decimal(limitPrice);
    return this.viewOf(account, reduction, { market, product, price: limit, worst: limit, waits: true });
  }

  /** Totals of all portions; liquidation prices only where a single position is reduced. */
  private viewOf(before: FuturesAccount, { portions }: Reduction, terms: Terms): FuturesPreviewView {
    const { market, product, price, worst, waits } = terms;
    const steps: AccountAfter[] = [];
    let account = before;
    for (const { position, lots } of portions) {
      const step = afterClosing(account, position, { lots, price }, product.currencyDecimals);
      ({ account } = step);
      steps.push(step);
    }
    const sum = (of: (step: AccountAfter) => Decimal) => steps.reduce((so, step) => so.plus(of(step)), new Decimal(0));
    const last = steps.at(-1) as AccountAfter;
    const position = portions.at(-1)?.position as Held['position'];
    const view = this.previewFutures.viewOf({ position, product, market, account: before }, last.left, last.balance);
    const isOne = steps.length === 1;
    const lots = steps.reduce((so, { settled }) => so + settled.lots, 0);
    return {
      ...view,
      lots,
      price: price.toFixed(),
      worstPrice: worst.toFixed(),
      waits,
      notional: notional(quantityOf(lots, position.lotSize), price).toFixed(),
      fee: sum(({ settled }) => settled.fee).toFixed(),
      margin: sum(({ left }) => new Decimal(left.margin)).toFixed(),
      realisedProfit: sum(({ settled }) => settled.profit).toFixed(),
      liquidationPriceBefore: isOne ? view.liquidationPriceBefore : null,
      liquidationPriceAfter: isOne ? view.liquidationPriceAfter : null,
    };
  }
}
