import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { MaintenanceTierView } from '../../../contract/trading/maintenance-tiers.dto.js';
import { runPrepared } from '../../../platform/database/prepared-statement.js';

/** Terms of a futures product that its market's row does not have. */
export interface ProductRow {
  marketId: number;
  leverages: number[];
  enabled: boolean;
  /** Ascending by floor. */
  tiers: MaintenanceTierView[];
  /** As stored; null: no change is announced. */
  announcedTiers: unknown;
  announcedFrom: Date | null;
}

/** Asked by every order. */
const FEE_NOW = {
  name: 'futures-fee-now',
  text: 'select trim_scale(perpetual_fee_percent)::text as percent from market where id = $1',
};

/** Reads the products with their maintenance tables. */
@Injectable()
export class ProductsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Open interest in lots, by market, book and side. */
  openLots(): Promise<{ symbol: string; demo: boolean; side: number; lots: number }[]> {
    return this.source.query(
      `select m.symbol, o.demo, o.side, sum(o.lots)::float8 as lots
         from futures_open_lots o join market m on m.id = o.market_id group by m.symbol, o.demo, o.side`,
    );
  }

  /** Balance of the insurance fund by currency and book; rounded, for display only. */
  insuranceFund(): Promise<{ currency: string; demo: boolean; balance: number }[]> {
    return this.source.query(
      `select c.code as currency, a.demo, sum(a.balance)::float8 as balance
         from ledger_account a join currency c on c.id = a.currency_id
        where a.owner_key = 0 and a.kind = 'insurance' group by c.code, a.demo`,
    );
  }

  /** The fee of a market's futures as it is now, in percent; null where there is no such market. */
  async feePercent(marketId: number): Promise<DecimalText | null> {
    const rows = await runPrepared<{ percent: DecimalText }>(this.source.manager, FEE_NOW, [marketId]);
    return rows[0]?.percent ?? null;
  }

  all(): Promise<ProductRow[]> {
    return this.source.query(
      `select p.market_id as "marketId", p.leverages, p.enabled,
              (select jsonb_agg(jsonb_build_object('floor', trim_scale(t.floor)::text, 'cap', trim_scale(t.cap)::text,
                        'rate', trim_scale(t.maintenance_ratio)::text, 'deduction', trim_scale(t.deduction)::text,
                        'maxLeverage', t.max_leverage) order by t.floor)
                 from maintenance_tier t where t.market_id = p.market_id) as tiers,
              c.tiers as "announcedTiers", c.holds_from as "announcedFrom"
         from futures_product p left join maintenance_change c on c.market_id = p.market_id and c.ended is null
        where exists (select from maintenance_tier t where t.market_id = p.market_id)
        order by p.market_id`,
    );
  }
}
