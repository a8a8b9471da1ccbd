import type { OnModuleDestroy } from '@nestjs/common';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { Clock } from './clock.js';

const SYNC_EVERY_MS = 200;

/**
 * Follows a venue's server time, so that a recording plays at the time it was made. The address answers like
 * Bybit's `GET /v5/market/time`: `{ time: <ms> }`. Between two readings it runs on at the pace seen last;
 * it never goes backwards.
 */
export class FollowingClock extends Clock implements OnModuleDestroy {
  private readAt = 0;
  private readTime = 0;
  private pace = 1;
  private last = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly url: string) {
    super();
  }

  now(): number {
    const guess = this.readTime + (Date.now() - this.readAt) * this.pace;
    this.last = Math.max(this.last, Math.floor(guess));
    return this.last;
  }

  /** Takes the first reading and keeps following. Throws when the address does not answer. */
  async start(): Promise<void> {
    // A connection that was kept open from before may have been closed at the other end just now.
    await this.read().catch(() => this.read());
    this.timer = setInterval(() => void this.read().catch(() => undefined), SYNC_EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async read(): Promise<void> {
    const reply = await fetch(this.url, { signal: AbortSignal.timeout(DEPENDENCY_LIMITS.recordedClock.replyMs) });
    const { time } = (await reply.json()) as { time: number };
    const at = Date.now();
    if (this.readAt > 0 && at > this.readAt) this.pace = Math.max(0, (time - this.readTime) / (at - this.readAt));
    this.readAt = at;
    this.readTime = time;
  }
}
