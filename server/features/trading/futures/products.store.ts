import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MaintenanceTierView } from '../../../contract/trading/futures.dto.js';

/** Terms of a perpetual that its market's row does not have. */
export interface ProductRow {
  marketId: number;
  leverages: number[];
  enabled: boolean;
  /** Ascending by floor. */
  tiers: MaintenanceTierView[];
}

/** Reads the products with their maintenance tables. */
@Injectable()
export class ProductsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  all(): Promise<ProductRow[]> {
    return this.source.query(
      `select p.market_id as "marketId", p.leverages, p.enabled,
              (select jsonb_agg(jsonb_build_object('floor', trim_scale(t.floor)::text, 'cap', trim_scale(t.cap)::text,
                        'rate', trim_scale(t.maintenance_ratio)::text, 'deduction', trim_scale(t.deduction)::text,
                        'maxLeverage', t.max_leverage) order by t.floor)
                 from maintenance_tier t where t.market_id = p.market_id) as tiers
         from futures_product p
        where exists (select from maintenance_tier t where t.market_id = p.market_id)
        order by p.market_id`,
    );
  }
}
