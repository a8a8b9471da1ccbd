import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { DecisionMarkets } from '../futures-index/index.js';
import { CountGoneMarkets } from './count-gone-markets.js';
import { DueMarginsStore, type FoundMargins } from './due-margins.store.js';

/** Open rows in one statement: some hundred milliseconds. */
const ROWS = 20_000;
/**
 * A position due on the tape for this long was missed by the index, or is being liquidated: the index follows rows within a
 * quarter of a second and balances within one second, and decides by marks at most three seconds apart.
 */
const DUE_SECONDS = 10;

/** Finds due positions from rows and tape alone, independently of the index. */
@Injectable()
export class FindDueMargins {
  constructor(
    private readonly store: DueMarginsStore,
    private readonly markets: DecisionMarkets,
    private readonly clock: Clock,
    private readonly countGoneMarkets: CountGoneMarkets,
  ) {}

  /** Due positions and accounts of each slice of users in turn; empty slices are left out. */
  async *slices(rows = ROWS): AsyncGenerator<FoundMargins> {
    const realMoneyOrigins = this.markets.realMoneyOrigins();
    const unpriced = await this.markets.allUnpriced();
    await this.countGoneMarkets.execute(unpriced);
    let after = '0';
    for (;;) {
      const at = new Date(this.clock.now());
      const slice = await this.store.slice({ after, rows, realMoneyOrigins, unpriced, at, seconds: DUE_SECONDS });
      if (slice === null) return;
      const { due, changed } = slice;
      if ([due, changed].some(({ ids, accounts }) => ids.length + accounts.length > 0)) yield { due, changed };
      after = slice.lastUser;
    }
  }
}
