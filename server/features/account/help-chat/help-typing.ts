import { Injectable } from '@nestjs/common';
import { RedisConnections } from '../../../platform/redis/redis.module.js';

const SECONDS = 6;

/** Who is writing just now: a hint that is forgotten in seconds. Without Redis, nobody is. */
@Injectable()
export class HelpTyping {
  constructor(private readonly redis: RedisConnections) {}

  /** Notes whether this side of the user's chat is writing, and answers whether the other one is. */
  async exchange(userId: string, side: 'user' | 'agent', isTyping: boolean): Promise<boolean> {
    const { commands } = this.redis;
    if (commands.status !== 'ready') return false;
    try {
      if (isTyping) await commands.set(this.key(userId, side), '1', 'EX', SECONDS);
      return (await commands.exists(this.key(userId, side === 'user' ? 'agent' : 'user'))) === 1;
    } catch {
      return false;
    }
  }

  private key(userId: string, side: string): string {
    return this.redis.key(`help-typing:${side}:${userId}`);
  }
}
