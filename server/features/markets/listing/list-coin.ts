import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ListingStore } from './listing.store.js';

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

  /** @throws Refusal `request.invalid` for a coin that there is with other decimals, one against itself, and an unknown quote. */
  async execute(tx: Transaction, coin: NewCoin): Promise<Listed> {
    const currency = await this.store.addCurrency(tx, coin);
    if (currency.scale !== coin.scale) throw new Refusal('request.invalid', { field: 'scale' });
    if (currency.id === coin.quoteCurrencyId) throw new Refusal('request.invalid', { field: 'code' });
    const quote = await this.store.codeOf(tx, coin.quoteCurrencyId);
    const marketId = await this.store.addMarket(tx, currency.id, { ...coin, instruments: instrumentsOf(coin, quote) });
    return { currencyId: currency.id, marketId };
  }
}

function instrumentsOf({ code, instruments }: NewCoin, quote: string): readonly string[] {
  if (instruments.length > 0) return instruments;
  return ['a', 'b', 'c'].map((venue) => `simulated-${venue}:spot:${code}${quote}`);
}
