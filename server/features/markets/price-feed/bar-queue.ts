import type { ChangedBar } from '../prices/index.js';

/** Running bars are stored this often; closed ones at the next writing. */
const RUNNING_EVERY_MS = 5000;
/** A queue longer than this, with Postgres away for hours, forgets its oldest bars; the venue's history has them. */
const QUEUE_MAX = 200_000;

/** Bars that wait to be stored, the newest state of each. */
export class BarQueue {
  private readonly waiting = new Map<string, ChangedBar>();
  private runningAt = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.waiting.size;
  }

  add(bars: readonly ChangedBar[]): void {
    for (const changed of bars) {
      const { period, openAt } = changed.bar;
      const key = `${changed.marketId}:${period}:${openAt}`;
      this.waiting.delete(key);
      this.waiting.set(key, changed);
    }
    for (const key of this.waiting.keys()) {
      if (this.waiting.size <= QUEUE_MAX) return;
      this.waiting.delete(key);
    }
  }

  /** What is to be stored at `now`: closed bars, and now and then the running ones; everything when `all`. */
  due(now: number, all: boolean): ChangedBar[] {
    const running = all || now - this.runningAt >= RUNNING_EVERY_MS;
    if (running) this.runningAt = now;
    return [...this.waiting.values()].filter(({ bar }) => running || bar.closed);
  }

  /** Forgets bars that have been stored, unless they changed in the meantime. */
  done(bars: readonly ChangedBar[]): void {
    for (const stored of bars) {
      const key = `${stored.marketId}:${stored.bar.period}:${stored.bar.openAt}`;
      if (this.waiting.get(key) === stored) this.waiting.delete(key);
    }
  }
}
