import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { RedisChannels } from './redis-channels.js';
import { isCluster, openRedis, openSubscriber, type RedisClient } from './redis.js';
import type { Subscriber } from './subscriber.js';

export const REDIS_CONNECTIONS = ['commands', 'limits', 'subscriber'] as const;
export type RedisConnectionName = (typeof REDIS_CONNECTIONS)[number];

/** The process's shared Redis connections. Everything in Redis is a hint; the truth is in Postgres. */
@Injectable()
export class RedisConnections implements OnApplicationShutdown {
  readonly commands: RedisClient;
  /** For the limits of calls alone, of which each call asks several. */
  readonly limits: RedisClient;
  readonly subscriber: Subscriber;
  /** How messages are published, and what their channels are called. */
  readonly channels: RedisChannels;
  readonly prefix: string;

  constructor(config: Config) {
    this.commands = openRedis(config.values);
    this.limits = openRedis(config.values, { gathers: true });
    this.subscriber = openSubscriber(config.values);
    this.channels = new RedisChannels(this.commands, isCluster(config.values));
    this.prefix = config.values.REDIS_PREFIX;
  }

  /** The full name of a key or pub/sub channel of this product. */
  key(name: string): string {
    return `${this.prefix}${name}`;
  }

  onApplicationShutdown(): void {
    this.commands.disconnect();
    this.limits.disconnect();
    this.subscriber.disconnect();
  }
}

@Global()
@Module({ providers: [RedisConnections], exports: [RedisConnections] })
export class RedisModule {}
