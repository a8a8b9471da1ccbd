import { Injectable } from '@nestjs/common';
import type { TriggerSource } from '../../../contract/trading/futures.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { TradableMarkets } from '../../markets/market-board/index.js';
import { BOOKS, FollowOpenPositions, FuturesIndex } from '../futures-index/index.js';
import { type OpenTime, StopTapeStore, type TapeSlice } from './stop-tape.store.js';

/** Judges some seconds of a market's tape for the stops that their prices can have reached. */
@Injectable()
export class JudgeStopTape {
  constructor(
    private readonly store: StopTapeStore,
    private readonly tradable: TradableMarkets,
    private readonly futuresIndex: FuturesIndex,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly transactions: Transactions,
  ) {}

  /** @returns how many stops were reached. */
  async execute(market: number, slice: TapeSlice, open: OpenTime & { at: Date }): Promise<number> {
    const { after, until } = slice;
    if (until === null || (after !== null && until <= after)) return 0;
    // What was set before the last of these seconds has been written by now: the index knows of it from here on.
    await this.followOpenPositions.follow();
    const positions = this.candidates(market, slice);
    const given = { market, after, until, positions, origins: this.tradable.realMoneyOrigins(), ...open };
    return (await this.transactions.run((tx) => this.store.reach(tx, given))).length;
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
}
