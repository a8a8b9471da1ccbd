import type { StreamEvent } from './event-source.js';

/** A ring buffer of a stream's newest events, so that most resumes need no database read. */
export class EventRing {
  private events: StreamEvent[] = [];

  /** @param last number of the newest event of the stream, kept here or not. */
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
    // Before the new ones come: they are about to be sent, however old they call themselves.
    this.forget(now, events.length);
    for (const event of events) {
      if (event.s <= this.last) continue;
      if (event.s !== this.last + 1) throw new Error(`Event ${event.s} came after ${this.last}.`);
      this.events.push(event);
      this.last = event.s;
    }
  }

  /**
   * The events that follow on number `s`, as many as fit in one frame; none when it is the newest. Null when the next
   * one is no longer kept here, or when `s` has not been reached.
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

/** The first of the events whose texts together have at most so many characters; one event always fits. */
export function fitting(events: StreamEvent[], charactersMax: number): StreamEvent[] {
  let characters = 0;
  const end = events.findIndex(({ json }, index) => {
    characters += json.length;
    return characters > charactersMax && index > 0;
  });
  return end < 0 ? events : events.slice(0, end);
}
