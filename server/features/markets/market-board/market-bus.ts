import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RedisConnections } from '../../../platform/redis/redis.module.js';
import { type MarketUpdate, readUpdate } from './market-update.js';

/** How long a feeding process's number is remembered without a word from it, milliseconds. */
const NUMBER_MS = 10_000;
/**
 * Publishes an update unless a later feeding process has published already: a process that was paused between its
 * decision to publish and the sending cannot know of its successor. The memory is short, because the numbers begin
 * again with a restored database.
 */
const publishScript = (word: string) => `
  local newest = redis.call('get', KEYS[1])
  if newest and tonumber(newest) > tonumber(ARGV[1]) then return 0 end
  redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
  redis.call('${word}', ARGV[3], ARGV[4])
  return 1`;

/**
 * The way from the process that feeds to every gateway, over Redis pub/sub: updates one way, and the other way
 * `hello`, with which a gateway asks for the whole board. Messages may be lost or doubled; the board's sequences find
 * that out. While Redis cannot be reached, listeners in the same process are served directly, so that a single
 * process goes on showing prices.
 */
@Injectable()
export class MarketBus implements OnApplicationShutdown {
  private readonly updates: string;
  private readonly newest: string;
  private readonly hellos: string;
  private readonly script: string;
  private updateListeners: ((update: MarketUpdate) => void)[] = [];
  private helloListeners: (() => void)[] = [];
  private readonly onMessage = (channel: string, text: string) => this.receive(channel, text);

  constructor(private readonly redis: RedisConnections) {
    this.updates = redis.key('market:update');
    this.hellos = redis.key('market:hello');
    this.newest = redis.channels.keyBeside(this.updates, redis.key('market:number'));
    this.script = publishScript(redis.channels.word);
    redis.subscriber.on('message', this.onMessage);
  }

  /**
   * Sends an update to all gateways, unless a later feeding process has spoken. Never throws: a lost update is a gap,
   * and gaps heal.
   */
  publish(update: MarketUpdate): void {
    const text = JSON.stringify(update);
    const say = () => this.commands.eval(this.script, 1, this.newest, update.ep, NUMBER_MS, this.updates, text);
    this.send(this.updates, text, say);
  }

  /** Asks whoever feeds for the whole board. */
  hello(): void {
    this.send(this.hellos, '', () => this.redis.channels.publish(this.hellos, ''));
  }

  /** Calls the listener with every update, from now on. */
  onUpdate(listener: (update: MarketUpdate) => void): void {
    this.updateListeners.push(listener);
    this.subscribe(this.updates);
  }

  onHello(listener: () => void): void {
    this.helloListeners.push(listener);
    this.subscribe(this.hellos);
  }

  /** Calls the listener whenever the subscription stands (again): what was sent meanwhile is missing. */
  onConnected(listener: () => void): void {
    this.redis.subscriber.on('ready', listener);
  }

  onApplicationShutdown(): void {
    this.redis.subscriber.off('message', this.onMessage);
    this.updateListeners = [];
    this.helloListeners = [];
  }

  private get commands(): RedisConnections['commands'] {
    return this.redis.commands;
  }

  /** Sends a text by Redis, and past it to the own listeners when it cannot be reached. */
  private send(channel: string, text: string, say: () => Promise<unknown>): void {
    if (this.commands.status !== 'ready') return this.receive(channel, text);
    say().catch(() => this.receive(channel, text));
  }

  /** Waits for Redis when it is away; the client subscribes again by itself after a loss. */
  private subscribe(channel: string): void {
    this.redis.subscriber.subscribe(channel).catch(() => undefined);
  }

  private receive(channel: string, text: string): void {
    if (channel === this.hellos) for (const listener of this.helloListeners) listener();
    if (channel !== this.updates || this.updateListeners.length === 0) return;
    const update = readUpdate(text);
    if (update) for (const listener of this.updateListeners) listener(update);
  }
}
