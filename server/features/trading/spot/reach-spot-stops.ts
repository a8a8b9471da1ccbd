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
/** A transaction each; whatever is left of a long absence is judged by the next look. */
const MOST_ROUNDS = 20;

/**
 * Judges by the tape what nobody saw: a stop whose price was reached while no worker looked has its receipt, and becomes its order as
 * soon as the market can be traded, wherever the price is then. Up to where the tape was judged is kept in the database.
 */
@Injectable()
export class ReachSpotStops {
  /** So many seconds of a market fitted into a statement; left out: as many as are judged at once. */
  private readonly fitting = new Map<number, number>();

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

  /** A slice that takes longer than a statement may is halved: the place goes on, however many stops wait. */
  private async judge(market: number): Promise<number> {
    let reached = 0;
    for (let round = 0; round < MOST_ROUNDS; ) {
      const seconds = this.fitting.get(market) ?? SECONDS_AT_ONCE;
      try {
        const found = await this.judgeSlice(market, seconds);
        reached += found.reached;
        round += 1;
        if (!found.more) {
          this.fitting.delete(market);
          break;
        }
      } catch (error) {
        // A lock that was not granted is no matter of how much there is to do.
        if (!isTimeLimit(error) || isWorthAnotherTry(error) || seconds === 1) throw error;
        this.fitting.set(market, Math.floor(seconds / 2));
      }
    }
    return reached;
  }

  private judgeSlice(market: number, seconds: number) {
    return this.transactions.run(async (tx) => {
      const judged = await this.store.reach(tx, this.terms(market, seconds));
      this.outbox.announce(tx, [...new Set(judged.users)]);
      return judged;
    });
  }

  private terms(market: number, seconds: number) {
    const known = this.catalog.byId(market);
    return {
      market,
      shut: known === undefined || known.haltedReason !== null,
      origins: this.tradable.realMoneyOrigins(),
      seconds,
      at: new Date(this.clock.now()),
    };
  }
}
