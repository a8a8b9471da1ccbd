import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { MarketCatalog, TradableMarkets } from '../../markets/market-board/index.js';
import { SpotStopsStore } from './spot-stops.store.js';

/** Of a market's tape in one transaction. */
const SECONDS_AT_ONCE = 1800;
/** A transaction each; whatever is left of a long absence is judged by the next look. */
const MOST_ROUNDS = 20;

/**
 * Judges by the tape what nobody saw: a stop whose price was reached while no worker looked has its receipt, and becomes its order as
 * soon as the market can be traded, wherever the price is then. Up to where the tape was judged is kept in the database.
 */
@Injectable()
export class ReachSpotStops {
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

  private async judge(market: number): Promise<number> {
    let reached = 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const found = await this.transactions.run(async (tx) => {
        const judged = await this.store.reach(tx, this.terms(market));
        this.outbox.announce(tx, [...new Set(judged.users)]);
        return judged;
      });
      reached += found.reached;
      if (!found.more) break;
    }
    return reached;
  }

  private terms(market: number) {
    const known = this.catalog.byId(market);
    return {
      market,
      shut: known === undefined || known.haltedReason !== null,
      origins: this.tradable.realMoneyOrigins(),
      seconds: SECONDS_AT_ONCE,
      at: new Date(this.clock.now()),
    };
  }
}
