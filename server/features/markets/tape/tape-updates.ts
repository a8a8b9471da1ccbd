import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RedisConnections } from '../../../platform/redis/redis.module.js';

/**
 * Notifies every process that a second is on the tape. Only a hint: it may be lost, so consumers also poll.
 */
@Injectable()
export class TapeUpdates implements OnApplicationShutdown {
  private readonly channel: string;
  private listeners: ((second: number) => void)[] = [];
  private isSubscribed = false;
  private readonly onMessage = (channel: string, text: string) => {
    if (channel === this.channel) this.receive(text);
  };

  constructor(private readonly redis: RedisConnections) {
    this.channel = redis.key('tape');
  }

  onApplicationShutdown(): void {
    this.redis.subscriber.off('message', this.onMessage);
    this.listeners = [];
  }

  /**
   * Calls the listener with the newest second on the tape, Unix milliseconds, right after it was written.
   * @returns a function that unsubscribes.
   */
  on(listener: (second: number) => void): () => void {
    if (!this.isSubscribed) {
      this.isSubscribed = true;
      this.redis.subscriber.on('message', this.onMessage);
      // Waits for Redis when it is away; the client subscribes again by itself after a loss.
      this.redis.subscriber.subscribe(this.channel).catch(() => undefined);
    }
    this.listeners.push(listener);
    return () => {
      this.listeners = this.listeners.filter((each) => each !== listener);
    };
  }

  /** Fire and forget; never throws. Without Redis, listeners of this process are called directly. */
  announce(second: number): void {
    const { commands, channels } = this.redis;
    const text = String(second);
    if (commands.status !== 'ready') return this.receive(text);
    channels.publish(this.channel, text).catch(() => this.receive(text));
  }

  private receive(text: string): void {
    const second = Number(text);
    if (Number.isSafeInteger(second)) for (const listener of this.listeners) listener(second);
  }
}
