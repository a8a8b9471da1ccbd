import { EventEmitter } from 'node:events';
import { type Cluster, Command, type Redis } from 'ioredis';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import type { Subscriber } from './subscriber.js';

const { changeMs } = DEPENDENCY_LIMITS.redis;

/** What another try would not change: the user may not hear the channel, or the server is older than Redis 7. */
const REFUSED = /^(NOPERM|ERR unknown command)/;

/** A channel that is wanted. */
interface Subscription {
  readonly slot: number;
  /** The connection on which it is heard. */
  at: Redis | null;
  /** The connection that has been asked for it and has not answered. */
  asked: Redis | null;
  waiting: { resolve: () => void; reject: (error: unknown) => void }[];
}

/**
 * Hears channels of a Redis Cluster by sharded pub/sub: one connection to each server that has the slot of a wanted channel. What is
 * wanted stays wanted, whatever becomes of servers and slots: at each look at the cluster, and soon after a loss, what is not heard where
 * its slot is now is asked for there. `ready` says that all is heard (again), or that the cluster is known again; what was published
 * meanwhile may be missing.
 *
 * ioredis has subscribers of its own for this, which look at the cluster too, but do not ask again for what was refused while the servers did
 * not agree yet (decision 175).
 */
export class ShardSubscriber extends EventEmitter implements Subscriber {
  private readonly subscriptions = new Map<string, Subscription>();
  /** Channels that are wanted and not heard. */
  private readonly missing = new Set<string>();
  private readonly shards = new Map<string, Redis>();
  /** Connections that are compared soon with what is wanted of them. */
  private readonly comparing = new Set<Redis>();
  /** Whether something that was heard is not, or nothing has been yet. */
  private isInterrupted = true;
  private isEnded = false;
  private again: NodeJS.Timeout | null = null;

  constructor(private readonly cluster: Cluster) {
    super();
    this.setMaxListeners(0);
    // At the first look the cluster is not ready yet, and becomes so at once.
    cluster.on('refresh', () => this.settle());
    cluster.on('ready', () => this.begin());
  }

  get status(): string {
    return this.isEnded ? 'end' : this.cluster.status;
  }

  /** Resolves when all of them are heard. @throws what Redis refuses them with. */
  async subscribe(...channels: string[]): Promise<unknown> {
    const heard = channels.map((channel) => {
      const known = this.subscriptions.get(channel);
      const slot = known?.slot ?? new Command('ssubscribe', [channel]).getSlot();
      const subscription = known ?? { slot, at: null, asked: null, waiting: [] };
      if (!known) this.missing.add(channel);
      this.subscriptions.set(channel, subscription);
      if (subscription.at !== null) return Promise.resolve();
      return new Promise<void>((resolve, reject) => subscription.waiting.push({ resolve, reject }));
    });
    // Only these: a walk over all that others want would be made as often as somebody comes.
    if (this.isKnown) this.askFor(channels);
    return Promise.all(heard);
  }

  async unsubscribe(...channels: string[]): Promise<unknown> {
    const left = new Map<Redis, Map<number, string[]>>();
    for (const channel of channels) {
      const subscription = this.subscriptions.get(channel);
      if (!subscription) continue;
      this.subscriptions.delete(channel);
      this.missing.delete(channel);
      for (const { resolve } of subscription.waiting) resolve();
      // Both: the one that has not answered would let us hear it for good.
      for (const shard of new Set([subscription.at, subscription.asked]))
        if (shard) gather(left, shard, subscription.slot, channel);
    }
    const said = [...left].flatMap(([shard, slots]) => [...slots.values()].map((some) => shard.sunsubscribe(...some)));
    return Promise.all(said);
  }

  /** A sign of life of every server that is listened to. @throws where something that is wanted is not heard. */
  async ping(): Promise<unknown> {
    // Also while something is missing: a connection that owes no answer is never found dead.
    const answers = await Promise.all([...this.shards.values()].map((shard) => shard.ping()));
    if (this.isInterrupted) throw new Error('Not every channel is heard.');
    return answers;
  }

  disconnect(reconnect = false): void {
    for (const shard of this.shards.values()) shard.disconnect();
    if (reconnect) return;
    this.isEnded = true;
    if (this.again) clearTimeout(this.again);
    this.shards.clear();
    this.cluster.disconnect();
  }

  /** The cluster is known (again). Whoever waited for that asks now, also while a part of it has no server and not all is heard. */
  private begin(): void {
    this.isInterrupted = true;
    this.settle();
    if (this.isInterrupted && !this.isEnded) this.emit('ready');
  }

  /**
   * Asks for all that is wanted where it would be said, and leaves the servers that have nothing of it. What is heard somewhere else goes on
   * being heard there until the other server has confirmed it: a look may have met a server that knows less than we do.
   */
  private settle(): void {
    if (!this.isKnown) return;
    this.askFor(this.subscriptions.keys());
    this.leaveUnused();
    this.sayWhole();
  }

  private get isKnown(): boolean {
    return !this.isEnded && this.cluster.status === 'ready';
  }

