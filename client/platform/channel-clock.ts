/** Half of the time for which a message says something of the clock. */
const SPAN_MS = 30_000;

/**
 * How far the server's clock is ahead of a steady one. A message can be delayed, but not early, so the least delayed one of the
 * last minute tells it best; older ones are forgotten, so that a clock that was put back, or a steady one that runs fast, is noticed.
 */
export class ClockOffset {
  /** The most of the span before; null: nothing came in it. */
  private former: number | null = null;
  private since: number;

  /** @param now steady milliseconds */
  constructor(
    private most: number,
    now: number,
  ) {
    this.since = now;
  }

  get value(): number {
    return Math.max(this.most, this.former ?? this.most);
  }

  hear(offset: number, now: number): void {
    const passed = now - this.since;
    if (passed < SPAN_MS) {
      this.most = Math.max(this.most, offset);
      return;
    }
    this.former = passed < 2 * SPAN_MS ? this.most : null;
    this.most = offset;
    this.since = now;
  }
}
