import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { SamplePremiums } from './sample-premiums.js';
import { SettleFunding } from './settle-funding.js';

const EVERY_MS = 1000;

/**
 * Runs the scheduled funding work every second in processes with the role `worker`, so that it does not depend on
 * Redis.
 */
@Injectable()
export class FundingClock implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(FundingClock.name);
  private timer: NodeJS.Timeout | null = null;
  private sampling: Promise<unknown> | null = null;
  /** Separate, because charging many positions takes longer than a premium sample may wait. */
  private charging: Promise<unknown> | null = null;

  constructor(
    private readonly config: Config,
    private readonly samplePremiums: SamplePremiums,
    private readonly settleFunding: SettleFunding,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    this.timer = setInterval(() => this.beat(), EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await Promise.all([this.sampling, this.charging]);
  }

  private beat(): void {
    this.sampling ??= this.samplePremiums
      .execute()
      .catch((error: unknown) => this.logger.warn(`Premiums could not be sampled: ${String(error)}`))
      .finally(() => {
        this.sampling = null;
      });
    this.charging ??= this.settleFunding
      .execute()
      .catch((error: unknown) => this.logger.warn(`Funding could not be charged: ${String(error)}`))
      .finally(() => {
        this.charging = null;
      });
  }
}
