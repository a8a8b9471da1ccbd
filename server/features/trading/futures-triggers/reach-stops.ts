import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { FollowOpenPositions } from '../futures-index/index.js';
import { JudgeStopTape } from './judge-stop-tape.js';
import { type OpenTime, StopTapeStore } from './stop-tape.store.js';

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
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly judgeStopTape: JudgeStopTape,
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
      reached += await this.judgeStopTape.execute(market, slice, { ...open, at });
      if (!slice.more) break;
    }
    return reached;
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
