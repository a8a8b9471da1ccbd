import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  OptionTermsView,
  PerpetualTermsView,
  SpotTermsView,
  TrustTermsView,
} from '../../../contract/operations/product-terms.dto.js';
import type { ProductTermKind, ProductTerms } from '../../../contract/rules/product-terms.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A product with its terms as its rows have them. */
export interface TermRows {
  option: Omit<OptionTermsView, 'version'>;
  spot: Omit<SpotTermsView, 'version'>;
  perpetual: Omit<PerpetualTermsView, 'version' | 'stepsVersion' | 'proposedSteps' | 'announcedSteps'>;
  trust: Omit<TrustTermsView, 'version'>;
}

/** A maintenance table that is proposed, or announced from an instant on. */
export interface StoredTiers {
  id: string;
  marketId: number;
  from: Date | null;
  detail: unknown;
}

const TEXT = (expression: string, name: string) => `trim_scale(${expression})::text as "${name}"`;
const PROPOSED = (kind: ProductTermKind, id: string) =>
  `(select p.id::text from operator_proposal p
     where p.kind = '${kind}-terms' and p.subject_id = ${id} and p.status = 'open') as "proposalId"`;

/** How each kind is read: its rows with what they are about, and what they are found by. */
const ROWS: Record<ProductTermKind, { select: string; id: string; order: string }> = {
  option: {
    select: `
      select t.id::text, coalesce(m.symbol, '*') as name, t.seconds, ${TEXT('t.payout_ratio * 100', 'payoutPercent')},
             ${TEXT('t.even_payout_ratio * 100', 'evenPayoutPercent')}, ${TEXT('t.even_band_ratio * 100', 'evenBandPercent')},
             ${TEXT('t.minimum', 'minimum')}, ${TEXT('t.maximum', 'maximum')}, ${TEXT('t.fee_ratio * 100', 'feePercent')},
             t.enabled, ${PROPOSED('option', 't.id')}
        from option_term t left join market m on m.id = t.market_id`,
    id: 't.id',
    order: 'm.symbol nulls first, t.seconds',
  },
  spot: {
    select: `
      select t.market_id::text as id, m.symbol as name, c.code as currency, ${TEXT('t.fee_ratio * 100', 'feePercent')},
             ${TEXT('t.minimum_amount', 'minimumAmount')}, ${TEXT('t.maximum_amount', 'maximumAmount')},
             t.enabled, ${PROPOSED('spot', 't.market_id')}
        from spot_product t join market m on m.id = t.market_id join currency c on c.id = m.quote_currency_id`,
    id: 't.market_id',
    order: 'm.sort, m.id',
  },
  perpetual: {
    select: `
      select t.market_id::text as id, m.symbol as name, t.leverages, t.open_lots_max::float8 as "openLotsMax",
             m.lots_max as "lotsMax", ${TEXT('m.perpetual_fee_percent', 'feePercent')}, t.enabled,
             (select jsonb_agg(jsonb_build_object('floor', trim_scale(l.floor)::text, 'maxLeverage', l.max_leverage,
                       'maintenancePercent', trim_scale(l.maintenance_ratio * 100)::text) order by l.floor)
                from maintenance_tier l where l.market_id = t.market_id) as steps,
             ${PROPOSED('perpetual', 't.market_id')}
        from futures_product t join market m on m.id = t.market_id`,
    id: 't.market_id',
    order: 'm.sort, m.id',
  },
  trust: {
    select: `
      select t.id::text, t.code as name, c.code as currency, t.term_days as "termDays", ${TEXT('t.minimum', 'minimum')},
             ${TEXT('t.maximum', 'maximum')}, ${TEXT('t.daily_ratio * 100', 'dailyPercent')}, ${TEXT('t.quota', 'quota')},
             t.enabled, ${PROPOSED('trust', 't.id')}
        from trust_product t join currency c on c.id = t.currency_id`,
    id: 't.id',
    order: 't.sort, t.id',
  },
};

const LOCK: Record<ProductTermKind, string> = {
  option: 'select 1 from option_term where id = $1 for no key update of option_term',
  spot: 'select 1 from spot_product where market_id = $1 for no key update of spot_product',
  perpetual: `select 1 from futures_product join market on market.id = futures_product.market_id
               where futures_product.market_id = $1 for no key update of futures_product, market`,
  trust: 'select 1 from trust_product where id = $1 for no key update of trust_product',
};

const SET: Record<ProductTermKind, string> = {
  option: `update option_term set payout_ratio = $2::numeric / 100, even_payout_ratio = $3::numeric / 100,
                  minimum = $4, maximum = $5, fee_ratio = $6::numeric / 100, enabled = $7, updated_at = now()
            where id = $1`,
  spot: `update spot_product set fee_ratio = $2::numeric / 100, minimum_amount = $3, maximum_amount = $4, enabled = $5
          where market_id = $1`,
  // What was offered before is kept beside it (`leverages_retained`).
  perpetual: `with fees as (update market set lots_max = $5, perpetual_fee_percent = $6 where id = $1)
              update futures_product set leverages = $2, open_lots_max = $3, enabled = $4 where market_id = $1`,
  trust: `update trust_product
             set minimum = $2, maximum = $3, daily_ratio = $4::numeric / 100, quota = $5, enabled = $6
           where id = $1`,
};

/** What each of those is given behind the product's id. */
const VALUES: { [Kind in ProductTermKind]: (terms: ProductTerms[Kind]) => unknown[] } = {
  option: ({ payoutPercent, evenPayoutPercent, minimum, maximum, feePercent, enabled }) =>
    // One after the other as the statement has them.
    [payoutPercent, evenPayoutPercent, minimum, maximum, feePercent, enabled],
  spot: (terms) => [terms.feePercent, terms.minimumAmount, terms.maximumAmount, terms.enabled],
  perpetual: (terms) => [terms.leverages, terms.openLotsMax, terms.enabled, terms.lotsMax, terms.feePercent],
  trust: (terms) => [terms.minimum, terms.maximum, terms.dailyPercent, terms.quota, terms.enabled],
};

/** The terms that products are offered on, as the tables of their features keep them. */
@Injectable()
export class ProductTermsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  list<Kind extends ProductTermKind>(kind: Kind): Promise<TermRows[Kind][]> {
    const { select, order } = ROWS[kind];
    return this.source.query(`${select} order by ${order}`);
  }

  /** Locked until the transaction ends; null where there is no such product. */
  async lock<Kind extends ProductTermKind>(tx: Transaction, kind: Kind, id: number): Promise<TermRows[Kind] | null> {
    await tx.query(LOCK[kind], [id]);
    const { select, id: key } = ROWS[kind];
    const rows: TermRows[Kind][] = await tx.query(`${select} where ${key} = $1`, [id]);
    return rows[0] ?? null;
  }

  /** What is proposed and announced of maintenance tables, by market, as it was stored. */
  laterTiers(): Promise<StoredTiers[]> {
    return this.source.query(
      `select p.id::text, p.subject_id::integer as "marketId", null::timestamptz as "from", p.detail
         from operator_proposal p where p.kind = 'perpetual-tiers' and p.status = 'open'
       union all
       select d.id::text, d.subject_id::integer, d.due_at, d.detail
         from operator_announced_act d where d.kind = 'perpetual-tiers' and d.status = 'waiting'`,
    );
  }

  async set<Kind extends ProductTermKind>(
    tx: Transaction,
    kind: Kind,
    id: number,
    terms: ProductTerms[Kind],
  ): Promise<void> {
    await tx.query(SET[kind], [id, ...VALUES[kind](terms)]);
  }
}
