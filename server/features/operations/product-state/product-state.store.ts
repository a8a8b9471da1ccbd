import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { HouseAccount } from './house-figures.rules.js';

export interface OpenLotsRow {
  marketId: number;
  long: string;
  short: string;
}

export interface OpenStakesRow {
  marketId: number;
  coin: string;
  direction: 'rise' | 'fall' | 'even';
  stake: DecimalText;
  winnings: DecimalText;
}

/** Real money only: demo money is nobody's risk. */
@Injectable()
export class ProductStateStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Lots that are held, by the counts that orders keep: a few rows a market, however many positions there are. */
  openLots(): Promise<OpenLotsRow[]> {
    return this.source.query(
      `select market_id as "marketId", coalesce(sum(lots) filter (where side = 1), 0)::text as long,
              coalesce(sum(lots) filter (where side = -1), 0)::text as short
         from futures_open_lots where not demo group by market_id having sum(lots) > 0 order by market_id`,
    );
  }

  /** Stakes of options that are open: as many as fit between two settlements. */
  openStakes(): Promise<OpenStakesRow[]> {
    return this.source.query(
      `select x.market_id as "marketId", c.code as coin, x.direction, trim_scale(sum(x.stake))::text as stake,
              trim_scale(sum(x.winnings))::text as winnings
         from option_order x join currency c on c.id = x.currency_id
        where x.status = 'open' and not x.demo group by 1, 2, 3 order by 1, 2, 3`,
    );
  }

  /** The house's accounts, the shards of each together. */
  houseAccounts(): Promise<HouseAccount[]> {
    return this.source.query(
      `select c.code as coin, a.kind, trim_scale(sum(a.balance))::text as balance
         from ledger_account a join currency c on c.id = a.currency_id
        where a.owner_key = 0 and not a.demo group by c.id, c.code, a.kind order by c.id, a.kind`,
    );
  }
}
