import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../../platform/clock/clock.js';
import { RedisConnections } from '../../../platform/redis/redis.module.js';

/** A commanded fall of a simulated price. */
export const crashCommand = z.object({
  kind: z.literal('crash'),
  /** `BTC/USDT` */
  symbol: z.string().max(40),
  /** Share of the price that is lost. */
  ratio: z.number().gt(0).max(0.95),
  overMs: z.number().int().min(1000).max(86_400_000),
});

/** A command that was obeyed, with the instant at which the fall began. */
const obeyedCrash = crashCommand.extend({ at: z.number().int().positive() });

/** What can be commanded to fall: the simulation, never a real price. */
export interface Crashable {
  crash(symbol: string, ratio: number, overMs: number, at: number): boolean;
}

/** Commands that are kept for the next process; of more the oldest are forgotten. */
const COMMANDS_RETAINED = 100;

/**
 * Takes commands for the simulation from Redis (`feed:command`) and keeps those that were obeyed there
 * (`feed:crashes`), so that a process that takes over goes on at the fallen price. Real prices take no commands.
 */
@Injectable()
export class CrashCommands implements OnApplicationShutdown {
  private readonly logger = new Logger('Prices');
  private readonly channel: string;
  private readonly list: string;
  private readonly onMessage = (channel: string, text: string) => this.receive(channel, text);
  private target: Crashable | null = null;

  constructor(
    private readonly redis: RedisConnections,
    private readonly clock: Clock,
  ) {
    this.channel = redis.key('feed:command');
    this.list = redis.key('feed:crashes');
  }

  /**
   * Commands go to this simulation from now on; null: to none. Resolves when it has been told of the crashes before
   * its time, or when Redis gives no answer within its command timeout.
   */
  async aim(target: Crashable | null): Promise<void> {
    if (target !== null && this.target === null) {
      this.redis.subscriber.on('message', this.onMessage);
      this.redis.subscriber.subscribe(this.channel).catch(() => undefined);
    }
    if (target === null) this.redis.subscriber.off('message', this.onMessage);
    this.target = target;
    if (target !== null) await this.recall(target);
  }

  onApplicationShutdown(): void {
    void this.aim(null);
  }

  private async recall(target: Crashable): Promise<void> {
    const texts = await this.redis.commands.lrange(this.list, 0, -1).catch(() => []);
    for (const text of texts) {
      try {
        const { symbol, ratio, overMs, at } = obeyedCrash.parse(JSON.parse(text));
        target.crash(symbol, ratio, overMs, at);
      } catch {
        this.logger.warn('A crash of an earlier time could not be read.');
      }
    }
  }

  private receive(channel: string, text: string): void {
    if (channel !== this.channel || !this.target) return;
    try {
      const command = crashCommand.parse(JSON.parse(text));
      const { symbol, ratio, overMs } = command;
      const at = this.clock.now();
      const known = this.target.crash(symbol, ratio, overMs, at);
      if (known) this.record(JSON.stringify({ ...command, at }));
      this.logger.warn(known ? `Commanded crash of ${symbol}: ${ratio} over ${overMs} ms.` : `No ${symbol} to crash.`);
    } catch {
      this.logger.warn('A feed command could not be read.');
    }
  }

  private record(text: string): void {
    const pushed = this.redis.commands.multi().rpush(this.list, text).ltrim(this.list, -COMMANDS_RETAINED, -1).exec();
    pushed.catch(() => this.logger.warn('The crash could not be kept for the process that takes over.'));
  }
}
