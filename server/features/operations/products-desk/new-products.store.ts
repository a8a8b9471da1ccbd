import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { NewOptionTime, NewTrustProduct } from '../../../contract/rules/new-products.rules.js';
import type { YieldSource } from '../../../contract/rules/trust.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** Ratios beside the terms, as the tables keep them. */
export type TrustProductRow = NewTrustProduct & {
  currencyId: number;
  yieldSource: YieldSource;
  redemptionRatio: DecimalText;
};
export type OptionTimeRow = NewOptionTime & {
  marketId: number | null;
  evenBandRatio: DecimalText;
  moveRatio: DecimalText;
};

/** Adds rows to what is offered; what is there stays as it is, also where two add the same at once. */
@Injectable()
export class NewProductsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Codes of the coins that a trust product can be in: it is paid from both accounts and returns to them. */
  async currencies(): Promise<string[]> {
    const rows: { code: string }[] = await this.source.query(
      `select c.code from wallet_currency w join currency c on c.id = w.currency_id
        where w.spot and w.trust order by w.sort, c.id`,
    );
    return rows.map(({ code }) => code);
  }

  /** Symbols of the markets with options. */
  async markets(): Promise<string[]> {
    const rows: { symbol: string }[] = await this.source.query(
      'select symbol from market where option order by sort, id',
    );
    return rows.map(({ symbol }) => symbol);
  }

  /** Null where no trust product can be in it. */
  async currencyId(tx: Transaction, code: string): Promise<number | null> {
    const rows: { id: number }[] = await tx.query(
      `select c.id from wallet_currency w join currency c on c.id = w.currency_id
        where c.code = $1 and w.spot and w.trust`,
      [code],
    );
    return rows[0]?.id ?? null;
  }

  /** The market, locked until the transaction ends; null where it has no options. */
  async lockMarket(tx: Transaction, symbol: string): Promise<number | null> {
    const rows: { id: number }[] = await tx.query(
      'select id from market where symbol = $1 and option for no key update',
      [symbol],
    );
    return rows[0]?.id ?? null;
  }

  /** Whether what the product takes bears interest on each day, which is cut to its currency's decimals. */
  async bearsInterest(
    tx: Transaction,
    { currencyId, minimum, dailyPercent }: { currencyId: number; minimum: DecimalText; dailyPercent: DecimalText },
  ): Promise<boolean> {
    const rows: { bears: boolean }[] = await tx.query(
      'select trust_least($2, $3::numeric / 100, scale) = $2::numeric as bears from currency where id = $1',
      [currencyId, minimum, dailyPercent],
    );
    return rows[0]?.bears === true;
  }

  async hasTrust(tx: Transaction, code: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('select from trust_product where code = $1', [code]);
    return rows.length > 0;
  }

  async hasOption(tx: Transaction, marketId: number | null, seconds: number): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      'select from option_term where market_id is not distinct from $1::integer and seconds = $2',
      [marketId, seconds],
    );
    return rows.length > 0;
  }

  /** At the end of the list. @returns whether it was not there. */
  async addTrust(tx: Transaction, product: TrustProductRow): Promise<boolean> {
    const { code, currencyId, termDays, minimum, maximum, dailyPercent, quota, enabled, ...rest } = product;
    const { redemptionRule, redemptionRatio, yieldSource } = rest;
    const what = [code, currencyId, termDays, redemptionRule, redemptionRatio, yieldSource];
    const terms = [minimum, maximum, dailyPercent, quota, enabled];
    const rows: unknown[] = await tx.query(
      `insert into trust_product (code, currency_id, term_days, redemption_rule, redemption_ratio, yield_source,
         minimum, maximum, daily_ratio, quota, enabled, penalty_capped, sort, created_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9::numeric / 100, $10, $11, true,
              coalesce((select max(sort) from trust_product), 0) + 1, now()
       on conflict (code) do nothing returning id`,
      [...what, ...terms],
    );
    return rows.length > 0;
  }

  /** With all directions. @returns whether it was not there. */
  async addOption(tx: Transaction, time: OptionTimeRow): Promise<boolean> {
    const { marketId, seconds, payoutPercent, evenPayoutPercent, evenBandRatio, moveRatio, ...rest } = time;
    const { minimum, maximum, feePercent, enabled } = rest;
    const what = [marketId, seconds, payoutPercent, evenPayoutPercent, evenBandRatio, moveRatio];
    const terms = [minimum, maximum, feePercent, enabled];
    const rows: unknown[] = await tx.query(
      `insert into option_term (market_id, seconds, payout_ratio, even_payout_ratio, even_band_ratio, move_ratio,
         minimum, maximum, fee_ratio, enabled)
       values ($1, $2, $3::numeric / 100, $4::numeric / 100, $5, $6, $7, $8, $9::numeric / 100, $10)
       on conflict (market_id, seconds) do nothing returning id`,
      [...what, ...terms],
    );
    return rows.length > 0;
  }
}
