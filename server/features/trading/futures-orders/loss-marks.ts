import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { quantityOf } from '../../../contract/rules/margin.rules.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { type Book, GetFuturesAccount, PositionsStore } from '../futures/index.js';
import { DecisionMarkets } from '../futures-index/index.js';

/** What a cross account has lost, also in markets that have no price now: for commands that lower risk elsewhere. */
@Injectable()
export class LossMarks {
  constructor(
    private readonly positions: PositionsStore,
    private readonly getFuturesAccount: GetFuturesAccount,
    private readonly markets: DecisionMarkets,
  ) {}

  /**
   * The marks at which the unrealised losses of cross positions are computed: what covers those is not available. Where a market has no
   * mark now, it is its last one, and null where the market is gone: what is held there counts for nothing.
   */
  async of(book: Book): Promise<Record<number, DecimalText | null>> {
    const marks: Record<number, DecimalText | null> = this.getFuturesAccount.marks(book.demo);
    const unpriced = (await this.positions.open(book)).filter(
      ({ marketId, marginMode, status }) => marginMode === 'cross' && status !== 0 && !(marketId in marks),
    );
    for (const marketId of new Set(unpriced.map((held) => held.marketId))) {
      const last = await this.markets.lastKnown({ marketId, demo: book.demo });
      if (last === 'gone') marks[marketId] = null;
      if (last === null || last === 'gone') continue;
      // Of the last samples the one by which all that is held there is worth less.
      const net = netOf(unpriced.filter((held) => held.marketId === marketId));
      marks[marketId] = net.isNegative() ? last.long : last.short;
    }
    return marks;
  }
}

/** Quantity of positions: longs less shorts. */
function netOf(held: readonly FuturesPositionView[]): Decimal {
  return held.reduce((net, { side, lots, lotSize }) => {
    const quantity = quantityOf(lots, lotSize);
    return side === 'long' ? net.plus(quantity) : net.minus(quantity);
  }, new Decimal(0));
}
