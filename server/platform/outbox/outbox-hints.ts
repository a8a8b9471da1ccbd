import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AfterCommit } from '../database/after-commit.js';
import type { Transaction } from '../database/transaction.js';
import { RedisConnections } from '../redis/redis.module.js';
import { SUBSCRIBE_AGAIN_MS, UserChannels } from './user-channels.js';

/** Maximum users in one message. */
const USERS_PER_HINT = 500;
/** Debounce: commits within this time share one message, a tenth of the latency budget of a page. */
const HINT_EVERY_MS = 5;
/**
 * For so long after its first listener a process hears the common channel too, which is all that a process of an earlier build
 * publishes to: longer than a rolling upgrade takes. A slower one costs what a lost hint costs.
 */
const EARLIER_BUILDS_MS = 15 * 60_000;

/** In one command, because a due second may have thousands of users: the common channel, then the channel of each. */
const ANNOUNCE = `
  redis.call('publish', ARGV[1], table.concat(ARGV, ',', 3))
  for at = 3, #ARGV do redis.call('publish', ARGV[2] .. ARGV[at], '') end`;

/**
 * Notifies who follows them which users have new events: after the commit, over Redis pub/sub, fire and forget. A gateway
 * follows the users that are connected to it and hears of nobody else (decision 133); workers hear of everybody. Only a
 * hint: both poll for what it misses.
 */
@Injectable()
export class OutboxHints implements OnApplicationShutdown {
  private readonly logger = new Logger('Outbox');
  private readonly channel: string;
  private readonly users: UserChannels;
  private readonly waiting = new Set<string>();
  private listeners: ((userIds: string[]) => void)[] = [];
  private earlierBuilds: NodeJS.Timeout | null = null;
  private again: NodeJS.Timeout | null = null;
  /** Somebody here wants the hints of everybody, or there may be processes of an earlier build. */
  private hearsAll = false;
  private isSaid = false;
  private readonly onMessage = (channel: string, text: string) => {
    if (channel === this.channel) this.receive(text.split(','));
    else this.users.take(channel);
  };

  constructor(
    private readonly redis: RedisConnections,
    private readonly commits: AfterCommit,
  ) {
    this.channel = redis.key('outbox');
    this.users = new UserChannels(redis.subscriber, redis.key('outbox:'));
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

  /** Calls the listener with users whose streams may have grown, whoever they are. */
  onHint(listener: (userIds: string[]) => void): void {
    this.hearAll();
    this.listeners.push(listener);
  }

  /** Calls the listener with users of those that are followed whose streams may have grown. */
  onFollowedHint(listener: (userIds: string[]) => void): void {
    this.hearAll();
    this.users.onHint(listener);
    this.earlierBuilds ??= setTimeout(() => this.leaveEarlierBuilds(), EARLIER_BUILDS_MS).unref();
  }

  /** Hears of a user from now on. What was announced until Redis knows is told by one hint then. */
  follow(userId: string): void {
    this.users.follow(userId);
  }

  unfollow(userId: string): void {
    this.users.unfollow(userId);
  }

  /** From here on nobody's hints but those of followed users, unless somebody here wants everybody's. Called by the timer. */
  leaveEarlierBuilds(): void {
    if (this.listeners.length > 0) return;
    this.hearsAll = false;
    this.redis.subscriber.unsubscribe(this.channel).catch(() => undefined);
  }

  private hearAll(): void {
    const { subscriber } = this.redis;
    if (!subscriber.listeners('message').includes(this.onMessage)) subscriber.on('message', this.onMessage);
    if (this.listeners.length > 0) return;
    this.hearsAll = true;
    this.subscribe();
  }

  /** Until it is done: hints are lost meanwhile, and what they are about comes by polling. */
  private subscribe(): void {
    this.again = null;
    if (!this.hearsAll) return;
    this.redis.subscriber.subscribe(this.channel).then(
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
    const { commands } = this.redis;
    if (commands.status !== 'ready') return this.receive(users);
    commands.eval(ANNOUNCE, 0, this.channel, this.users.prefix, ...users).catch(() => this.receive(users));
  }

  private receive(userIds: string[]): void {
    for (const listener of this.listeners) listener(userIds);
    this.users.hear(userIds);
  }
}
