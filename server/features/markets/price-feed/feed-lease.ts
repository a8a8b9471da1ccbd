import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PriceOrigin } from '../../../contract/markets/markets.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { RedisConnections } from '../../../platform/redis/redis.module.js';
import { FeedLeaseStore } from './feed-lease.store.js';

/** How long the lock outlives the last sign of its holder. With two tries of a standby: free to take in under 3 s. */
export const LOCK_MS = 2000;
/** A standby tries, and a holder renews, this often. */
export const LEASE_BEAT_MS = 400;

/** Renews the lock of its holder, takes it when nobody has it (Redis was wiped), and says 0 when another has it. */
const RENEW = `
  local holder = redis.call('get', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
  return 1`;
const RELEASE = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * The right to feed. The lock in Redis decides quickly who tries; the number in Postgres decides who may: whoever
 * gets the lock takes the next number, and with it ends all earlier ones. Losing Redis therefore costs nothing while
 * the number is current, and a wiped Redis is filled again by the holder.
 */
@Injectable()
export class FeedLease {
  private readonly holder = randomUUID();
  private readonly key: string;
  /** Whether the lock was found free at the last try. */
  private free = false;

  constructor(
    private readonly redis: RedisConnections,
    private readonly store: FeedLeaseStore,
    private readonly clock: Clock,
  ) {
    this.key = redis.key('feed:lock');
  }

  /**
   * Tries to become the holder. The lock must be free at two tries in a row, so that a wiped Redis gives its holder
   * the time to come back.
   * @returns the fencing number, null when somebody else holds the lease or a server is away.
   */
  async tryTake(): Promise<string | null> {
    if (!this.clock.isRight()) return null;
    try {
      const wasFree = this.free;
      this.free = (await this.redis.commands.get(this.key)) === null;
      if (!this.free || !wasFree) return null;
      if ((await this.redis.commands.set(this.key, this.holder, 'PX', LOCK_MS, 'NX')) === null) return null;
    } catch {
      return null;
    }
    this.free = false;
    try {
      return await this.nextNumber();
    } catch {
      await this.release();
      return null;
    }
  }

  /**
   * Keeps the lock; a process that does not know what time it is gives it up. Otherwise only Postgres can say that the
   * lease is lost; while it cannot be asked, nobody else can take it.
   * @returns whether the number is still the current one, as far as can be known.
   */
  async renew(token: string): Promise<boolean> {
    if (!this.clock.isRight()) {
      await this.release();
      return false;
    }
    try {
      if ((await this.redis.commands.eval(RENEW, 1, this.key, this.holder, LOCK_MS)) === 1) return true;
    } catch {
      // Redis is away: the number decides.
    }
    return this.store.isCurrent(token).catch(() => true);
  }

  /**
   * Whether the number is certainly the current one.
   * @throws when Postgres cannot be asked.
   */
  isCurrent(token: string): Promise<boolean> {
    return this.store.isCurrent(token);
  }

  /** The next fencing number for the holder itself, which starts a new term. */
  nextNumber(): Promise<string> {
    return this.store.next(this.holder, this.clock.now());
  }

  /** Keeps where each market is fed from, for those who read stored bars while nobody feeds. */
  recordOrigins(token: string, markets: readonly { id: number; origin: PriceOrigin }[]): Promise<void> {
    return this.store.recordOrigins(token, markets);
  }

  /** Lets the next one in without waiting for the lock to run out. */
  async release(): Promise<void> {
    await this.redis.commands.eval(RELEASE, 1, this.key, this.holder).catch(() => undefined);
  }
}
