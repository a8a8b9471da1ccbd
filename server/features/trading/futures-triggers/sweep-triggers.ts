import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { FollowOpenPositions } from '../futures-index/index.js';
import { RetryStops } from './retry-stops.js';
import { WatchOrders } from './watch-orders.js';

const EVERY_MS = 1000;

/**
 * Checks the triggers of every market each second in processes with the role `worker`: price notices may be lost, and
 * so may the schedule in Redis.
 */
@Injectable()
export class SweepTriggers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(SweepTriggers.name);
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly config: Config,
    private readonly catalog: MarketCatalog,
    private readonly follow: FollowOpenPositions,
    private readonly retryStops: RetryStops,
    private readonly watchOrders: WatchOrders,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    this.timer = setInterval(() => this.beat(), EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  /** Retries stops that wait, and checks every perpetual market. */
  async execute(): Promise<void> {
    if (!this.follow.loaded) return;
    await this.retryStops.execute();
    const perpetuals = this.catalog.all().filter(({ perpetual }) => perpetual);
    await this.watchOrders.check(perpetuals.map(({ id }) => id));
  }

  private beat(): void {
    this.running ??= this.execute()
      .catch((error: unknown) => this.logger.warn(`Triggers could not be swept: ${String(error)}`))
      .finally(() => {
        this.running = null;
      });
  }
}
