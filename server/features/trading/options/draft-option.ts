import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { type DecimalText, fromUnits, toUnits } from '../../../contract/money.js';
import {
  acceptedUntil,
  closingSecond,
  evenBandOf,
  feeOf,
  hasMoved,
  isEvenFair,
  moveBound,
  type OptionDirection,
  roundedPrice,
  type SettlementRule,
  windowOpensAt,
  windowSeconds,
  winningsOf,
} from '../../../contract/rules/option-settlement.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { requestedAmount } from '../../wallet/ledger/index.js';
import {
  MarketCatalog,
  type MarketEntity,
  type TradableMarket,
  TradableMarkets,
} from '../../markets/market-board/index.js';
import { openSpans } from '../../markets/session-calendars/index.js';
import { isWellInside, payoutRatioOf, ratioOfPercent, stakeProblem } from './option-offer.rules.js';
import type { OptionPurchase } from './option-order.js';
import { OptionMovement } from './option-movement.js';
import { OptionProducts } from './option-products.js';
import type { OptionCurrency, OptionTerm } from './option-products.store.js';
import { type OptionQuote, OptionQuotes, QUOTE_VALID_MS } from './option-quotes.js';

/** What somebody wants to buy. */
export interface OptionWish {
  userId: string;
  marketId: number;
  currencyId: number;
  direction: OptionDirection;
  seconds: number;
  /** As it was typed. */
  stake: string;
  demo: boolean;
}

/** What an order enters at; see {@link DraftOption.execute}. */
export interface OptionEntryWish {
  quoteId: string | null;
  entryFrom: number | null;
  /** Null, as where it is not said: now. */
  acceptedAt?: number | null;
  /** How far the index has usually moved in a second, by which a quote is held against it; null, as where it is not said: not known. */
  movement?: DecimalText | null;
}

export interface OptionDraft {
  purchase: OptionPurchase;
  currency: OptionCurrency;
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/** Makes a wish into the order that it would be at this moment, by the rules of the preview and the purchase alike. */
@Injectable()
export class DraftOption {
  constructor(
    private readonly markets: TradableMarkets,
    private readonly catalog: MarketCatalog,
    private readonly products: OptionProducts,
    private readonly quotes: OptionQuotes,
    private readonly clock: Clock,
    private readonly movements: OptionMovement,
  ) {}

  /**
   * @param quoteId what was promised: the order has its entry, and closes its term after the quote was made, or is refused;
   * null: those of the newest second. That the entry was the index of its second is for `option_order_begin` to say.
   * @param entryFrom the earliest sampling of the index that is entered at, or that a quote is held against, Unix milliseconds;
   * null: any that is not stale.
   * @param acceptedAt when the order came: a quote was valid then, however long the index was waited for, and its order is of then.
   * @throws Refusal `markets.unknown-symbol`, `market.…`, `options.term-unknown`, `options.direction-unavailable`,
   * `options.currency-unavailable`, `options.below-minimum`, `options.above-maximum`, `options.session-near`,
   * `options.quote-expired`, `options.price-moved`, `ledger.too-many-decimals`, `request.invalid`.
   */
  execute(wish: OptionWish, { quoteId, entryFrom, acceptedAt = null, movement = null }: OptionEntryWish): OptionDraft {
    const quote = quoteId === null ? null : this.promised(wish, quoteId);
    const { marketId, demo, direction, seconds } = wish;
    const now = this.clock.now();
    const found = this.markets.require({ marketId, product: 'option', demo });
    const term = this.products.term(marketId, seconds);
    if (!term) throw new Refusal('options.term-unknown');
    if (!term.directions.includes(direction)) throw new Refusal('options.direction-unavailable');
    const currency = this.products.currencies().find(({ id }) => id === wish.currencyId);
    if (!currency) throw new Refusal('options.currency-unavailable');
    const stake = stakeOf(wish.stake, currency, term);
    const terms = termsOf(found, term, direction);
    const entry = roundedPrice(quote?.entryIndex ?? terms.index, terms.rule.decimals);
    const evenBand = direction === 'even' ? evenBandOf(entry, term.evenBandRatio, terms.rule.decimals) : '0';
    const odds = { ...terms, entry, seconds, movement, moveRatio: term.moveRatio };
    const tick = new Decimal(10).pow(1 - terms.rule.decimals).toFixed();
    if (direction === 'even' && !isEvenFair(evenBand, tick, odds)) throw new Refusal('options.direction-unavailable');
    const entryAt = quote?.entryAt ?? terms.entryAt;
    // What was sampled is past, also for a clock that is behind the feed's.
    const openedAt = Math.max(quote ? (acceptedAt ?? now) : now, entryAt);
    if (quote) checkQuote(quote, { ...terms, evenBand, bound: moveBound(odds) }, { wish, openedAt });
    // Behind it: a quote that is refused says why.
    if (entryFrom !== null && terms.sampledAt < entryFrom) throw new Refusal('market.stale');
    const contract = {
      direction,
      entry,
      evenBand,
      closesAt: closingSecond(quote?.quotedAt ?? openedAt, seconds),
      rule: terms.rule,
    };
    const window = { from: windowOpensAt(contract), to: contract.closesAt };
    if (now > acceptedUntil(contract)) throw new Refusal('options.quote-expired');
    this.checkSession(found.market, window);
    return {
      currency,
      purchase: {
        marketId,
        symbol: found.market.symbol,
        currencyId: currency.id,
        demo,
        seconds,
        stake,
        fee: feeOf(stake, terms.feeRatio, currency.scale),
        payoutRatio: terms.payoutRatio,
        feeRatio: terms.feeRatio,
        winnings: winningsOf(stake, terms.payoutRatio, currency.scale),
        entryAt,
        entryIndex: quote?.entryIndex ?? terms.index,
        openedAt,
        contract,
      },
    };
  }

