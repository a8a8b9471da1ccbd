import { Injectable } from '@nestjs/common';
import { largestOrder } from '../../../contract/rules/listing.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { NewCoin } from './list-coin.js';

/** Where new coins stand in lists: after all that the product began with. */
const LAST = 1000;
/** Numbers of what the product began with are not above this. */
const BEGUN_WITH = 1000;

/** So many constituents have to agree where nobody has said that one is enough. */
const CONSTITUENTS_LEAST = 2;

export interface KnownCurrency {
  id: number;
  scale: number;
  /** It came here by being listed; false: the product began with it. */
  isListed: boolean;
}

const promises: string[] = [];

/**
 * Makes known what is sold and not listed yet: SQL for the `code` and the `scale` of each such coin. Call it where the feature's
 * file is loaded.
 */
export function registerPromisedCoins(sql: string): void {
  promises.push(sql);
}

/** The rows that make a coin and its market, in every table that a coin has a place in. */
@Injectable()
export class ListingStore {
  /** Adds the currency, with a spot account; the one that there is where the code is known. */
  async addCurrency(tx: Transaction, { code, name, scale }: NewCoin): Promise<KnownCurrency> {
    await tx.query(
      `insert into currency (id, code, name, scale) values (nextval('currency_listed'), $1, $2, $3)
       on conflict (code) do nothing`,
      [code, name, scale],
    );
    const currency = (await this.currency(tx, code)) as KnownCurrency;
    await tx.query(
      `insert into wallet_currency (currency_id, spot, option, contract, trust, sort)
       values ($1, true, false, false, false, $2) on conflict do nothing`,
      [currency.id, LAST],
    );
    return currency;
  }

  /** One at a time decides about a coin. */
  async lockCode(tx: Transaction, code: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`listing_coin ${code}`]);
  }

  /** Whether a coin of this code with other decimals is sold already. */
  async isPromisedOtherwise(tx: Transaction, code: string, scale: number): Promise<boolean> {
    if (promises.length === 0) return false;
    const rows: unknown[] = await tx.query(
      `select from (${promises.join(' union all ')}) p where p.code = $1 and p.scale <> $2 limit 1`,
      [code, scale],
    );
    return rows.length > 0;
  }

  async currency(tx: Transaction, code: string): Promise<KnownCurrency | null> {
    const rows: { id: number; scale: number }[] = await tx.query('select id, scale from currency where code = $1', [
      code,
    ]);
    return rows[0] ? { ...rows[0], isListed: rows[0].id > BEGUN_WITH } : null;
  }

  /** @throws Refusal `request.invalid` where there is no such currency. */
  async quote(tx: Transaction, id: number): Promise<{ code: string; scale: number }> {
    const rows: { code: string; scale: number }[] = await tx.query('select code, scale from currency where id = $1', [
      id,
    ]);
    if (!rows[0]) throw new Refusal('request.invalid', { field: 'quoteCurrencyId' });
    return rows[0];
  }

  /** Adds the spot market with its constituents and its terms; the one that there is where the pair is known. */
  async addMarket(tx: Transaction, currencyId: number, coin: NewCoin): Promise<number> {
    const { code, name, quoteCurrencyId, priceScale, quantityScale, price, leastOrder, instruments } = coin;
    const added: { id: number }[] = await tx.query(
      `insert into market (id, symbol, name, category, base_currency_id, quote_currency_id, price_scale, quantity_scale, spot,
         perpetual, option, sort, calendar, price_instrument, pair_instrument, constituents_min, outlier_ratio, band_ratio,
         simulated_price)
       select nextval('market_listed'), concat($1::text, '/', quote.code), $2, 'crypto', $3, quote.id, $4, $5, true, false, false, $6,
              'always', $7, $7, $8, 0.03, 0.1, $9
         from currency quote where quote.id = $10
       on conflict (symbol) do nothing returning id`,
      [
        code,
        name,
        currencyId,
        priceScale,
        quantityScale,
        LAST,
        instruments[0],
        Math.max(CONSTITUENTS_LEAST, instruments.length),
        price,
        quoteCurrencyId,
      ],
    );
    const [market] = added;
    if (!market) return this.marketOf(tx, currencyId, quoteCurrencyId);
    await tx.query('insert into market_constituent (market_id, instrument) select $1, unnest($2::text[])', [
      market.id,
      instruments,
    ]);
    // As every spot market begins: a tenth of a percent, and the smallest and largest amount of one order.
    await tx.query(
      'insert into spot_product (market_id, fee_ratio, minimum_amount, maximum_amount) values ($1, 0.001, $2, $3)',
      [market.id, leastOrder, largestOrder(leastOrder)],
    );
    return market.id;
  }

  private async marketOf(tx: Transaction, baseCurrencyId: number, quoteCurrencyId: number): Promise<number> {
    const rows: { id: number }[] = await tx.query(
      'select id from market where base_currency_id = $1 and quote_currency_id = $2',
      [baseCurrencyId, quoteCurrencyId],
    );
    if (!rows[0]) throw new Refusal('request.invalid', { field: 'code' });
    return rows[0].id;
  }
}
