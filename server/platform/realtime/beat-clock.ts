/** Slots of a beat. Rooms and the groups of a large room are spread over them to smooth the load. */
export const SLOTS = 10;

/**
 * Calls every slot once a beat, in order. After a delay the missed slots are made up at once, each at most once: the
 * work of a beat that was missed is conflated into the next.
 */
export class BeatClock {
  private timer: NodeJS.Timeout | null = null;
  private origin = 0;
  private done = 0;

  constructor(
    private readonly beatMs: number,
    private readonly runSlot: (slot: number) => void,
    private readonly steadyNow: () => number,
  ) {}

  start(): void {
    if (this.timer) return;
    this.origin = this.steadyNow();
    this.done = 0;
    this.schedule();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private schedule(): void {
    const next = this.origin + ((this.done + 1) * this.beatMs) / SLOTS;
    this.timer = setTimeout(() => this.tick(), Math.max(0, next - this.steadyNow()));
  }

  private tick(): void {
    const due = Math.floor(((this.steadyNow() - this.origin) * SLOTS) / this.beatMs);
    const first = Math.max(this.done, due - SLOTS);
    this.done = Math.max(this.done, due);
    this.schedule();
    for (let slot = first; slot < due; slot += 1) this.runSlot(slot % SLOTS);
  }
}
