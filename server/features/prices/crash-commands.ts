import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import { RedisConnections } from '../../platform/redis/redis.module.js';

/** A commanded fall of a simulated price. */
export const crashCommand = z.object({
  kind: z.literal('crash'),
  /** `BTC/USDT` */
  symbol: z.string().max(40),
  /** Share of the price that is lost. */
  ratio: z.number().gt(0).max(0.95),
  overMs: z.number().int().min(1000).max(86_400_000),
});

/** What can be commanded to fall: the simulation, never a real price. */
export interface Crashable {
  crash(symbol: string, ratio: number, overMs: number): boolean;
}

/** Takes commands for the simulation from Redis (`feed:command`). Real prices take no commands. */
@Injectable()
export class CrashCommands implements OnApplicationShutdown {
  private readonly logger = new Logger('Prices');
  private readonly channel: string;
  private readonly onMessage = (channel: string, text: string) => this.receive(channel, text);
  private target: Crashable | null = null;

  constructor(private readonly redis: RedisConnections) {
    this.channel = redis.key('feed:command');
  }

  /** Commands go to this simulation from now on; null: to none. */
  aim(target: Crashable | null): void {
    if (target !== null && this.target === null) {
      this.redis.subscriber.on('message', this.onMessage);
      this.redis.subscriber.subscribe(this.channel).catch(() => undefined);
    }
    if (target === null) this.redis.subscriber.off('message', this.onMessage);
    this.target = target;
  }

  onApplicationShutdown(): void {
    this.aim(null);
  }

  private receive(channel: string, text: string): void {
    if (channel !== this.channel || !this.target) return;
    try {
      const { symbol, ratio, overMs } = crashCommand.parse(JSON.parse(text));
      const known = this.target.crash(symbol, ratio, overMs);
      this.logger.warn(known ? `Commanded crash of ${symbol}: ${ratio} over ${overMs} ms.` : `No ${symbol} to crash.`);
    } catch {
      this.logger.warn('A feed command could not be read.');
    }
  }
}
