import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { isTimeLimit, isWorthAnotherTry } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { MarketCatalog, TradableMarkets } from '../../markets/market-board/index.js';
import { SpotStopsStore } from './spot-stops.store.js';

/** Of a market's tape in one transaction, where a statement's time is enough for them: the more stops wait, the fewer are. */
const SECONDS_AT_ONCE = 1800;
/** Stops that one transaction writes: thousands may be reached, or follow the price, in one second. */
const STOPS_AT_ONCE = 2000;
/** A transaction each; whatever is left of a long absence is judged by the next look. */
const MOST_ROUNDS = 20;

/** What one transaction judges and writes. */
interface Slice {
  seconds: number;
  stops: number;
}

/**
 * Judges by the tape what nobody saw: a stop whose price was reached while no worker looked has its receipt, and becomes its order as
 * soon as the market can be traded, wherever the price is then. Up to where the tape was judged is kept in the database.
 */
@Injectable()
export class ReachSpotStops {
  /** What fitted into a statement of a market; left out: as much as is judged at once. */
  private readonly fitting = new Map<number, Slice>();

  constructor(
    private readonly store: SpotStopsStore,
    private readonly catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Answers how many were reached. */
  async execute(): Promise<number> {
    const failures = new Failures();
    let reached = 0;
    for (const market of await this.store.marketsWithStops()) {
      reached += await failures.apart(() => this.judge(market), 0);
    }
    failures.end();
    return reached;
  }

  /**
   * A slice that takes longer than a statement may is halved: by its seconds, down to one, and then by its stops. One of more stops than
   * are written at once has fewer seconds, down to one, whose stops come in pages: the place moves on behind the last of them.
   */
  private async judge(market: number): Promise<number> {
    let reached = 0;
    // Fewer seconds than fit, only as long as those that come next are about more stops than are written at once: one second is, the next is not.
    let crowded = SECONDS_AT_ONCE;
    for (let round = 0; round < MOST_ROUNDS; ) {
      const fits = this.fitting.get(market) ?? { seconds: SECONDS_AT_ONCE, stops: STOPS_AT_ONCE };
      const slice = { ...fits, seconds: Math.min(fits.seconds, crowded) };
      try {
        const found = await this.judgeSlice(market, slice);
        if (found.beyond) {
          crowded = Math.max(1, Math.floor(found.seconds / 2));
          continue;
        }
        crowded = Math.min(SECONDS_AT_ONCE, crowded * 2);
        reached += found.reached;
        round += 1;
        if (!found.more) {
          this.fitting.delete(market);
          break;
        }
      } catch (error) {
        const half = halved(slice);
        // A lock that was not granted is no matter of how much there is to do.
        if (!isTimeLimit(error) || isWorthAnotherTry(error) || half === null) throw error;
        // Of a crowded second it is the stops that are too many: the seconds that fit stay.
        this.fitting.set(market, half.stops < slice.stops ? { ...fits, stops: half.stops } : half);
      }
    }
    return reached;
  }

  private judgeSlice(market: number, slice: Slice) {
    return this.transactions.run(async (tx) => {
      const judged = await this.store.reach(tx, this.terms(market, slice));
      this.outbox.announce(tx, [...new Set(judged.users)]);
      return judged;
    });
  }

  private terms(market: number, { seconds, stops }: Slice) {
    return {
      market,
      shut: this.catalog.byId(market) === undefined,
      origins: this.tradable.realMoneyOrigins(),
      seconds,
      most: stops,
      at: new Date(this.clock.now()),
    };
  }
}

/** Null where there is nothing less. */
function halved({ seconds, stops }: Slice): Slice | null {
  if (seconds > 1) return { seconds: Math.floor(seconds / 2), stops };
  return stops > 1 ? { seconds, stops: Math.floor(stops / 2) } : null;
}
