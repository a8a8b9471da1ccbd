import { Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Clock } from '../../clock/clock.js';
import { RedisConnections } from '../../redis/redis.module.js';
import type { RateClass, RateRule } from './rate-classes.js';

/** What is left after a call. */
export interface RateVerdict {
  allowed: boolean;
  /** Calls that may follow at once. */
  left: number;
  /** Milliseconds until the next call may come when none may now, else until the bucket is full again. */
  waitMs: number;
}

/**
 * Redis is not waited for longer than this: a call is never slower for it. While Redis is away every process counts
 * for itself, which is less exact; only looking is not limited then.
 */
const PATIENCE_MS = 100;
const LOCAL_BUCKETS_MAX = 10_000;

/**
 * Takes one of a bucket that holds ARGV[1] and fills up within ARGV[2] milliseconds, by the clock of the server that
 * all processes share. Answers whether one was there, how many are left, and the wait in milliseconds.
 */
const TAKE = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local most, window = tonumber(ARGV[1]), tonumber(ARGV[2])
  local kept = redis.call('hmget', KEYS[1], 'n', 't')
  local n = math.min(most, tonumber(kept[1] or most) + math.max(0, now - tonumber(kept[2] or now)) * most / window)
  local allowed = 0
  if n >= 1 then
    n = n - 1
    allowed = 1
  end
  redis.call('hset', KEYS[1], 'n', tostring(n), 't', tostring(now))
  redis.call('pexpire', KEYS[1], window)
  local wait = allowed == 1 and (most - n) or (1 - n)
  return { allowed, math.floor(n), math.ceil(wait * window / most) }`;

interface BucketCommand {
  takeOfBucket(key: string, calls: number, windowMs: number): Promise<unknown>;
}

/** Buckets of calls, one a class and caller, shared by all processes through Redis. */
@Injectable()
export class RateLimiter {
  private readonly local = new Map<string, { n: number; at: number }>();

  constructor(
    private readonly redis: RedisConnections,
    private readonly clock: Clock,
  ) {
    // Sent by its digest: the script's text travels once, not with every call.
    redis.commands.defineCommand('takeOfBucket', { numberOfKeys: 1, lua: TAKE });
  }

  /** Takes one call of the caller's bucket. Never throws. */
  async take(name: RateClass, caller: string, rule: RateRule): Promise<RateVerdict> {
    const key = `rate:${name}:${caller}`;
    const shared = await this.takeShared(key, rule);
    if (shared !== null) return shared;
    return name === 'read' ? { allowed: true, left: rule.calls, waitMs: 0 } : this.takeLocal(key, rule);
  }

  private async takeShared(key: string, { calls, seconds }: RateRule): Promise<RateVerdict | null> {
    const commands = this.redis.commands as Redis & BucketCommand;
    if (commands.status !== 'ready') return null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), PATIENCE_MS);
    });
    const asked = commands
      .takeOfBucket(this.redis.key(key), calls, seconds * 1000)
      .then(readVerdict)
      .catch(() => null);
    const verdict = await Promise.race([asked, late]);
    clearTimeout(timer);
    return verdict;
  }

  private takeLocal(key: string, { calls, seconds }: RateRule): RateVerdict {
    const now = this.clock.now();
    const perMs = calls / (seconds * 1000);
    const kept = this.local.get(key);
    const n = kept === undefined ? calls : Math.min(calls, kept.n + Math.max(0, now - kept.at) * perMs);
    const allowed = n >= 1;
    const left = allowed ? n - 1 : n;
    this.local.delete(key);
    this.local.set(key, { n: left, at: now });
    const [oldest] = this.local.keys();
    if (this.local.size > LOCAL_BUCKETS_MAX && oldest !== undefined) this.local.delete(oldest);
    return { allowed, left: Math.floor(left), waitMs: Math.ceil((allowed ? calls - left : 1 - left) / perMs) };
  }
}

function readVerdict(answer: unknown): RateVerdict | null {
  if (!Array.isArray(answer)) return null;
  const [allowed, left, waitMs] = answer.map(Number);
  return allowed === undefined || left === undefined || waitMs === undefined
    ? null
    : { allowed: allowed === 1, left, waitMs };
}
