import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { LEASE_BEAT_MS } from './feed-lease.js';
import { LeadershipTerms } from './leadership-terms.js';
import { RunPrices } from './run-prices.js';

/** Takes or renews the lease at every beat, in each process with the role `feed` that has a price source. */
@Injectable()
export class PriceFeedLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop | null;

  constructor(
    { values: { ROLES, FEED } }: Config,
    loops: Loops,
    private readonly terms: LeadershipTerms,
    private readonly runPrices: RunPrices,
  ) {
    const isFeed = ROLES.includes('feed') && FEED !== 'none';
    // No role in the terms: a loop with one does nothing while the clock is wrong, and the lease must be given up then.
    const lead = { name: 'prices.lead', everyMs: LEASE_BEAT_MS, atStart: true, round: () => runPrices.execute() };
    this.loop = isFeed ? loops.add(lead) : null;
  }

  onApplicationBootstrap(): void {
    if (this.loop) this.terms.listen();
  }

  /** While Postgres and Redis are still connected. A round that is running may take the lease, so the term ends after it. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop?.stop();
    await this.runPrices.end();
  }
}
