import { Injectable, Logger } from '@nestjs/common';
import { Decimal } from '../../contract/decimal.js';
import { bookSide, fillByQuantity } from '../../contract/rules/book-walk.rules.js';
import { opposite, type PositionSide, priceAgainst } from '../../contract/rules/margin.rules.js';
import { Clock } from '../../platform/clock/clock.js';
import { type TradableMarket, TradableMarkets } from '../markets/index.js';
import type { ReportedMarks } from './liquidation.store.js';
import type { ClosingPrice, DecisionMarket } from './margin-decision.rules.js';
import { kinderMarks, MarkSamples } from './mark-samples.js';
import { type ContractTerms, OpenContractsStore } from './open-contracts.store.js';

const PRICE_DECIMALS = 12;

/** Markets as decisions about positions see them: maintenance tables, confirmed marks, what closing would bring. */
@Injectable()
export class DecisionMarkets {
  private readonly logger = new Logger(DecisionMarkets.name);
  private terms = new Map<number, ContractTerms>();

  constructor(
    private readonly store: OpenContractsStore,
    private readonly markets: TradableMarkets,
    private readonly samples: MarkSamples,
    private readonly clock: Clock,
  ) {}

  /** Reads the maintenance tables again; never throws once they were read. */
  async reload(): Promise<ReadonlyMap<number, ContractTerms>> {
    try {
      this.terms = new Map((await this.store.terms()).map((each) => [each.marketId, each]));
    } catch (error) {
      if (this.terms.size === 0) throw error;
      this.logger.warn(`The maintenance tables could not be read again: ${String(error)}`);
    }
    return this.terms;
  }

  termsOf(marketId: number): ContractTerms | undefined {
    return this.terms.get(marketId);
  }

  /** Notes the mark of now. Answers whether there is one to act on. */
  sample(marketId: number): boolean {
    const market = this.markets.look(marketId);
    if (!market || market.mark === null || market.sampledAt === null) {
      this.samples.forget(marketId);
      return false;
    }
    this.samples.take(marketId, { mark: market.mark, at: market.sampledAt });
    return true;
  }

  /** The marks that a report shows; null when they are not confirmed. */
  reported(marketId: number): ReportedMarks | null {
    const pair = this.samples.confirmed(marketId, this.clock.now());
    if (!pair) return null;
    const { last, before } = pair;
    return { mark: last.mark, markAt: last.at, markBefore: before.mark, markBeforeAt: before.at };
  }

  /** Null when nobody may be judged in the market now: stale, closed, halted, or a mark that is not confirmed. */
  of(marketId: number): DecisionMarket | null {
    const terms = this.terms.get(marketId);
    const market = this.markets.look(marketId);
    const pair = this.samples.confirmed(marketId, this.clock.now());
    if (!terms || !market || market.mark === null || !pair) return null;
    return {
      tiers: terms.tiers,
      scale: terms.scale,
      marks: kinderMarks(pair),
      closing: (side, quantity) => closingPrice(market, side, quantity),
    };
  }
}

/**
 * What closing a quantity brings now: the quoted book walked, rounded against the position; the mark where there is no
 * book, or where the book is further from the mark than the market's band allows.
 */
export function closingPrice(market: TradableMarket, side: PositionSide, quantity: Decimal): ClosingPrice {
  const mark = new Decimal(market.mark ?? market.last);
  const levels = market.book ? bookSide(market.book, side === 'long' ? 'sell' : 'buy') : [];
  const fill = fillByQuantity(levels, quantity);
  const against = opposite(side);
  if (!fill || fill.averagePrice.minus(mark).abs().gt(mark.times(market.market.bandRatio))) {
    const price = priceAgainst(against, mark, PRICE_DECIMALS);
    return { price, from: 'mark', fills: [[price.toFixed(), quantity.toFixed()]] };
  }
  return { price: priceAgainst(against, fill.averagePrice, PRICE_DECIMALS), from: 'book', fills: fill.taken };
}
