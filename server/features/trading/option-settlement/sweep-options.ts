import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { TapeUpdates } from '../../markets/tape/index.js';
import { SettleOptions } from './settle-options.js';

/** The look that needs neither a job nor Redis. Options close at whole seconds, so that is when it is taken. */
const SWEEP_EVERY_MS = 1000;
const SWEEP_APART_MS = 50;
/** While samples of a window are awaited. */
const LOOK_AGAIN_MS = 200;

/**
 * Settles in processes with the role `worker`: when a job comes due, when the tape has gone on while somebody waits for
 * it, and every second in any case. One run at a time; what comes in meanwhile is one more run.
 */
@Injectable()
export class SweepOptions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Options');
  private timer: NodeJS.Timeout | null = null;
  private soon: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;
  private isWaiting = false;
  private isStopped = false;

  constructor(
    private readonly settleOptions: SettleOptions,
    private readonly tape: TapeUpdates,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    this.sweepAtNextSecond();
    this.tape.on(() => {
      if (this.isWaiting) void this.run().catch(() => undefined);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.soon) clearTimeout(this.soon);
    await this.running?.catch(() => undefined);
  }

  private sweepAtNextSecond(): void {
    if (this.isStopped) return;
    // A timer may come a little early, and is not to come twice for it.
    const untilMs = Math.max(SWEEP_APART_MS, SWEEP_EVERY_MS - (this.clock.now() % SWEEP_EVERY_MS));
    this.timer = setTimeout(() => {
      this.sweepAtNextSecond();
      void this.run().catch(() => undefined);
    }, untilMs);
    this.timer.unref();
  }

  /** A run that begins after the call, at once or after the one that is under way. @throws what the run throws. */
  run(): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    if (!this.running) return this.begin();
    this.next ??= this.running.then(
      () => this.begin(),
      () => this.begin(),
    );
    return this.next;
  }

  private begin(): Promise<void> {
    this.next = null;
    if (this.isStopped) return Promise.resolve();
    this.running = this.once().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async once(): Promise<void> {
    try {
      const { waiting } = await this.settleOptions.execute();
      this.isWaiting = waiting > 0;
      if (this.isWaiting && !this.isStopped && this.timer) this.lookAgain();
    } catch (error) {
      this.logger.warn(`What is due could not be settled: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  }

  private lookAgain(): void {
    if (this.soon) clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.run().catch(() => undefined), LOOK_AGAIN_MS);
    this.soon.unref();
  }
}
