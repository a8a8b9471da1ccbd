import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** What Redis has refused is asked again so much later: a right that its user was not given, say, which an operator gives it. */
export const SUBSCRIBE_AGAIN_MS = 3000;

/**
 * The hints of single users, each on a channel of its own: Redis itself leaves out the strangers. No groups of users share a
 * channel: there would have to be more groups than a gateway has users before it heard noticeably less than everything.
 */
export class UserChannels {
  private readonly followed = new Set<string>();
  /** Users that were followed or left since Redis was told last. */
  private readonly changed = new Set<string>();
  /** Users of whom Redis would not be told. */
  private readonly refused = new Set<string>();
  private again: NodeJS.Timeout | null = null;
  private readonly logger = new Logger('Outbox');
  /** It was said, and nothing has gone well since. */
  private isSaid = false;
  /** Followed users with a hint, told together. */
  private readonly hinted = new Set<string>();
  private listeners: ((userIds: string[]) => void)[] = [];
  /** Redis subscribes again by itself to what it was told; what changed while it was away is told when it is back. */
  private readonly onReady = () => this.retrySubscriptions();

  constructor(
    private readonly subscriber: Redis,
    /** What the users' channels begin with. */
    readonly prefix: string,
  ) {
    subscriber.on('ready', this.onReady);
  }

  end(): void {
    this.subscriber.off('ready', this.onReady);
    this.listeners = [];
    this.followed.clear();
    this.changed.clear();
    this.refused.clear();
    if (this.again) clearTimeout(this.again);
  }

  onHint(listener: (userIds: string[]) => void): void {
    this.listeners.push(listener);
  }

  follow(userId: string): void {
    this.followed.add(userId);
    this.change(userId);
  }

  unfollow(userId: string): void {
    this.followed.delete(userId);
    this.change(userId);
  }

  /** A message has come on a channel, one of ours perhaps. */
  take(channel: string): void {
    if (channel.startsWith(this.prefix)) this.hear([channel.slice(this.prefix.length)]);
  }

  /** Tells the listeners of those users that are followed: once for all that arrive together, a message for each of them. */
  hear(userIds: Iterable<string>): void {
    const isFirst = this.hinted.size === 0;
    for (const userId of userIds) if (this.followed.has(userId)) this.hinted.add(userId);
    if (isFirst && this.hinted.size > 0) queueMicrotask(() => this.tell());
  }

  private tell(): void {
    const userIds = [...this.hinted];
    this.hinted.clear();
    for (const listener of this.listeners) listener(userIds);
  }

  private change(userId: string): void {
    const isFirst = this.changed.size === 0;
    this.changed.add(userId);
    if (isFirst) setImmediate(() => this.updateSubscriptions());
  }

  /** Subscribing twice, or leaving what was never subscribed, changes nothing at Redis: whoever comes and goes needs no order. */
  private updateSubscriptions(): void {
    if (this.subscriber.status !== 'ready' || this.changed.size === 0) return;
    const users = [...this.changed];
    this.changed.clear();
    const channels = (isFollowed: boolean) =>
      users.filter((userId) => this.followed.has(userId) === isFollowed).map((userId) => this.prefix + userId);
    const [left, come] = [channels(false), channels(true)];
    // Who has left and is heard of still costs a message, and no more.
    if (left.length > 0) this.subscriber.unsubscribe(...left).catch(() => undefined);
    if (come.length === 0) return;
    this.subscriber.subscribe(...come).then(
      () => {
        this.isSaid = false;
        // Until Redis has answered, hints of theirs were not for us.
        this.hear(users);
      },
      (error: unknown) => this.wasRefused(users, error),
    );
  }

  /** Their events come by the look at all streams alone, until it is told again. */
  private wasRefused(users: readonly string[], error: unknown): void {
    for (const userId of users) if (this.followed.has(userId)) this.refused.add(userId);
    if (this.refused.size === 0) return;
    if (!this.isSaid) this.logger.error(`Redis lets no user's hints be heard: ${String(error)}`);
    this.isSaid = true;
    this.again ??= setTimeout(() => this.retrySubscriptions(), SUBSCRIBE_AGAIN_MS).unref();
  }

  private retrySubscriptions(): void {
    if (this.again) clearTimeout(this.again);
    this.again = null;
    for (const userId of this.refused) this.changed.add(userId);
    this.refused.clear();
    this.updateSubscriptions();
  }
}
