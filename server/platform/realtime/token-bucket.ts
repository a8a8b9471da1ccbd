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

  /** Whether one more event may pass now. */
  take(now: number): boolean {
    const gained = Math.max(0, now - this.filledAt) * (this.perSecond / 1000);
    this.tokens = Math.min(this.burst, this.tokens + gained);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
