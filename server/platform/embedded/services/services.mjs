import { requireReachable } from './ports.mjs';
import { startPostgres } from './postgres.mjs';
import { isAlive } from '../processes.mjs';
import { startRedis } from './redis.mjs';

/**
 * @typedef {import('./postgres.mjs').Service} Service
 * @typedef {'postgres' | 'redis'} Name
 * @typedef {Partial<Record<Name | 'owner', string>>} Given `owner`: the given Postgres as the owner of its tables
 * @typedef {object} Choice
 * @property {string} root the checkout
 * @property {string} folder where their files are
 * @property {string} programs where a fetched Redis program is kept
 * @property {Name[]} needs
 * @property {boolean} durable false for tests: fast, and nothing survives a power loss
 * @property {Given} given addresses that replace an embedded server
 * @property {(name: Name, service: Service) => void} [onStarted]
 */

/** Folder for root's databases where the checkout itself cannot be entered by Postgres' account. */
export const SYSTEM_FOLDER = '/var/lib/trading-gateway';

/**
 * Postgres and Redis: the given ones, or embedded ones started here. When one fails, the other is stopped again.
 * @param {Choice} choice
 */
export async function startServices(choice) {
  const { root, folder, programs, needs, durable, given, onStarted } = choice;
  const services = /** @type {Map<Name, Service>} */ (new Map());
  const register = (/** @type {Name} */ name) => (/** @type {Service} */ service) => {
    services.set(name, service);
    onStarted?.(name, service);
  };
  const starters = {
    postgres: async () =>
      given.postgres
        ? requireReachable('DATABASE_URL', given.postgres, 5432)
        : register('postgres')(await startPostgres({ root, folder, systemFolder: SYSTEM_FOLDER, durable })),
    redis: async () =>
      given.redis
        ? requireReachable('REDIS_URL', given.redis, 6379)
        : register('redis')(await startRedis({ folder, programs, durable })),
  };
  const outcomes = await Promise.allSettled(needs.map((name) => starters[name]()));
  const result = new Services(services, given);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return result;
  await result.stop();
  throw failed.reason;
}

/** The running pair. */
export class Services {
  /**
   * @param {Map<Name, Service>} started
   * @param {Given} given
   */
  constructor(started, given) {
    this.started = started;
    const postgres = started.get('postgres');
    /** As the user who serves. */
    this.databaseUrl = postgres?.servingUrl ?? given.postgres ?? '';
    /** As the owner, who migrates; of a given server whoever is said, else the one who serves. */
    this.ownerUrl = postgres?.ownerUrl ?? given.owner ?? this.databaseUrl;
    /** As who may do everything in the server: for tests and benches, and null where it is somebody else's. */
    this.superuserUrl = postgres?.url ?? null;
    this.redisUrl = started.get('redis')?.url ?? given.redis ?? '';
  }

  /** Name of an embedded server that has ended although nobody asked it to, or null. */
  lost() {
    for (const [name, service] of this.started) if (!isAlive(service.identity)) return name;
    return null;
  }

  /** Stops what was started here, Redis before Postgres. */
  async stop() {
    await this.started.get('redis')?.stop();
    await this.started.get('postgres')?.stop();
    this.started.clear();
  }
}
