import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CLOCK_AHEAD_MS } from '../../../contract/rules/api-keys.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { RedisConnections } from '../../../platform/redis/redis.module.js';

/** Longer is not waited for: what must not be done twice is kept in Postgres by the command's own key. */
const PATIENCE_MS = 100;
/** So often is forgotten what nobody can send again. */
const FORGET_EVERY_MS = 5000;

/**
 * Lets each signed text in once: each process by itself, all of them together by Redis. That is a hint, as all in Redis: while it is away
 * or late, another process lets a text in again within its window, and a command then answers as the first time, because the text is its
 * key where it has none of its own.
 */
@Injectable()
export class UsedSignatures {
  /** What this process has let in, and until when (Unix milliseconds) it could come again. */
  private readonly known = new Map<string, number>();
  private forgotAt = 0;

  constructor(
    private readonly redis: RedisConnections,
    private readonly clock: Clock,
  ) {}

  /** Uses it up; false when it was used before. By the text and not by the signature, of which there may be more than one. */
  async use(text: string, windowMs: number): Promise<boolean> {
    const digest = createHash('sha256').update(text).digest('base64url');
    const lifeMs = windowMs + 2 * CLOCK_AHEAD_MS;
    // Before anything is waited for: however busy the process is, and whatever Redis answers, a copy is one.
    return this.isFirstHere(digest, lifeMs) && (await this.isFirstAnywhere(digest, lifeMs));
  }

  private isFirstHere(digest: string, lifeMs: number): boolean {
    const now = this.clock.now();
    this.forget(now);
    if ((this.known.get(digest) ?? 0) > now) return false;
    this.known.set(digest, now + lifeMs);
    return true;
  }

  private forget(now: number): void {
    if (Math.abs(now - this.forgotAt) < FORGET_EVERY_MS) return;
    this.forgotAt = now;
    for (const [digest, until] of this.known) if (until <= now) this.known.delete(digest);
  }

  private async isFirstAnywhere(digest: string, lifeMs: number): Promise<boolean> {
    const { commands } = this.redis;
    if (commands.status !== 'ready') return true;
    const name = this.redis.key(`signed:${digest}`);
    const said = commands.set(name, '1', 'PX', lifeMs, 'NX').catch(() => 'OK' as const);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<'OK'>((resolve) => {
      timer = setTimeout(() => resolve('OK'), PATIENCE_MS);
    });
    const answer = await Promise.race([said, patience]);
    clearTimeout(timer);
    return answer === 'OK';
  }
}
