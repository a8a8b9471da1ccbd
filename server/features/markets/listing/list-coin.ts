import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { WORTH_SCALE_MAX } from '../../../contract/rules/book-walk.rules.js';
import { type KnownCurrency, ListingStore } from './listing.store.js';

/** A price is so many of its smallest steps at least. */
const STEPS_MIN = 10;

export interface NewCoin {
  /** `NOVA`: capitals and digits. */
  code: string;
  name: string;
  /** Decimals that amounts of it may have; never changes afterwards. */
  scale: number;
  /** What it is traded against. */
  quoteCurrencyId: number;
  /** Decimals of prices and of quantities in its market. */
  priceScale: number;
  quantityScale: number;
  /** What it was sold at: where the simulation begins. */
  price: DecimalText;
  /** The least order in its market, in what it is traded against. */
  leastOrder: DecimalText;
  /**
   * The venues' spot instruments that make its price, `bybit:spot:NOVAUSDT`, the first one leading. None: no venue trades it
   * yet, its price is played and marked so, and moves no real money where invented prices may not.
   */
  instruments: readonly string[];
}

export interface Listed {
  currencyId: number;
  marketId: number;
}

/**
 * Makes a coin and its spot market. How a product that sells new coins uses it: import `ListingModule`, let two operators agree
 * on the act (`operations/review`, `AgreedActs.register`), and call `execute` in that act's own transaction, before anything of the
 * product is locked. Nobody is paid in the coin before. Every process trades it within seconds, when catalogues are read again; the
 * feeds start anew for it. A coin that is listed already is left as it is, so a second sale of it changes nothing.
 */
@Injectable()
export class ListCoin {
  constructor(private readonly store: ListingStore) {}

  /**
   * What is wrong with a coin that somebody wants to sell; null: it is a new one, or one that was listed here with these decimals.
   * Of what the product began with nobody makes more, and two sales of one coin are of the same decimals.
   */
  async wrongOf(tx: Transaction, { code, scale }: Pick<NewCoin, 'code' | 'scale'>): Promise<'scale' | 'code' | null> {
    const wrong = wrongField(await this.store.currency(tx, code), scale);
    if (wrong !== null) return wrong;
    return (await this.store.isPromisedOtherwise(tx, code, scale)) ? 'scale' : null;
  }

  /** Before {@link wrongOf} where a sale begins by it: of two that begin at once the second one sees the first. */
  lock(tx: Transaction, code: string): Promise<void> {
    return this.store.lockCode(tx, code);
  }

  /**
   * @throws Refusal `request.invalid` for a coin as {@link wrongOf} says it, for terms that no market can have, and for an unknown
   * quote; `listing.too-fine`; `listing.other-instrument` for a price of something else.
   */
  async execute(tx: Transaction, coin: NewCoin): Promise<Listed> {
    assertTradable(coin);
    const currency = await this.store.addCurrency(tx, coin);
    const wrong = wrongField(currency, coin.scale);
    if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
    if (currency.id === coin.quoteCurrencyId) throw new Refusal('request.invalid', { field: 'code' });
    const quote = await this.store.quote(tx, coin.quoteCurrencyId);
    if (new Decimal(coin.leastOrder).decimalPlaces() > quote.scale)
      throw new Refusal('request.invalid', { field: 'leastOrder' });
    assertOwnInstruments(coin, quote.code);
    const instruments = instrumentsOf(coin, quote.code);
    const marketId = await this.store.addMarket(tx, currency.id, { ...coin, instruments });
    return { currencyId: currency.id, marketId };
  }
}

function wrongField(known: KnownCurrency | null, scale: number): 'scale' | 'code' | null {
  if (known === null) return null;
  if (known.scale !== scale) return 'scale';
  return known.isListed ? null : 'code';
}

export type MarketTerms = Pick<NewCoin, 'scale' | 'price' | 'priceScale' | 'quantityScale' | 'instruments'>;

/**
 * Orders are in quantities that amounts of the coin can be, prices move in steps that are smaller than they are, what a quantity is
 * worth at a price can be booked, and each venue is asked once.
 * @throws Refusal `request.invalid` naming the field; `listing.too-fine`.
 */
export function assertTradable({ scale, price, priceScale, quantityScale, instruments }: MarketTerms): void {
  if (quantityScale > scale) throw new Refusal('request.invalid', { field: 'quantityScale' });
  if (new Decimal(price).times(new Decimal(10).pow(priceScale)).lt(STEPS_MIN))
    throw new Refusal('request.invalid', { field: 'priceScale' });
  if (priceScale + quantityScale > WORTH_SCALE_MAX) throw new Refusal('listing.too-fine', { maximum: WORTH_SCALE_MAX });
  if (new Set(instruments).size < instruments.length) throw new Refusal('request.invalid', { field: 'instruments' });
}

/**
 * The price of a market is that of its own pair, as each venue writes it: nobody lists a coin at the price of another one.
 * @throws Refusal `listing.other-instrument` naming what it has to be.
 */
export function assertOwnInstruments(
  { code, instruments }: Pick<NewCoin, 'code' | 'instruments'>,
  quote: string,
): void {
  for (const instrument of instruments) {
    const [venue = ''] = instrument.split(':');
    const expected = `${venue}:spot:${code}${venue === 'okx' ? '-' : ''}${quote}`;
    if (instrument !== expected) throw new Refusal('listing.other-instrument', { instrument, expected });
  }
}

function instrumentsOf({ code, instruments }: NewCoin, quote: string): readonly string[] {
  if (instruments.length > 0) return instruments;
  return ['a', 'b', 'c'].map((venue) => `simulated-${venue}:spot:${code}${quote}`);
}
