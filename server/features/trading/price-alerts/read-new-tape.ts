import { Injectable } from '@nestjs/common';
import { TAPE_STEP_MS } from '../../../contract/rules/tape.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { AlertTapeStore, type JudgedPlace, type Stretch } from './alert-tape.store.js';
import { TapeFigures } from './tape-figures.js';
import type { Series, SeriesReading } from './watched-alert.js';

/** What is older is not worth telling: after a longer absence the tape is judged from an hour ago. */
export const WORTH_MS = 60 * 60_000;
/** Seconds of markets that one round reads. */
const ROWS_AT_ONCE = 4000;

/** Up to where the tape of each market was judged before a round, or is to be after it. */
export interface ReadTapeUpTo {
  places: readonly JudgedPlace[];
  /** Whether the tape goes on behind them. */
  more: boolean;
}

/** Reads on where the tape was judged up to. */
@Injectable()
export class ReadNewTape {
  constructor(
    private readonly store: AlertTapeStore,
    private readonly tapeFigures: TapeFigures,
    private readonly clock: Clock,
  ) {}

  async places(tx: Transaction): Promise<ReadTapeUpTo> {
    return { places: await this.store.places(tx), more: false };
  }

  /** The figures behind these places that somebody waits for, and how far the tape was read for them. */
  async read(
    tx: Transaction,
    { places }: ReadTapeUpTo,
    waitsFor: (series: Series) => boolean,
  ): Promise<{ readings: SeriesReading[]; upTo: ReadTapeUpTo }> {
    const heads = new Map((await this.store.heads(tx)).map(({ marketId, at }) => [marketId, at]));
    const stretches: Stretch[] = places.flatMap(({ marketId, at }) => {
      const until = heads.get(marketId) ?? at;
      return until > at ? [{ marketId, after: at, until }] : [];
    });
    const bounds = { oldest: this.clock.now() - WORTH_MS, limit: ROWS_AT_ONCE };
    const { prices, read, last } = await this.tapeFigures.read(tx, stretches, bounds);
    const more = read === ROWS_AT_ONCE && last !== null;
    // A second that was cut in the middle is read again, whole.
    const whole = more ? prices.filter(({ at }) => at < last) : prices;
    const readings = await this.tapeFigures.figures(whole, waitsFor, tx);
    const ends = stretches.map(({ marketId, until }) => ({
      marketId,
      at: more ? Math.min(until, last - TAPE_STEP_MS) : until,
    }));
    return { readings, upTo: { places: ends, more } };
  }

  async move(tx: Transaction, { places }: ReadTapeUpTo): Promise<void> {
    if (places.length > 0) await this.store.movePlaces(tx, places);
  }
}
