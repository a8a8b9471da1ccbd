import type { SimulatedStream } from './simulated-stream.js';
import type { MinuteSummary } from './trade-fold.js';

const { max, min } = Math;

const MINUTES = 24 * 60;

/** The 1,440 closed minutes before the running one, folded. */
export interface DaySummary {
  open: number;
  high: number;
  low: number;
  volume: number;
  turnover: number;
}

/** Rolls the last day's minutes along, so that a minute is looked up once and not every second. */
export class DayWindow {
  private readonly minutes: (MinuteSummary | null)[] = [];
  private end = 0;
  private folded: DaySummary | null = null;

  constructor(private readonly stream: SimulatedStream) {}

  /** The day that ends where the minute begins; null when the market was closed all day. */
  before(minute: number): DaySummary | null {
    if (minute === this.end) return this.folded;
    const missing = minute > this.end ? min(MINUTES, minute - this.end) : MINUTES;
    for (let each = minute - missing; each < minute; each += 1)
      this.minutes[each % MINUTES] = this.stream.summary(each);
    this.end = minute;
    this.folded = this.foldAll(minute);
    return this.folded;
  }

  private foldAll(end: number): DaySummary | null {
    let day: DaySummary | null = null;
    for (let each = end - MINUTES; each < end; each += 1) {
      const minute = this.minutes[each % MINUTES];
      if (!minute) continue;
      day ??= { open: minute.open, high: minute.high, low: minute.low, volume: 0, turnover: 0 };
      day.high = max(day.high, minute.high);
      day.low = min(day.low, minute.low);
      day.volume += minute.volume;
      day.turnover += minute.turnover;
    }
    return day;
  }
}
