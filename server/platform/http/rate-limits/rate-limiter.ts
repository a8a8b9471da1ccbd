import { Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
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
 * Redis is not waited for longer than this, at most twice a call. While Redis is away every process counts
 * for itself, which is less exact; only looking is not limited then.
 */
const PATIENCE_MS = 100;

/**
 * In place of the library's counting by fixed windows: takes one of a bucket that holds ARGV[3] and fills up within
 * ARGV[4] seconds, by the clock of the server that all processes share. Answers how many of it are used, one more than
 * it holds where none was left, and the wait in milliseconds.
 */
const TAKE = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local most, window = tonumber(ARGV[3]), tonumber(ARGV[4]) * 1000
  local stored = redis.call('hmget', KEYS[1], 'n', 't')
  local n = math.min(most, tonumber(stored[1] or most) + math.max(0, now - tonumber(stored[2] or now)) * most / window)
  local used, wait
  if n >= 1 then
    n = n - 1
    used, wait = most - math.floor(n), most - n
  else
    used, wait = most + 1, 1 - n
  end
  redis.call('hset', KEYS[1], 'n', tostring(n), 't', tostring(now))
  redis.call('pexpire', KEYS[1], window)
  return { used, math.ceil(wait * window / most) }`;

/** Buckets of calls, one a class and caller, shared by all processes through Redis. */
@Injectable()
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterAbstract>();

  constructor(private readonly redis: RedisConnections) {}

  /** Takes one call of the caller's bucket. Never throws. */
  async take(name: RateClass, caller: string, rule: RateRule): Promise<RateVerdict> {
    try {
      return verdictOf(true, await this.limiterOf(name, rule).consume(caller));
    } catch (answer) {
      if (answer instanceof RateLimiterRes) return verdictOf(false, answer);
      return { allowed: true, left: rule.calls, waitMs: 0 };
    }
  }

  private limiterOf(name: RateClass, { calls, seconds }: RateRule): RateLimiterAbstract {
    const kind = `${name} ${calls} ${seconds}`;
    const known = this.limiters.get(kind);
    if (known) return known;
    const limits = { keyPrefix: this.redis.key(`rate:${name}`), points: calls, duration: seconds };
    const limiter = new RLWrapperTimeouts({
      timeoutMs: PATIENCE_MS,
      limiter: new RateLimiterRedis({
        ...limits,
        storeClient: this.redis.limits,
        rejectIfRedisNotReady: true,
        customIncrTtlLuaScript: TAKE,
      }),
      ...(name === 'read' ? {} : { insuranceLimiter: new RateLimiterMemory(limits) }),
    });
    this.limiters.set(kind, limiter);
    return limiter;
  }
}

function verdictOf(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): RateVerdict {
  return { allowed, left: remainingPoints, waitMs: msBeforeNext };
}
