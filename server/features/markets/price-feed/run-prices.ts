import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { type ChosenFeeds, FeedFactory } from '../../../platform/feeds/choose-feeds.js';
import { SimulatedFeed } from '../../../platform/feeds/simulated/simulated.feed.js';
import { MarketCatalog } from '../market-board/index.js';
import { CrashCommands } from './crash-commands.js';
import { playable } from './feed-plan.js';
import { FeedLease, LEASE_BEAT_MS } from './feed-lease.js';
import { LeadershipTerms } from './leadership-terms.js';
import type { LeadershipTerm } from './leadership-term.js';

/**
 * The life of a process with the feed role: stands by until it gets the lease, leads as long as its fencing number
 * is current and its clock is right, and stands by again when not. At any time one process of all feeds.
 */
@Injectable()
export class RunPrices implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Prices');
  private choice: ChosenFeeds | null = null;
  private term: { token: string; term: LeadershipTerm; plan: string } | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stepping: Promise<void> = Promise.resolve();
  private busy = false;
  private stopped = false;

  constructor(
    private readonly config: Config,
    private readonly factory: FeedFactory,
    private readonly lease: FeedLease,
    private readonly terms: LeadershipTerms,
    private readonly crashes: CrashCommands,
    private readonly catalog: MarketCatalog,
  ) {}

  onApplicationBootstrap(): void {
    const { ROLES, FEED } = this.config.values;
    if (!ROLES.includes('feed') || FEED === 'none') return;
    this.terms.listen();
    this.timer = setInterval(() => this.step(), LEASE_BEAT_MS);
    this.step();
  }

  /** While the servers are still there: what is known is stored, and the lease passes on at once. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.stepping;
    if (!this.term) return;
    const { token } = this.term;
    await this.endTerm();
    await this.lease.release(token);
  }

  /** The fencing number that this process feeds under; null while it stands by. */
  get token(): string | null {
    return this.term?.token ?? null;
  }

  /** One step of the life, never two at a time. */
  private step(): void {
    if (this.busy || this.stopped) return;
    this.busy = true;
    this.stepping = this.live()
      .catch((error: unknown) => this.logger.error(error instanceof Error ? (error.stack ?? error.message) : error))
      .finally(() => {
        this.busy = false;
      });
  }

  private async live(): Promise<void> {
    // Chosen before the lease is there: a takeover has no time to find out who answers.
    this.choice ??= await this.choose();
    if (!this.term) {
      const token = await this.lease.tryTake();
      if (token !== null && !this.stopped) await this.beginTerm(token, this.choice);
      return;
    }
    if (!(await this.lease.renew(this.term.token))) return this.stepDown();
    if (this.terms.planOf(this.choice) === this.term.plan) return;
    this.logger.log('The markets have changed; the feeds start anew.');
    await this.endTerm();
    this.choice = await this.choose();
    await this.beginTerm(await this.lease.nextNumber(), this.choice);
  }

  private choose(): Promise<ChosenFeeds> {
    return this.factory.choose(playable(this.catalog));
  }

  private async beginTerm(token: string, choice: ChosenFeeds): Promise<void> {
    this.logger.log(`Feeding under number ${token}: ${choice.origin} prices.`);
    const plan = this.terms.planOf(choice);
    const term = this.terms.create(choice, {
      token,
      isCurrent: () => this.lease.isCurrent(token),
      lost: () => {
        if (this.term?.token === token) void this.stepDown();
      },
    });
    this.term = { token, term, plan };
    const simulation = term.feeds.find((feed) => feed instanceof SimulatedFeed) ?? null;
    this.lease.recordOrigins(token, this.terms.originsOf(choice)).catch((error: unknown) => {
      this.logger.warn(`The origin of the prices could not be kept: ${String(error)}`);
    });
    // Not waited for: the lease must be renewed while stored bars are read and venues are connected.
    const begin = async () => {
      await this.crashes.aim(simulation);
      await term.begin();
    };
    begin().catch((error: unknown) => this.logger.error(`The term did not begin: ${String(error)}`));
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
