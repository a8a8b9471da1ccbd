import { TokenBucket } from './token-bucket.js';

/** Networks that are remembered at once. An attacker with more networks than this meets the limit of all together. */
export const NETWORKS_MAX = 50_000;

/** A budget of events for each network, so that none uses up what is there for all. */
export class NetworkBudgets {
  private readonly buckets = new Map<string, TokenBucket>();
  private sweptAt = 0;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
  ) {}

  get size(): number {
    return this.buckets.size;
  }

  /** Whether one more event of the network may pass now. */
  take(network: string, now: number): boolean {
    this.sweep(now);
    return this.bucketOf(network, now).take(now);
  }

  private bucketOf(network: string, now: number): TokenBucket {
    const known = this.buckets.get(network);
    if (known) return known;
    const [oldest] = this.buckets.keys();
    if (oldest !== undefined && this.buckets.size >= NETWORKS_MAX) this.buckets.delete(oldest);
    const bucket = new TokenBucket(this.perSecond, this.burst, now);
    this.buckets.set(network, bucket);
    return bucket;
  }

  /** A full bucket is as good as none. They are looked for once in the time in which an empty one fills. */
  private sweep(now: number): void {
    if (now - this.sweptAt < (this.burst / this.perSecond) * 1000) return;
    this.sweptAt = now;
    for (const [network, bucket] of this.buckets) if (bucket.isFull(now)) this.buckets.delete(network);
  }
}
