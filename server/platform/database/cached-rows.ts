import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/**
 * Rows that a process keeps in memory: few, read by every request, changed by operators. They are read at start, when
 * the reading must succeed, and again at an interval, so that a change is a row and no restart; a later reading that
 * fails leaves the former rows in place.
 */
export abstract class CachedRows implements OnModuleInit, OnApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | null = null;
  private latest: Promise<void> = Promise.resolve();
  private waiting = 0;

  /**
   * @param what the rows in words, for the log: `The markets`.
   * @param everyMs between two readings.
   */
  protected constructor(
    private readonly what: string,
    private readonly everyMs: number,
  ) {}

  /** Reads the rows, and keeps them only when all are there. */
  protected abstract read(): Promise<void>;

  async onModuleInit(): Promise<void> {
    await this.read();
    this.timer = setInterval(() => {
      if (this.waiting === 0) void this.reload();
    }, this.everyMs);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /**
   * Reads the rows again, after a reading that is under way: one that began before a change must not be kept in place of
   * one that saw it. Never throws.
   */
  reload(): Promise<void> {
    this.waiting += 1;
    this.latest = this.latest.then(() => this.readAgain());
    return this.latest;
  }

  private async readAgain(): Promise<void> {
    this.waiting -= 1;
    try {
      await this.read();
    } catch (error) {
      this.logger.warn(`${this.what} could not be read again: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  }
}
