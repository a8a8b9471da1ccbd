import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { MarketCatalog, type MarketChangeNotice, MarketUpdates } from '../../markets/market-board/index.js';
import { FollowOpenPositions } from '../futures-index/index.js';
import { FillOrders } from './fill-orders.js';
import { TriggerStops } from './trigger-stops.js';

/** Watches prices for pending orders and stops, in every process with the role `worker`. */
@Injectable()
export class WatchOrders implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(WatchOrders.name);
  private readonly moved = new Set<number>();
  private stop: (() => void) | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly config: Config,
    private readonly updates: MarketUpdates,
    private readonly catalog: MarketCatalog,
    private readonly keep: FollowOpenPositions,
    private readonly fillOrders: FillOrders,
    private readonly triggerStops: TriggerStops,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    this.stop = this.updates.on((notice) => this.hear(notice));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop?.();
    await this.running;
  }

  /** Checks the pending orders and stops of these markets, after the run that is under way. */
  async check(marketIds: readonly number[]): Promise<void> {
    for (const marketId of marketIds) this.moved.add(marketId);
    this.wake();
    await this.running;
  }

  private hear({ last, mark, book }: MarketChangeNotice): void {
    for (const symbol of [...last, ...mark, ...book]) {
      const market = this.catalog.bySymbol(symbol);
      if (market?.perpetual) this.moved.add(market.id);
    }
    this.wake();
  }

  private wake(): void {
    if (this.running || this.moved.size === 0) return;
    this.running = this.run()
      .catch((error: unknown) => this.logger.warn(`Orders could not be looked at: ${String(error)}`))
      .finally(() => {
        this.running = null;
        this.wake();
      });
  }

  private async run(): Promise<void> {
    if (!this.keep.loaded) return this.moved.clear();
    for (const marketId of this.moved) {
      this.moved.delete(marketId);
      await this.triggerStops.execute(marketId);
      await this.fillOrders.execute(marketId);
    }
  }
}
