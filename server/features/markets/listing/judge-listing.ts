import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { LEAST_ORDER_WORTH, wrongLeastOrder } from '../../../contract/rules/listing.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketBoard } from '../market-board/index.js';
import { assertOwnInstruments, assertTradable, type MarketTerms, type NewCoin } from './list-coin.js';
import { ListingStore } from './listing.store.js';

const USDT = 'USDT';
/** A price that is older judges nothing. */
const PRICE_AGE_MAX_MS = 600_000;

/**
 * Whether a market can be as somebody proposes it. What its least order is worth is judged here alone: an act that two people
 * agreed on does not fail because the quote's price has moved since.
 */
@Injectable()
export class JudgeListing {
  constructor(
    private readonly store: ListingStore,
    private readonly board: MarketBoard,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as {@link assertTradable} and {@link assertOwnInstruments}; `listing.quote-unpriced`, `listing.least-worth`. */
  async execute(
    tx: Transaction,
    coin: MarketTerms & Pick<NewCoin, 'code' | 'quoteCurrencyId' | 'leastOrder'>,
  ): Promise<void> {
    assertTradable(coin);
    const { code, scale } = await this.store.quote(tx, coin.quoteCurrencyId);
    assertOwnInstruments(coin, code);
    const price = this.priceOf(code);
    if (price === null) throw new Refusal('listing.quote-unpriced', { coin: code });
    const wrong = wrongLeastOrder(coin.leastOrder, { scale, price });
    if (wrong === 'invalid') throw new Refusal('request.invalid', { field: 'leastOrder' });
    if (wrong === 'worth') {
      const { least: minimum, most: maximum } = LEAST_ORDER_WORTH;
      throw new Refusal('listing.least-worth', { minimum, maximum });
    }
  }

  private priceOf(code: string): DecimalText | null {
    if (code === USDT) return '1';
    const now = this.clock.now();
    const ticker = this.board.ticker(`${code}/${USDT}`, now);
    if (!ticker || ticker.last === null || ticker.pricedAt === null) return null;
    return now - ticker.pricedAt > PRICE_AGE_MAX_MS ? null : ticker.last;
  }
}
