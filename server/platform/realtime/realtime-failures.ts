import { Injectable, Logger } from '@nestjs/common';

const LOG_EVERY_MS = 1000;

/** Counts and logs failures of sources and sessions. Logged once a second at most: a broken source fails at every beat. */
@Injectable()
export class RealtimeFailures {
  private readonly logger = new Logger('Realtime');
  private loggedAt = Number.NEGATIVE_INFINITY;

  readonly report = (error: unknown): void => {
    const now = performance.now();
    if (now - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = now;
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
}
