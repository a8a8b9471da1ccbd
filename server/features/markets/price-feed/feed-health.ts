import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { type HealthPart, HealthRegistry, type HealthState } from '../../../platform/health/health.registry.js';
import { FeedLease } from './feed-lease.js';
import { LeadershipTerms } from './leadership-terms.js';

/** What waits to be stored for longer is not being stored. */
const STUCK_SECONDS = 10;

/**
 * How a process that feeds does its work: whether anybody leads, and whether what the leader makes is kept. A feed whose
 * records are not kept is down; a process that is a gateway too goes on serving what it can.
 */
@Injectable()
export class FeedHealth implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly health: HealthRegistry,
    private readonly lease: FeedLease,
    private readonly terms: LeadershipTerms,
  ) {}

  onApplicationBootstrap(): void {
    const { ROLES, FEED } = this.config.values;
    if (!ROLES.includes('feed') || FEED === 'none') return;
    const stuck: HealthState = ROLES.includes('gateway') ? 'degraded' : 'down';
    this.health.part('lease', () => this.leadership());
    this.health.part('tape-writer', () => this.backlogPart('tapeLagSeconds', stuck));
    this.health.part('candles', () => this.backlogPart('barsStuckSeconds', stuck));
  }

  private leadership(): HealthPart {
    const leads = this.terms.backlog !== null;
    return { state: leads || !this.lease.isUnled ? 'ok' : 'degraded', detail: { leads, isUnled: this.lease.isUnled } };
  }

  private backlogPart(what: 'tapeLagSeconds' | 'barsStuckSeconds', stuck: HealthState): HealthPart {
    const { backlog } = this.terms;
    if (backlog === null) return { state: 'ok', detail: { leads: false } };
    return { state: backlog[what] > STUCK_SECONDS ? stuck : 'ok', detail: { leads: true, ...backlog } };
  }
}
