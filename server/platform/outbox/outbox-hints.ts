import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AfterCommit } from '../database/after-commit.js';
import type { Transaction } from '../database/transaction.js';
import { RedisConnections } from '../redis/redis.module.js';

/** Maximum users in one message. */
const USERS_PER_HINT = 500;
/** Debounce: commits within this time share one message, a tenth of the latency budget of a page. */
const HINT_EVERY_MS = 5;

/**
 * Notifies the gateways which users have new events: after the commit, over Redis pub/sub, fire and forget. Only a
 * hint: the gateways poll for what it misses.
 */
@Injectable()
export class OutboxHints implements OnApplicationShutdown {
  private readonly channel: string;
  private readonly waiting = new Set<string>();
  private listeners: ((userIds: string[]) => void)[] = [];
  private readonly onMessage = (channel: string, text: string) => {
    if (channel === this.channel) this.receive(text);
  };

  constructor(
    private readonly redis: RedisConnections,
    private readonly commits: AfterCommit,
  ) {
    this.channel = redis.key('outbox');
  }

  onApplicationShutdown(): void {
    this.redis.subscriber.off('message', this.onMessage);
    this.listeners = [];
  }

  /** Announces the users once the transaction has committed; at once when none is open. */
  afterCommit(tx: Transaction, userIds: Iterable<string>): void {
    const users = [...userIds];
    this.commits.run(tx, () => this.announce(users));
  }

  /** Calls the listener with users whose streams may have grown. */
  onHint(listener: (userIds: string[]) => void): void {
    if (this.listeners.length === 0) {
      this.redis.subscriber.on('message', this.onMessage);
      this.redis.subscriber.subscribe(this.channel).catch(() => undefined);
    }
    this.listeners.push(listener);
  }

  /** Queues a user for the next message. */
  private announce(userIds: Iterable<string>): void {
    const isFirst = this.waiting.size === 0;
    for (const userId of userIds) this.waiting.add(userId);
    if (isFirst && this.waiting.size > 0) setTimeout(() => this.send(), HINT_EVERY_MS).unref();
  }

  private send(): void {
    const users = [...this.waiting];
    this.waiting.clear();
    for (let start = 0; start < users.length; start += USERS_PER_HINT) {
      this.publish(users.slice(start, start + USERS_PER_HINT).join(','));
    }
  }

  /** Without Redis, the gateway of this process is called directly. */
  private publish(text: string): void {
    const { commands } = this.redis;
    if (commands.status !== 'ready') return this.receive(text);
    commands.publish(this.channel, text).catch(() => this.receive(text));
  }

  private receive(text: string): void {
    const userIds = text.split(',');
    for (const listener of this.listeners) listener(userIds);
  }
}
