import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { SamplePremiums, SettleFunding } from '../funding/index.js';
import { WatchOrders } from './watch-orders.js';

const EVERY_MS = 1000;

/**
 * Runs the scheduled funding work every second in processes with the role `worker`, so that it does not depend on
 * Redis.
 */
@Injectable()
export class KeepFunding implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(KeepFunding.name);
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  /** Separate, because charging many positions takes longer than a premium sample may wait. */
  private charging: Promise<unknown> | null = null;

  constructor(
    private readonly config: Config,
    private readonly samplePremiums: SamplePremiums,
    private readonly settleFunding: SettleFunding,
    private readonly orders: WatchOrders,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    this.timer = setInterval(() => this.look(), EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all([this.running, this.charging]);
  }

  private look(): void {
    this.running ??= this.all()
      .catch((error: unknown) => this.logger.warn(`Premiums and stops could not be looked after: ${String(error)}`))
      .finally(() => {
        this.running = null;
      });
    this.charging ??= this.settleFunding
      .execute()
      .catch((error: unknown) => this.logger.warn(`Funding could not be charged: ${String(error)}`))
      .finally(() => {
        this.charging = null;
      });
  }

  private async all(): Promise<void> {
    await this.orders.sweep();
    await this.samplePremiums.execute();
  }
}
