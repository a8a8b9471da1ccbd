import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { OptionDirection } from '../../../contract/rules/option-settlement.rules.js';

/** A time that orders can run, with its terms. Ratios are fractions. */
export interface OptionTerm {
  id: number;
  /** Null: of every market without a row of its own for these seconds. */
  marketId: number | null;
  seconds: number;
  payoutRatio: DecimalText;
  evenPayoutRatio: DecimalText;
  evenBandRatio: DecimalText;
  directions: OptionDirection[];
  moveRatio: DecimalText;
  minimum: DecimalText;
  maximum: DecimalText;
  /** Null: the market's own. */
  feeRatio: DecimalText | null;
  enabled: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A currency that orders are paid in. */
export interface OptionCurrency {
  id: number;
  code: string;
  scale: number;
  holdingMaximum: DecimalText;
  amounts: DecimalText[];
}

/** Reads what is offered. */
@Injectable()
export class OptionProductsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** What open options may win together, by market, book and currency; rounded, for looking at. */
  owed(): Promise<{ symbol: string; demo: boolean; currency: string; owed: number }[]> {
    return this.source.query(
      `select m.symbol, e.demo, c.code as currency, sum(e.owed)::float8 as owed
         from option_exposure e join market m on m.id = e.market_id join currency c on c.id = e.currency_id
        group by m.symbol, e.demo, c.code`,
    );
  }

  /** All terms, those that are switched off too: such a row of a market takes the time out there. */
  terms(): Promise<OptionTerm[]> {
    return this.source.query(
      `select id, market_id as "marketId", seconds, trim_scale(payout_ratio)::text as "payoutRatio",
              trim_scale(even_payout_ratio)::text as "evenPayoutRatio",
              trim_scale(even_band_ratio)::text as "evenBandRatio", directions,
              trim_scale(move_ratio)::text as "moveRatio", trim_scale(minimum)::text as minimum,
              trim_scale(maximum)::text as maximum, trim_scale(fee_ratio)::text as "feeRatio", enabled,
              created_at as "createdAt", updated_at as "updatedAt"
         from option_term order by seconds, market_id nulls first`,
    );
  }

  currencies(): Promise<OptionCurrency[]> {
    return this.source.query(
      `select c.id, c.code, c.scale, trim_scale(o.holding_maximum)::text as "holdingMaximum",
              array(select trim_scale(amount)::text from unnest(o.amounts) amount) as amounts
         from option_currency o join currency c on c.id = o.currency_id where o.enabled order by o.sort, c.id`,
    );
  }
}
