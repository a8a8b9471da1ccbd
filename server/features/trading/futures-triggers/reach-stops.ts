import { Injectable, Logger } from '@nestjs/common';
import type { TriggerSource } from '../../../contract/trading/futures.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketCatalog, TradableMarkets } from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions, FuturesIndex } from '../futures-index/index.js';
import { type OpenTime, StopTapeStore, type TapeSlice } from './stop-tape.store.js';

const EVERY_MS = 5000;
/** Of a market's tape at once. */
const SECONDS_AT_ONCE = 1800;
/** The rest of a long absence is judged by the next look. */
const MOST_ROUNDS = 20;

/**
 * Judges by the tape what nobody saw: a stop whose trigger price was reached while no worker looked has its receipt, and its position is
 * closed as soon as the market can close it, at the price of then. Up to where the tape was judged is kept in the database.
 */
@Injectable()
export class ReachStops {
  private readonly logger = new Logger(ReachStops.name);

  constructor(
    loops: Loops,
    private readonly store: StopTapeStore,
    private readonly catalog: MarketCatalog,
    private readonly tradable: TradableMarkets,
    private readonly futuresIndex: FuturesIndex,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {
    loops.add({ name: 'futures.stop-tape', role: 'worker', everyMs: EVERY_MS, round: () => this.execute() });
  }

  /** @returns how many stops were reached. */
  async execute(): Promise<number> {
    if (!this.followOpenPositions.loaded) return 0;
    const failures = new Failures();
    let reached = 0;
    for (const { id, judged } of await this.store.markets()) {
      reached += await failures.apart(() => this.judge(id, judged), 0);
    }
    if (reached > 0) this.logger.warn(`${reached} stops were reached by what the tape has, and nobody had seen it.`);
    failures.end();
    return reached;
  }

  private async judge(market: number, judged: Date | null): Promise<number> {
    const at = new Date(this.clock.now());
    const open = this.openTime(market, judged ?? at, at);
    let reached = 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const slice = await this.store.look(market, open, { seconds: SECONDS_AT_ONCE, at });
      const { after, until, more } = slice;
      if (until === null || (after !== null && until <= after)) break;
      // What was set before the last of these seconds has been written by now: the index knows of it from here on.
      await this.followOpenPositions.follow();
      const positions = this.candidates(market, slice);
      const origins = this.tradable.realMoneyOrigins();
      const given = { market, after, until, positions, ...open, origins, at };
      reached += (await this.transactions.run((tx) => this.store.reach(tx, given))).length;
      if (!more) break;
    }
    return reached;
  }

  /** Positions that a price between the lowest and the highest may have reached. */
  private candidates(marketId: number, { spans }: TapeSlice): number[] {
    const found = BOOKS.flatMap((demo) =>
      Object.entries(spans ?? {}).flatMap(([source, span]) =>
        span.flatMap((price) => this.futuresIndex.reachedStops({ marketId, demo }, source as TriggerSource, price)),
      ),
    );
    return [...new Set(found.map(({ positionId }) => positionId))];
  }

  /** A market that is not in the catalog has no session that anybody knows of. */
  private openTime(marketId: number, from: Date, to: Date): OpenTime {
    const market = this.catalog.byId(marketId);
    const spans = market ? this.catalog.openSpans(market, from.getTime(), to.getTime()) : [];
    return {
      openFrom: spans.map((span) => new Date(span.from)),
      openUntil: spans.map((span) => new Date(span.to)),
    };
  }
}