  /**
   * The usual movement that an order by a quote, or on even, is held against; null for others, and where it is not known.
   * @throws Refusal `market.…`
   */
  async movement({ marketId, demo, direction }: OptionWish, quoteId: string | null): Promise<DecimalText | null> {
    if (quoteId === null && direction !== 'even') return null;
    const quoted = quoteId === null ? null : (this.quotes.read(quoteId)?.entryAt ?? null);
    const entryAt = quoted ?? this.markets.require({ marketId, product: 'option', demo }).sampledAt;
    return entryAt === null ? null : this.movements.of(marketId, entryAt);
  }

  /** Until when an order by the quote may come; null for one that was never made. */
  validUntil(quoteId: string): number | null {
    const quote = this.quotes.read(quoteId);
    return quote && quote.quotedAt + QUOTE_VALID_MS;
  }

  private promised({ userId }: OptionWish, quoteId: string): OptionQuote {
    const quote = this.quotes.read(quoteId);
    if (quote?.userId !== userId) throw new Refusal('options.quote-expired');
    return quote;
  }

  private checkSession(market: MarketEntity, window: { from: number; to: number }): void {
    const calendar = this.catalog.calendar(market.calendar);
    const spans = calendar ? openSpans(calendar, window.from - DAY_MS, window.to + DAY_MS) : [];
    if (!isWellInside(window, spans)) throw new Refusal('options.session-near');
  }
}

/** What an order of this moment would be bought at. */
interface TermsNow {
  index: DecimalText;
  sampledAt: number;
  entryAt: number;
  payoutRatio: DecimalText;
  feeRatio: DecimalText;
  rule: SettlementRule;
}

function termsOf(
  { market, index, sampledAt, origin }: TradableMarket,
  term: OptionTerm,
  direction: OptionDirection,
): TermsNow {
  if (index === null || sampledAt === null) throw new Refusal('market.stale');
  return {
    index,
    sampledAt,
    entryAt: sampledAt - (sampledAt % SECOND_MS),
    payoutRatio: payoutRatioOf(term, direction),
    feeRatio: term.feeRatio ?? ratioOfPercent(market.optionFeePercent),
    rule: {
      version: 1,
      windowSeconds: windowSeconds(term.seconds),
      // The market's tick and one decimal more.
      decimals: market.priceScale + 1,
      constituentsMin: market.constituentsMin,
      origin,
    },
  };
}

function stakeOf(text: string, currency: OptionCurrency, term: OptionTerm): DecimalText {
  // In the form in which it is read again, without zeros at the end.
  const stake = fromUnits(toUnits(requestedAmount(text, currency.scale, 'number')));
  const problem = stakeProblem(stake, term);
  if (problem === 'below-minimum') throw new Refusal('options.below-minimum', { minimum: term.minimum });
  if (problem === 'above-maximum') throw new Refusal('options.above-maximum', { maximum: term.maximum });
  return stake;
}

/** A quote of another wish, of terms that were changed meanwhile, or too old, has expired; one that the index has left has moved. */
function checkQuote(
  quote: OptionQuote,
  terms: TermsNow & { evenBand: DecimalText; bound: DecimalText },
  { wish, openedAt }: { wish: OptionWish; openedAt: number },
): void {
  const isSame =
    quote.marketId === wish.marketId &&
    quote.demo === wish.demo &&
    quote.direction === wish.direction &&
    quote.seconds === wish.seconds &&
    quote.payoutRatio === terms.payoutRatio &&
    quote.feeRatio === terms.feeRatio &&
    quote.evenBand === terms.evenBand;
  const age = openedAt - quote.quotedAt;
  if (!isSame || !(age >= 0 && age <= QUOTE_VALID_MS)) throw new Refusal('options.quote-expired');
  if (hasMoved(quote.entryIndex, terms.index, terms.bound)) throw new Refusal('options.price-moved');
}
