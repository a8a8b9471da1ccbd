import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { TapeUpdates } from '../tape/index.js';
import { SettleOptions } from './settle-options.js';

/** The look that needs neither a job nor Redis. */
const SWEEP_EVERY_MS = 1000;
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
    private readonly settle: SettleOptions,
    private readonly tape: TapeUpdates,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    this.timer = setInterval(() => void this.run().catch(() => undefined), SWEEP_EVERY_MS);
    this.timer.unref();
    this.tape.on(() => {
      if (this.isWaiting) void this.run().catch(() => undefined);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    if (this.soon) clearTimeout(this.soon);
    await this.running?.catch(() => undefined);
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
      const { waiting } = await this.settle.execute();
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
