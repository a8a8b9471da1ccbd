import { Logger } from '@nestjs/common';
import type { Subscriber } from '../redis/subscriber.js';
import type { HintChannels } from './hint-channels.js';

/** Delay before retrying a subscription that Redis refused, for example until an operator grants the missing permission. */
export const SUBSCRIBE_AGAIN_MS = 3000;

/**
 * Hints on one Redis channel per user, so that Redis filters by subscription. Users do not share channels: a gateway would
 * receive nearly all hints unless there were more groups than it has users.
 */
export class UserChannels {
  private readonly followed = new Set<string>();
  /** Users followed or unfollowed since the subscriptions were last updated. */
  private readonly changed = new Set<string>();
  /** Users whose subscription Redis refused. */
  private readonly refused = new Set<string>();
  private again: NodeJS.Timeout | null = null;
  private readonly logger = new Logger('Outbox');
  /** The refusal is logged once, until a subscription succeeds. */
  private isLogged = false;
  /** Followed users with a hint, passed to the listeners together. */
  private readonly hinted = new Set<string>();
  private listeners: ((userIds: string[]) => void)[] = [];
  /** The client restores its subscriptions after a reconnect; changes made while it was disconnected are sent then. */
  private readonly onReady = () => this.retrySubscriptions();

  constructor(
    private readonly subscriber: Subscriber,
    private readonly names: HintChannels,
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

  /** Handles a message on any channel; ignores those of no user. */
  take(channel: string): void {
    const userId = this.names.userOf(channel);
    if (userId !== null) this.hear([userId]);
  }

  /** Passes on hints of followed users: one listener call for all messages that arrive together. */
  hear(userIds: Iterable<string>): void {
    const isFirst = this.hinted.size === 0;
    for (const userId of userIds) if (this.followed.has(userId)) this.hinted.add(userId);
    if (isFirst && this.hinted.size > 0) queueMicrotask(() => this.notifyListeners());
  }

  private notifyListeners(): void {
    const userIds = [...this.hinted];
    this.hinted.clear();
    for (const listener of this.listeners) listener(userIds);
  }

  private change(userId: string): void {
    const isFirst = this.changed.size === 0;
    this.changed.add(userId);
    if (isFirst) setImmediate(() => this.updateSubscriptions());
  }

  /** Subscribing and unsubscribing are idempotent at Redis, so the final state of a user is enough; no order need be kept. */
  private updateSubscriptions(): void {
    if (this.subscriber.status !== 'ready' || this.changed.size === 0) return;
    const users = [...this.changed];
    this.changed.clear();
    const channels = (isFollowed: boolean) =>
      users.filter((userId) => this.followed.has(userId) === isFollowed).map((userId) => this.names.ofUser(userId));
    const [left, come] = [channels(false), channels(true)];
    // A hint that still arrives for an unfollowed user is ignored, so a failure here is harmless.
    if (left.length > 0) this.subscriber.unsubscribe(...left).catch(() => undefined);
    if (come.length === 0) return;
    this.subscriber.subscribe(...come).then(
      () => {
        this.isLogged = false;
        // Hints before the confirmation were not delivered here, so each of these users may have new events.
        this.hear(users);
      },
      (error: unknown) => this.wasRefused(users, error),
    );
  }

  /** Until the retry succeeds, their events are found by polling alone. */
  private wasRefused(users: readonly string[], error: unknown): void {
    for (const userId of users) if (this.followed.has(userId)) this.refused.add(userId);
    if (this.refused.size === 0) return;
    if (!this.isLogged) this.logger.error(`Redis lets no user's hints be heard: ${String(error)}`);
    this.isLogged = true;
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
