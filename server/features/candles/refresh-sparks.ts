import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Config } from '../../platform/config/config.js';
import { MarketCatalog, Sparks } from '../markets/index.js';
import { CandleHistory } from './candle-history.js';

const REFRESH_MS = 30_000;
const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Keeps the small lines of the market lists: the hourly closes of the last day. */
@Injectable()
export class RefreshSparks implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RefreshSparks.name);
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly history: CandleHistory,
    private readonly catalog: MarketCatalog,
    private readonly sparks: Sparks,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('gateway')) return;
    const refresh = () =>
      void this.execute().catch((error: unknown) => this.logger.warn(`No sparks: ${String(error)}`));
    this.timer = setInterval(refresh, REFRESH_MS);
    this.timer.unref();
    refresh();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Reads the closes of every market, one after the other: nobody waits for them. */
  async execute(): Promise<void> {
    const to = this.clock.now();
    const closes = new Map<string, string[]>();
    for (const { symbol } of this.catalog.all()) {
      const range = { symbol, period: '60min' as const, from: to - HOURS * HOUR_MS, to, limit: HOURS };
      const bars = await this.history.range(range);
      closes.set(
        symbol,
        bars.map((bar) => bar.close),
      );
    }
    this.sparks.replace(closes);
  }
}
