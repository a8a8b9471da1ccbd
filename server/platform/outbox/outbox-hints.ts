import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AfterCommit } from '../database/after-commit.js';
import type { Transaction } from '../database/transaction.js';
import { RedisConnections } from '../redis/redis.module.js';
import { HintChannels } from './hint-channels.js';
import { SUBSCRIBE_AGAIN_MS, UserChannels } from './user-channels.js';

/** Maximum users in one message. */
const USERS_PER_HINT = 500;
/** Debounce: commits within this time share one message, a tenth of the latency budget of a page. */
const HINT_EVERY_MS = 5;
/**
 * After its first listener a process also subscribes to the common channel for this long, because processes of an earlier build
 * publish to nothing else. It exceeds the duration of a rolling upgrade; beyond it hints are lost and polling takes over.
 */
const EARLIER_BUILDS_MS = 15 * 60_000;

/**
 * Announces users with new events after the commit, over Redis pub/sub, fire and forget. A gateway subscribes only to the users
 * connected to it (decision 133); workers subscribe to all users. A hint may be lost: both also poll.
 */
@Injectable()
export class OutboxHints implements OnApplicationShutdown {
  private readonly logger = new Logger('Outbox');
  private readonly names: HintChannels;
  private readonly users: UserChannels;
  private readonly waiting = new Set<string>();
  private listeners: ((userIds: string[]) => void)[] = [];
  private earlierBuilds: NodeJS.Timeout | null = null;
  private again: NodeJS.Timeout | null = null;
  /** Whether the common channel is needed: a listener here wants the hints of all users, or an earlier build may publish to it. */
  private hearsAll = false;
  private isSaid = false;
  private readonly onMessage = (channel: string, text: string) => {
    if (this.names.common.includes(channel)) this.receive(text.split(','));
    else this.users.take(channel);
  };

  constructor(
    private readonly redis: RedisConnections,
    private readonly commits: AfterCommit,
  ) {
    this.names = new HintChannels(redis);
    this.users = new UserChannels(redis.subscriber, this.names);
  }

  onApplicationShutdown(): void {
    this.redis.subscriber.off('message', this.onMessage);
    this.users.end();
    this.listeners = [];
    this.hearsAll = false;
    if (this.earlierBuilds) clearTimeout(this.earlierBuilds);
    if (this.again) clearTimeout(this.again);
  }

  /** Announces the users once the transaction has committed; at once when none is open. */
  afterCommit(tx: Transaction, userIds: Iterable<string>): void {
    const users = [...userIds];
    this.commits.run(tx, () => this.announce(users));
  }

  /** Calls the listener with every user whose stream may have grown. */
  onHint(listener: (userIds: string[]) => void): void {
    this.hearAll();
    this.listeners.push(listener);
  }

  /** Calls the listener with the followed users whose streams may have grown. */
  onFollowedHint(listener: (userIds: string[]) => void): void {
    this.hearAll();
    this.users.onHint(listener);
    this.earlierBuilds ??= setTimeout(() => this.leaveEarlierBuilds(), EARLIER_BUILDS_MS).unref();
  }

  /** Subscribes to a user's hints. Hints published before Redis has confirmed the subscription are replaced by one local hint. */
  follow(userId: string): void {
    this.users.follow(userId);
  }

  unfollow(userId: string): void {
    this.users.unfollow(userId);
  }

  /** Unsubscribes from the common channel, unless a listener here wants the hints of all users. Called by the timer. */
  leaveEarlierBuilds(): void {
    if (this.listeners.length > 0) return;
    this.hearsAll = false;
    this.redis.subscriber.unsubscribe(...this.names.common).catch(() => undefined);
  }

  private hearAll(): void {
    const { subscriber } = this.redis;
    if (!subscriber.listeners('message').includes(this.onMessage)) subscriber.on('message', this.onMessage);
    if (this.listeners.length > 0) return;
    this.hearsAll = true;
    this.subscribe();
  }

  /** Retries until Redis has confirmed. Hints are lost meanwhile; polling finds their events. */
  private subscribe(): void {
    this.again = null;
    if (!this.hearsAll) return;
    this.redis.subscriber.subscribe(...this.names.common).then(
      () => (this.isSaid = false),
      (error: unknown) => {
        if (!this.hearsAll) return;
        if (!this.isSaid) this.logger.error(`Redis lets no hints be heard: ${String(error)}`);
        this.isSaid = true;
        this.again ??= setTimeout(() => this.subscribe(), SUBSCRIBE_AGAIN_MS).unref();
      },
    );
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
      this.publish(users.slice(start, start + USERS_PER_HINT));
    }
  }

  /** Without Redis, the gateway of this process is called directly. */
  private publish(users: string[]): void {
    const { commands, channels } = this.redis;
    if (commands.status !== 'ready') return this.receive(users);
    for (const group of this.names.groupsOf(users)) channels.announce(group).catch(() => this.receive(group.members));
  }

  private receive(userIds: string[]): void {
    for (const listener of this.listeners) listener(userIds);
    this.users.hear(userIds);
  }
}
