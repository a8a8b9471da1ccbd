import type { DataSource, EntityManager } from 'typeorm';
import { ADJUSTMENT_CAPS, COIN_NETWORKS, DAILY_WORK, WALLET_CURRENCIES } from './coin-networks.js';
import { COMMODITY_MARKETS } from './commodity-markets.js';
import { CRYPTO_MARKETS } from './crypto-markets.js';
import { CURRENCIES } from './currencies.js';
import { futuresProduct } from './futures-products.js';
import type { MarketSeed } from './market-seed.js';
import { seedOtc } from './otc-coins.js';
import { seedOptions } from './option-products.js';
import { SESSION_CALENDARS } from './session-calendars.js';
import { seedSpot } from './spot-products.js';
import { STOCK_MARKETS } from './stock-markets.js';
import { seedTrust } from './trust-products.js';

/**
 * Inserts the rows that a fresh product needs, all or none. A row that exists is left as it is, because operators
 * may have changed it.
 */
export async function seed(source: DataSource): Promise<void> {
  await source.transaction(async (tx) => {
    await seedTables(tx);
    await seedInstruments(tx);
    await seedAdjustmentCaps(tx);
    await seedOtc(tx);
  });
}

/** The rows of all tables that version 0.1.0 had already. */
export async function seedTables(tx: EntityManager): Promise<void> {
  await seedCurrencies(tx);
  await seedCalendars(tx);
  for (const market of [...CRYPTO_MARKETS, ...STOCK_MARKETS, ...COMMODITY_MARKETS]) await seedMarket(tx, market);
  await seedWallet(tx);
  await seedOptions(tx);
  await seedTrust(tx);
  await seedSpot(tx);
  for (const market of [...CRYPTO_MARKETS, ...COMMODITY_MARKETS]) if (market.perpetual) await seedFutures(tx, market);
}

/** What pairs and futures are traded by, of the markets that do not say it yet: a row begins with one word for both. */
async function seedInstruments(tx: EntityManager): Promise<void> {
  await tx.query('update market set pair_instrument = price_instrument where pair_instrument is null');
  for (const { id, perpetualInstrument } of [...CRYPTO_MARKETS, ...COMMODITY_MARKETS]) {
    await tx.query(
      'update market set perpetual_instrument = $2 where id = $1 and perpetual and perpetual_instrument is null',
      [id, perpetualInstrument],
    );
  }
}

async function seedAdjustmentCaps(tx: EntityManager): Promise<void> {
  for (const caps of ADJUSTMENT_CAPS) {
    await tx.query(
      `insert into adjustment_cap as known (currency_id, by_person, by_all, credit_by_person, credit_by_all, payout_by_person,
         payout_by_all)
       values ($1, $2::numeric, $3::numeric, $2::numeric * $4, $3::numeric * $4, $2::numeric * $4, $3::numeric * $4)
       on conflict (currency_id) do update
         set credit_by_person = coalesce(known.credit_by_person, excluded.credit_by_person),
             credit_by_all = coalesce(known.credit_by_all, excluded.credit_by_all),
             payout_by_person = coalesce(known.payout_by_person, excluded.payout_by_person),
             payout_by_all = coalesce(known.payout_by_all, excluded.payout_by_all)`,
      [...caps, DAILY_WORK],
    );
  }
}

async function seedCurrencies(tx: EntityManager): Promise<void> {
  for (const currency of CURRENCIES) {
    await tx.query(
      'insert into currency (id, code, name, scale) values ($1, $2, $3, $4) on conflict do nothing',
      currency.slice(),
    );
  }
}

async function seedCalendars(tx: EntityManager): Promise<void> {
  for (const { code, timeZone, sessions, holidays } of SESSION_CALENDARS) {
    await tx.query(
      `insert into session_calendar (code, time_zone, sessions, holidays) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [code, timeZone, JSON.stringify(sessions), JSON.stringify(holidays)],
    );
  }
}

/** Constituents belong to the market's first insertion: those of a market that exists are not touched. */
async function seedMarket(tx: EntityManager, market: MarketSeed): Promise<void> {
  const inserted: { id: number }[] = await tx.query(
    `insert into market (
       id, symbol, name, category, base_currency_id, quote_currency_id, price_scale, quantity_scale, spot, perpetual,
       option, recommended, sort, calendar, lot_size, spread, perpetual_fee_percent, option_fee_percent,
       overnight_percent, price_instrument, mark_instrument, constituents_min, outlier_ratio, band_ratio,
       simulated_price)
     select $1, $2, $3, $4, base.id, quote.id, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
       $22, $23, $24, $25
     from currency base, currency quote
     where base.code = $5 and quote.code = $6
     on conflict do nothing
     returning id`,
    [
      market.id,
      `${market.base}/${market.quote}`,
      market.name,
      market.category,
      market.base,
      market.quote,
      market.priceScale,
      market.quantityScale,
      market.spot,
      market.perpetual,
      market.option,
      market.recommended,
      market.sort,
      market.calendar,
      market.lotSize,
      market.spread,
      market.perpetualFeePercent,
      market.optionFeePercent,
      market.overnightPercent,
      market.priceInstrument,
      market.markInstrument,
      market.constituentsMin,
      market.outlierRatio,
      market.bandRatio,
      market.simulatedPrice,
    ],
  );
  if (inserted.length === 0) return;
  await tx.query(
    'insert into market_constituent (market_id, instrument) select $1, unnest($2::text[]) on conflict do nothing',
    [market.id, market.constituents],
  );
}

/** What coins there are in which accounts, and the networks on which they come and go. */
async function seedWallet(tx: EntityManager): Promise<void> {
  for (const [currencyId, accounts, sort] of WALLET_CURRENCIES) {
    await tx.query(
      `insert into wallet_currency (currency_id, spot, option, contract, trust, sort)
       select $1, 'spot' = any($2), 'option' = any($2), 'contract' = any($2), 'trust' = any($2), $3
       on conflict do nothing`,
      [currencyId, accounts, sort],
    );
  }
  for (const [sort, seed] of COIN_NETWORKS.entries()) {
    await tx.query(
      `insert into coin_network (currency_id, network, chain, contract, chain_decimals, confirmations, deposit_minimum,
         withdrawal_minimum, withdrawal_fee_percent, second_person_above, sort)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
      [
        seed.currencyId,
        seed.network,
        seed.chain,
        seed.contract,
        seed.chainDecimals,
        seed.confirmations,
        seed.depositMinimum,
        seed.withdrawalMinimum,
        seed.withdrawalFeePercent,
        seed.secondPersonAbove,
        sort,
      ],
    );
  }
}

/** The terms of a market's perpetual. A product that exists keeps its table: operators may have changed both. */
async function seedFutures(tx: EntityManager, market: MarketSeed): Promise<void> {
  const { leverages, openLotsMax, tiers } = futuresProduct(market);
  const inserted: unknown[] = await tx.query(
    `insert into futures_product (market_id, leverages, open_lots_max) values ($1, $2, $3)
     on conflict do nothing returning market_id`,
    [market.id, leverages, openLotsMax],
  );
  if (inserted.length === 0) return;
  for (const { floor, cap, maxLeverage, rate, deduction } of tiers) {
    await tx.query(
      `insert into maintenance_tier (market_id, floor, cap, max_leverage, maintenance_ratio, deduction)
       values ($1, $2, $3, $4, $5, $6)`,
      [market.id, floor, cap, maxLeverage, rate, deduction],
    );
  }
}
