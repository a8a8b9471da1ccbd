import type { ChangedBar } from '../prices/index.js';

/**
 * Running bars are stored this often; closed ones at the next writing. A longer bar is folded again from minutes after a start, so what
 * is stored of it while it runs is its revision alone: seldom enough to keep the log small, and often enough for TAKEOVER_STEP. Its first
 * state is stored with the minutes, for what has no row begins at its first revision after a start, and readers take none that is lower.
 */
const RUNNING_EVERY_MS = { minute: 5000, longer: 60_000 };
/** A queue longer than this, with Postgres away for hours, forgets its oldest bars; the venue's history has them. */
const QUEUE_MAX = 200_000;

/** Bars that wait to be stored, the newest state of each. */
export class BarQueue {
  private readonly waiting = new Map<string, ChangedBar>();
  /** When the longer bar that runs was opened, of each market and period of which its first state was stored. */
  private readonly begun = new Map<string, number>();
  private readonly runningAt = { minute: Number.NEGATIVE_INFINITY, longer: Number.NEGATIVE_INFINITY };

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
    const [minute, longer] = [this.isTime('minute', now, all), this.isTime('longer', now, all)];
    return [...this.waiting.values()].filter((changed) => {
      if (changed.bar.closed) return true;
      return changed.bar.period === '1min' ? minute : longer || (minute && !this.hasBegun(changed));
    });
  }

  private hasBegun({ marketId, bar }: ChangedBar): boolean {
    return (this.begun.get(`${marketId}:${bar.period}`) ?? Number.NEGATIVE_INFINITY) >= bar.openAt;
  }

  private isTime(kind: keyof typeof RUNNING_EVERY_MS, now: number, all: boolean): boolean {
    const isTime = all || now - this.runningAt[kind] >= RUNNING_EVERY_MS[kind];
    if (isTime) this.runningAt[kind] = now;
    return isTime;
  }

  /** Forgets bars that have been stored, unless they changed in the meantime. */
  done(bars: readonly ChangedBar[]): void {
    for (const stored of bars) {
      if (stored.bar.period !== '1min' && !this.hasBegun(stored))
        this.begun.set(`${stored.marketId}:${stored.bar.period}`, stored.bar.openAt);
      const key = `${stored.marketId}:${stored.bar.period}:${stored.bar.openAt}`;
      if (this.waiting.get(key) === stored) this.waiting.delete(key);
    }
  }
}
