/** Lets `perSecond` events through on average and `burst` at once. Time comes in as an argument, in milliseconds. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    now: number,
  ) {
    this.tokens = burst;
    this.filledAt = now;
  }

  /** Whether it is as it was before the first event. */
  isFull(now: number): boolean {
    return this.tokensAt(now) >= this.burst;
  }

  /** Whether one more event may pass now. */
  take(now: number): boolean {
    this.tokens = this.tokensAt(now);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
  private tokensAt(now: number): number {
    const gained = Math.max(0, now - this.filledAt) * (this.perSecond / 1000);
    return Math.min(this.burst, this.tokens + gained);
  }
}
