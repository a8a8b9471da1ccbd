import type { DecimalText } from '../../contract/money.js';
import { CheckMargins } from '../../features/trading/liquidation/check-margins.js';
import { FillOrders } from '../../features/trading/futures-triggers/fill-orders.js';
import { FollowOpenPositions } from '../../features/trading/futures-index/follow-open-positions.js';
import { FuturesIndex } from '../../features/trading/futures-index/futures-index.js';
import { BOOKS } from '../../features/trading/futures-index/index.js';
import { ReachedMargins } from '../../features/trading/liquidation/reached-margins.js';
import { TriggerStops } from '../../features/trading/futures-triggers/trigger-stops.js';
import { BTC_MARKET, type FuturesWorld, type Prices } from './futures-world.js';

/** A report as it is stored, with numbers where nothing is computed from them. */
export interface StoredReport {
  position: string;
  kind: 'partial' | 'full' | 'deleveraged';
  lots: number;
  mark: string;
  before: string;
  price: string;
  equity: string;
  required: string;
  insurance: string;
  shortfall: string;
}

/** The worker of a world, moved by hand. */
export class Worker {
  constructor(private readonly world: FuturesWorld) {}

  /** One sample of the mark: takes up changed rows, asks the index, judges and acts. */
  async look(marketIds: readonly number[] = [BTC_MARKET]): Promise<number> {
    const followOpenPositions = this.world.get(FollowOpenPositions);
    const index = this.world.get(FuturesIndex);
    await followOpenPositions.follow();
    const { ids, accounts } = this.world.get(ReachedMargins).by(marketIds);
    const dirty = [...index.dirty];
    index.dirty.clear();
    return this.world.get(CheckMargins).execute(ids, [...new Set([...accounts, ...dirty])]);
  }

  /** The price stands for so many samples, a second apart; answers how many positions were acted on. */
  async price(last: DecimalText, prices: Prices = {}, samples = 2): Promise<number> {
    let acted = 0;
    for (let sample = 0; sample < samples; sample++) {
      this.world.clock.advance(1000);
      this.world.price(last, prices);
      acted += await this.look();
    }
    return acted;
  }

  async fill(marketId = BTC_MARKET): Promise<number> {
    await this.world.get(FollowOpenPositions).follow();
    let done = 0;
    for (const demo of BOOKS) done += await this.world.get(FillOrders).execute({ marketId, demo });
    return done;
  }

  async stops(marketId = BTC_MARKET): Promise<number> {
    await this.world.get(FollowOpenPositions).follow();
    let fired = 0;
    for (const demo of BOOKS) fired += await this.world.get(TriggerStops).execute({ marketId, demo });
    return fired;
  }

  reports(positionId: string): Promise<StoredReport[]> {
    return this.world.source.query(
      `select position_id::text as position, kind, lots, trim_scale(mark)::text as mark,
              trim_scale(mark_before)::text as before, trim_scale(price)::text as price, trim_scale(equity)::text as equity,
              trim_scale(required)::text as required, trim_scale(insurance)::text as insurance,
              trim_scale(shortfall)::text as shortfall
         from liquidation_report where position_id = $1 order by id`,
      [positionId],
    );
  }
}