  private askFor(channels: Iterable<string>): void {
    const missing = new Map<Redis, Map<number, string[]>>();
    for (const channel of channels) {
      const subscription = this.subscriptions.get(channel);
      if (!subscription) continue;
      const server = this.cluster.slots[subscription.slot]?.[0];
      const shard = server === undefined ? null : this.shardAt(server);
      if (shard === null || subscription.at === shard || subscription.asked === shard) continue;
      subscription.asked = shard;
      gather(missing, shard, subscription.slot, channel);
    }
    // Channels of one slot can be asked for together, and no others.
    for (const [shard, slots] of missing) for (const some of slots.values()) this.ask(shard, some);
  }

  private leaveUnused(): void {
    const used = new Set([...this.subscriptions.values()].flatMap(({ at, asked }) => [at, asked]));
    for (const [server, shard] of this.shards) {
      if (used.has(shard)) continue;
      this.shards.delete(server);
      shard.disconnect();
    }
  }

  private ask(shard: Redis, channels: string[]): void {
    shard.ssubscribe(...channels).then(
      () => this.confirm(shard, channels),
      (error: unknown) => this.refuse(shard, channels, error),
    );
  }

  private confirm(shard: Redis, channels: string[]): void {
    for (const channel of channels) {
      const subscription = this.subscriptions.get(channel);
      if (subscription?.asked !== shard) continue;
      subscription.asked = null;
      // The server of before may have been silent for a while.
      this.isInterrupted ||= subscription.at !== null;
      subscription.at = shard;
      this.missing.delete(channel);
      for (const { resolve } of subscription.waiting.splice(0)) resolve();
    }
    this.sayWhole();
  }

  private refuse(shard: Redis, channels: string[], error: unknown): void {
    const isFinal = error instanceof Error && REFUSED.test(error.message);
    for (const channel of channels) {
      const subscription = this.subscriptions.get(channel);
      if (subscription?.asked !== shard) continue;
      subscription.asked = null;
      const waiting = isFinal ? subscription.waiting.splice(0) : [];
      // Whoever asked for it hears of it; what nobody waits for was heard before, and may be again.
      if (waiting.length > 0) {
        this.subscriptions.delete(channel);
        this.missing.delete(channel);
      }
      for (const { reject } of waiting) reject(error);
    }
    this.lookSoon();
  }

  private sayWhole(): void {
    if (!this.isInterrupted || this.missing.size > 0) return;
    this.isInterrupted = false;
    this.emit('ready');
  }

  private shardAt(server: string): Redis | null {
    const known = this.shards.get(server);
    if (known) return known;
    const node = this.cluster.nodes('all').find(({ options: { host, port } }) => `${host}:${port}` === server);
    if (!node) return null;
    const shard = node.duplicate({
      lazyConnect: false,
      enableOfflineQueue: true,
      enableReadyCheck: false,
      autoResubscribe: false,
      readOnly: false,
      maxRetriesPerRequest: null,
      // It may be that nobody comes back there: the next look says where to go.
      retryStrategy: () => null,
    });
    shard.on('error', () => undefined);
    shard.on('smessage', (channel: string, text: string) => this.emit('message', channel, text));
    shard.on('end', () => this.lose(server, shard));
    shard.on('moved', () => this.compareSoon(shard));
    this.shards.set(server, shard);
    return shard;
  }

  private lose(server: string, shard: Redis): void {
    if (this.shards.get(server) === shard) this.shards.delete(server);
    this.forget(shard, () => true);
    this.lookSoon();
  }

  /**
   * A server says so for each channel of a slot that leaves it, and may lose all of its slots at once: those are one comparison. What was
   * confirmed in the same moment is noted first.
   */
  private compareSoon(shard: Redis): void {
    if (this.comparing.has(shard)) return;
    this.comparing.add(shard);
    setImmediate(() => {
      this.comparing.delete(shard);
      this.compare(shard);
    });
  }

  /** A server has ended subscriptions by itself: which, its connection knows. */
  private compare(shard: Redis): void {
    const { subscriber } = shard.condition ?? { subscriber: false };
    const heard = new Set(subscriber ? subscriber.channels('ssubscribe') : []);
    this.forget(shard, (channel) => !heard.has(channel));
    this.lookSoon();
  }

  private forget(shard: Redis, isLost: (channel: string) => boolean): void {
    for (const [channel, subscription] of this.subscriptions) {
      if (subscription.asked === shard && shard.status === 'end') subscription.asked = null;
      if (subscription.at !== shard || !isLost(channel)) continue;
      subscription.at = null;
      this.missing.add(channel);
      this.isInterrupted = true;
    }
  }

  private lookSoon(): void {
    if (this.isEnded || this.again) return;
    this.cluster.refreshSlotsCache();
    this.again = setTimeout(() => {
      this.again = null;
      this.cluster.refreshSlotsCache();
      this.settle();
    }, changeMs).unref();
  }
}

function gather(into: Map<Redis, Map<number, string[]>>, shard: Redis, slot: number, channel: string): void {
  const slots = into.get(shard) ?? new Map<number, string[]>();
  const channels = slots.get(slot) ?? [];
  channels.push(channel);
  into.set(shard, slots.set(slot, channels));
}
