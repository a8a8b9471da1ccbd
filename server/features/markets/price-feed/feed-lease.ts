import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Fitness } from '../../../platform/loop/fitness.js';
import { RedisConnections } from '../../../platform/redis/redis.module.js';
import { type FedFrom, FeedLeaseStore } from './feed-lease.store.js';

/** How long the lock outlives the last sign of its holder. With two tries of a standby: free to take in under 3 s. */
export const LOCK_MS = 2000;
/** A standby tries, and a holder renews, this often. */
export const LEASE_BEAT_MS = 400;

/** A holder says so often in Postgres that it lives. */
const SIGN_EVERY_MS = 1000;
/** One that has not for so long, at so many looks in a row, is dead: asked only where Redis cannot be. */
export const SILENT_MS = 4000;
export const SILENT_LOOKS = 3;
/** Without a holder for so long, nobody feeds. */
const UNLED_MS = 5000;

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
 * the number is current, and a wiped Redis is filled again by the holder. Where Redis is away, a holder's signs of life in
 * Postgres stand in for the lock: who has given none for a few seconds is followed by whoever takes the next number first.
 */
@Injectable()
export class FeedLease {
  private readonly holder = randomUUID();
  private readonly key: string;
  /** Whether the lock was found free at the last try. */
  private free = false;
  /** The number whose holder was silent at the last looks, and at how many of them. */
  private silent: { token: string | null; looks: number } = { token: null, looks: 0 };
  private signAt = Number.NEGATIVE_INFINITY;
  /** When somebody was last known to hold it. */
  private ledAt = performance.now();

  constructor(
    private readonly redis: RedisConnections,
    private readonly store: FeedLeaseStore,
    private readonly clock: Clock,
    private readonly fitness: Fitness,
  ) {
    this.key = redis.key('feed:lock');
  }

  /**
   * Tries to become the holder, once this process may work. The lock must be free at two tries in a row, so that a wiped Redis gives its holder
   * the time to come back.
   * @returns the fencing number, null when somebody else holds the lease or a server is away.
   */
  async tryTake(): Promise<string | null> {
    if (!this.fitness.isFit()) return null;
    try {
      const wasFree = this.free;
      this.free = (await this.redis.commands.get(this.key)) === null;
      if (!this.free) this.ledAt = performance.now();
      if (!this.free || !wasFree) return null;
      if ((await this.redis.commands.set(this.key, this.holder, 'PX', LOCK_MS, 'NX')) === null) return null;
    } catch {
      return this.takeFromDead().catch(() => null);
    }
    this.free = false;
    try {
      return await this.nextNumber();
    } catch {
      await this.release();
      return null;
    }
  }

  /** Redis says nothing: takes the lease of a holder who gives no sign of life in Postgres either. */
  private async takeFromDead(): Promise<string | null> {
    const seen = await this.store.look(SILENT_MS);
    const token = seen?.token ?? null;
    if (seen && !seen.isSilent) this.ledAt = performance.now();
    const isSilent = seen === null || seen.isSilent;
    // A Postgres that stood still has kept back the holder's signs too: it gets the time to give the next.
    const looks = isSilent ? (this.silent.token === token ? this.silent.looks : 0) + 1 : 0;
    this.silent = { token, looks };
    if (looks < SILENT_LOOKS) return null;
    this.silent = { token: null, looks: 0 };
    return this.store.nextAfterSilence(token, this.holder, SILENT_MS);
  }

  /** Whether nobody holds the lease, as far as this process can see. */
  get isUnled(): boolean {
    return performance.now() - this.ledAt > UNLED_MS;
  }

  /**
   * Keeps the lock; a process that does not know what time it is gives it up. Otherwise only Postgres can say that the
   * lease is lost; while it cannot be asked, nobody else can take it.
   * @returns whether the number is still the current one, as far as can be known.
   */
  async renew(token: string): Promise<boolean> {
    if (!this.fitness.isFit()) {
      await this.release(token);
      return false;
    }
    this.ledAt = performance.now();
    this.giveSign(token);
    try {
      if ((await this.redis.commands.eval(RENEW, 1, this.key, this.holder, LOCK_MS)) === 1) return true;
    } catch {
      // Redis is away: the number decides.
    }
    return this.store.isCurrent(token).catch(() => true);
  }

  /** Not waited for: a slow Postgres must not cost the lock. */
  private giveSign(token: string): void {
    if (performance.now() - this.signAt < SIGN_EVERY_MS) return;
    this.signAt = performance.now();
    this.store.sayAlive(token).catch(() => undefined);
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

  /** Keeps where each market is fed from: for those who read stored bars while nobody feeds, and for real limits, which are valued in Postgres. */
  recordOrigins(token: string, markets: readonly FedFrom[]): Promise<void> {
    return this.store.recordOrigins(token, markets);
  }

  /** Lets the next one in without waiting for the lock to run out, or for a sign of life under the number. */
  async release(token: string | null = null): Promise<void> {
    if (token !== null) await this.store.sayGone(token).catch(() => undefined);
    await this.redis.commands.eval(RELEASE, 1, this.key, this.holder).catch(() => undefined);
  }
}
