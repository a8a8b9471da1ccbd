import { Injectable } from '@nestjs/common';
import type { MarkPriceView, PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { SPOT_ALONE_MS, TAPE_STEP_MS } from '../../../contract/rules/tape.rules.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import type { MarketEntity } from '../market-board/index.js';
import { TapePartitionsStore } from './tape-partitions.store.js';
import { TapeUpdates } from './tape-updates.js';
import { type NewSample, TapeWriter } from './tape-writer.js';
import { TapeStore } from './tape.store.js';

/** Sampling interval of a market that has only spot trading (decision 147). */

/** Makes the writers of the tape, one a leadership term of the feeding process. */
@Injectable()
export class RecordTape {
  constructor(
    private readonly store: TapeStore,
    private readonly partitions: TapePartitionsStore,
    private readonly updates: TapeUpdates,
    private readonly metrics: Metrics,
  ) {}

  /** A writer under the fencing number. With a number that is not the current one it writes nothing. */
  under(token: string): TapeWriter {
    const { store, partitions, metrics } = this;
    return new TapeWriter(token, {
      store,
      partitions,
      written: (rows) => {
        metrics.tapeSamples.inc(rows.length);
        const newest = rows.at(-1);
        if (newest) this.updates.announce(newest.sample.s);
      },
      lost: (count) => metrics.tapeLost.inc(count),
    });
  }
}

/**
 * Whether the market's tape takes a sample for the second of the published mark. Options and futures settle and liquidate by it, so
 * their markets are sampled every second; a market with spot alone every tenth second, enough to value its coin and to catch up on stops.
 * @param isSettling whether options or futures are decided there, or may be: {@link SettlingMarkets}.
 */
export function isTaped(
  { spot }: Pick<MarketEntity, 'spot'>,
  { sampledAt }: Pick<MarkPriceView, 'sampledAt'>,
  isSettling: boolean,
): boolean {
  return isSettling || (spot && secondOf(sampledAt) % SPOT_ALONE_MS === 0);
}

function secondOf(sampledAt: number): number {
  return sampledAt - (sampledAt % TAPE_STEP_MS);
}

/** The sample of the second that the published mark falls into. */
export function sampleOf(marketId: number, origin: PriceOrigin, view: MarkPriceView): NewSample {
  const { index, indexState, mark, last, constituents, sampledAt } = view;
  return {
    marketId,
    content: {
      s: secondOf(sampledAt),
      index,
      indexState,
      mark,
      last,
      live: constituents.filter(({ used }) => used).length,
      constituents: constituents.map(({ venue, price, ageMs, used }) => [venue, price, ageMs, used]),
      origin,
    },
  };
}
