import { Injectable, Logger } from '@nestjs/common';
import { type ChosenFeeds, FeedFactory } from '../../../platform/feeds/choose-feeds.js';
import { SimulatedFeed } from '../../../platform/feeds/simulated/simulated.feed.js';
import { apartFromWork } from '../../../platform/tracing/work.js';
import { MarketCatalog } from '../market-board/index.js';
import { CrashCommands } from './crash-commands.js';
import type { FedFrom } from './feed-lease.store.js';
import { playable } from './feed-plan.js';
import { FeedLease } from './feed-lease.js';
import { LeadershipTerms } from './leadership-terms.js';
import type { LeadershipTerm } from './leadership-term.js';

interface RunningTerm {
  token: string;
  term: LeadershipTerm;
  plan: string;
  /** Where its prices come from, and whether that is written down. */
  origins: FedFrom[];
  recording: 'due' | 'under way' | 'done';
}

/**
 * Leader election among the processes with the feed role, one step an execution. A standby tries to take the lease; the leader
 * renews it, and steps down when its fencing number is no longer current or its clock is wrong. At most one process leads.
 */
@Injectable()
export class RunPrices {
  private readonly logger = new Logger('Prices');
  private choice: ChosenFeeds | null = null;
  private term: RunningTerm | null = null;

  constructor(
    private readonly factory: FeedFactory,
    private readonly lease: FeedLease,
    private readonly terms: LeadershipTerms,
    private readonly crashes: CrashCommands,
    private readonly catalog: MarketCatalog,
  ) {}

  /** The fencing number that this process feeds under; null while it stands by. */
  get token(): string | null {
    return this.term?.token ?? null;
  }

  /** One step. Steps must not overlap. @throws when Postgres gives no next number, or the feeds cannot be chosen. */
  async execute(): Promise<void> {
    // Chosen before the lease is there: a takeover has no time to find out who answers.
    this.choice ??= await this.choose();
    if (!this.term) {
      const token = await this.lease.tryTake();
      if (token !== null) this.beginTerm(token, this.choice);
      return;
    }
    const running = this.term;
    const isHeld = await this.lease.renew(running.token);
    // Its own writers may have found out in the meantime that it is over.
    if (this.term !== running) return;
    if (!isHeld) return this.stepDown();
    this.recordOrigins(running);
    if (this.terms.planOf(this.choice) === running.plan) return;
    this.logger.log('The markets have changed; the feeds start anew.');
    await this.endTerm();
    this.choice = await this.choose();
    this.beginTerm(await this.lease.nextNumber(), this.choice);
  }

  /** Stores what is known and passes the lease on at once. No step may run or follow. */
  async end(): Promise<void> {
    if (!this.term) return;
    const { token } = this.term;
    await this.endTerm();
    await this.lease.release(token);
  }

  private choose(): Promise<ChosenFeeds> {
    return this.factory.choose(playable(this.catalog));
  }

  private beginTerm(token: string, choice: ChosenFeeds): void {
    this.logger.log(`Feeding under number ${token}: ${choice.origin} prices.`);
    // A term outlives the round that begins it by far: its timers and sockets must not inherit the round's span.
    apartFromWork(() => this.start(token, choice));
  }

  private start(token: string, choice: ChosenFeeds): void {
    const plan = this.terms.planOf(choice);
    const term = this.terms.create(choice, {
      token,
      isCurrent: () => this.lease.isCurrent(token),
      lost: () => {
        if (this.term?.token === token) void this.stepDown();
      },
    });
    this.term = { token, term, plan, origins: this.terms.originsOf(choice), recording: 'due' };
    this.recordOrigins(this.term);
    const simulation = term.feeds.find((feed) => feed instanceof SimulatedFeed) ?? null;
    // Not waited for: the lease must be renewed while stored bars are read and venues are connected.
    const begin = async () => {
      await this.crashes.aim(simulation);
      await term.begin();
    };
    begin().catch((error: unknown) => this.logger.error(`The term did not begin: ${String(error)}`));
  }

  /**
   * Writes down where the prices of the term come from, at every step until it is done: whoever reads it would go by the
   * origins of the term before. Not waited for: the lease must be renewed.
   */
  private recordOrigins(running: RunningTerm): void {
    if (running.recording !== 'due') return;
    running.recording = 'under way';
    this.lease.recordOrigins(running.token, running.origins).then(
      () => {
        running.recording = 'done';
      },
      (error: unknown) => {
        running.recording = 'due';
        this.logger.warn(`The origin of the prices could not be recorded: ${String(error)}`);
      },
    );
  }

  private async stepDown(): Promise<void> {
    this.logger.warn(
      `Number ${this.term?.token} is not this process's any more: another one feeds, or its clock is wrong.`,
    );
    await this.endTerm();
  }

  private async endTerm(): Promise<void> {
    const ended = this.term;
    this.term = null;
    this.terms.forget();
    void this.crashes.aim(null);
    await ended?.term.end();
  }
}
