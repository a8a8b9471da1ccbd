import type { StreamEvent } from './event-source.js';

/** A ring buffer of a stream's newest events, so that most resumes need no database read. */
export class EventRing {
  private events: StreamEvent[] = [];

  /** @param last number of the newest event of the stream, whether in the ring or not. */
  constructor(
    private last: number,
    private readonly eventsMax: number,
    private readonly retentionMs: number,
  ) {}

  get newest(): number {
    return this.last;
  }

  /** Adds events that follow on the newest one; `now` is product time. */
  add(events: StreamEvent[], now: number): void {
    // Evicts before adding: new events are about to be sent and must stay, even if their own timestamps are old.
    this.forget(now, events.length);
    for (const event of events) {
      if (event.s <= this.last) continue;
      if (event.s !== this.last + 1) throw new Error(`Event ${event.s} came after ${this.last}.`);
      this.events.push(event);
      this.last = event.s;
    }
  }

  /**
   * The events after number `s`, as many as fit in one frame; none when it is the newest. Null when the next one has been
   * evicted, or when `s` is beyond the newest.
   */
  after(s: number, eventsMax: number, charactersMax: number): StreamEvent[] | null {
    const first = this.last + 1 - this.events.length;
    if (s > this.last || s < first - 1) return null;
    return fitting(this.events.slice(s + 1 - first, s + 1 - first + eventsMax), charactersMax);
  }

  private forget(now: number, coming: number): void {
    let count = Math.min(this.events.length, Math.max(0, this.events.length + coming - this.eventsMax));
    while ((this.events[count]?.at ?? Number.POSITIVE_INFINITY) < now - this.retentionMs) count += 1;
    if (count > 0) this.events = this.events.slice(count);
  }
}

/** The longest prefix of the events with at most that many characters in total, and at least one event. */
export function fitting(events: StreamEvent[], charactersMax: number): StreamEvent[] {
  let characters = 0;
  const end = events.findIndex(({ json }, index) => {
    characters += json.length;
    return characters > charactersMax && index > 0;
  });
  return end < 0 ? events : events.slice(0, end);
}
