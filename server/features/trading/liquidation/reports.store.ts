import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { InsuranceFundView, LiquidationStepView } from '../../../contract/trading/liquidation.dto.js';
import { storedJson } from '../../../platform/database/stored-json.js';

const MS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
const TEXT = (column: string): string => `trim_scale(${column})::text`;
/** What a decision was made by. Older reports of what was closed for a bankrupt position have that position's, which is another's. */
const OWN = (column: string): string => `case when r.kind <> 'deleveraged' then ${TEXT(column)} end`;

export type StoredStep = Omit<LiquidationStepView, 'tape' | 'symbol'> & { marketId: number };

/** Price and quantity. */
const fills = z.array(z.tuple([z.string(), z.string()]));

/** Reads liquidation reports, and the insurance fund from the ledger. */
@Injectable()
export class ReportsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The steps of a user's position, oldest first. */
  async steps(userId: string, positionId: string): Promise<StoredStep[]> {
    const rows: StoredStep[] = await this.source.query(
      `select r.id::text as "reportId", r.position_id::text as "positionId", r.market_id as "marketId", r.kind,
              case f.side when 1 then 'long' else 'short' end as side, f.margin_mode as "marginMode",
              ${MS('r.at')} as at, ${TEXT('r.mark')} as mark, ${MS('r.mark_at')} as "markAt",
              ${TEXT('r.mark_before')} as "markBefore", ${MS('r.mark_before_at')} as "markBeforeAt",
              ${OWN('r.equity')} as equity, ${OWN('r.required')} as required, ${OWN('r.tier_floor')} as "tierFloor",
              ${OWN('r.tier_rate')} as "tierRate", ${OWN('r.tier_deduction')} as "tierDeduction",
              ${TEXT('r.entry_price')} as "entryPrice", ${TEXT('r.margin')} as margin, r.lots_before as "lotsBefore",
              r.lots, ${OWN('r.liquidation_price')} as "liquidationPrice",
              ${TEXT('r.bankruptcy_price')} as "bankruptcyPrice", ${TEXT('r.price')} as price,
              r.price_from as "priceFrom", r.fills, ${TEXT('r.profit')} as profit, ${TEXT('r.fee')} as fee,
              ${TEXT('r.shortfall')} as shortfall, ${TEXT('r.insurance')} as insurance
         from liquidation_report r join futures_position f on f.id = r.position_id
        where r.user_id = $1 and r.position_id = $2 order by r.id`,
      [userId, positionId],
    );
    return rows.map((row) => ({ ...row, fills: storedJson(fills, row.fills, 'liquidation_report.fills') }));
  }

  /** The real insurance fund of every currency that has one. A day more is read, whose postings may stand among those of the next. */
  async insurance(days: number): Promise<InsuranceFundView[]> {
    return this.source.query(
      `select c.code as currency, trim_scale(a.balance)::text as balance, coalesce((
                select jsonb_agg(jsonb_build_object('day', day.day, 'into', trim_scale(day.into_it)::text,
                         'outOf', trim_scale(day.out_of_it)::text, 'balance', trim_scale(day.balance)::text)
                         order by day.day desc)
                  from (
                    select to_char(j.at at time zone 'UTC', 'YYYY-MM-DD') as day,
                           coalesce(sum(p.amount) filter (where p.amount > 0), 0) as into_it,
                           coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as out_of_it,
                           (array_agg(p.balance_after order by p.sequence desc))[1] as balance
                      from ledger_posting p join ledger_journal j on j.id = p.journal_id and j.demo = p.demo
                     where p.account_id = a.id and p.sequence >= (select insurance_days_from(a.id, $1 + 1))
                     group by 1 order by 1 desc limit $1) day), '[]'::jsonb) as days
         from ledger_account a join currency c on c.id = a.currency_id
        where a.owner_key = 0 and a.kind = 'insurance' and not a.demo and a.shard = 0
        order by c.code`,
      [days],
    );
  }
}
