/** Parts of a sweep. The groups of a large room are spread over them; the event loop is yielded between two parts. */
export const SWEEP_PARTS = 40;
/** Debounce, as a share of a beat: closer announcements share one sweep. */
const CLOSEST = 0.8;
/** How long, in beats, a sweep waits for the next announcement. */
const PATIENCE = 1.5;

/**
 * Runs all parts once a beat, as one sweep: in order and without pauses, but for a turn of the event loop after each
 * part that had work. A sweep starts when a publisher announces news, so the beat synchronises with the publisher and
 * adds no waiting time of its own. Without announcements sweeps start on a timer.
 */
export class BeatSweep {
  private waiting: NodeJS.Timeout | null = null;
  private turn: NodeJS.Immediate | null = null;
  /** Where the running sweep is; null between sweeps. */
  private part: number | null = null;
  private isWanted = false;
  private announcedAt = Number.NEGATIVE_INFINITY;
  private beganAt = Number.NEGATIVE_INFINITY;

  /** `runPart` says whether there was anything to do. */
  constructor(
    private readonly beatMs: number,
    private readonly runPart: (part: number) => boolean,
    private readonly steadyNow: () => number,
  ) {}

  start(): void {
    if (this.waiting || this.part !== null) return;
    this.await(this.beatMs);
  }

  stop(): void {
    if (this.waiting) clearTimeout(this.waiting);
    if (this.turn) clearImmediate(this.turn);
    [this.waiting, this.turn, this.part, this.isWanted] = [null, null, null, false];
  }

  /** Announces news. The sweep does not start synchronously. */
  announce(): void {
    if (this.isWanted) return;
    this.isWanted = this.waiting !== null || this.part !== null;
    if (this.waiting) this.awaitNext();
  }

  private awaitNext(): void {
    const now = this.steadyNow();
    const isLed = now - this.announcedAt < this.beatMs * PATIENCE;
    const due = this.isWanted
      ? this.announcedAt + this.beatMs * CLOSEST
      : this.beganAt + this.beatMs * (isLed ? PATIENCE : 1);
    if (this.isWanted && due <= now) this.begin();
    else this.await(Math.max(0, due - now));
  }

  private await(milliseconds: number): void {
    if (this.waiting) clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.begin(), milliseconds);
  }

  private begin(): void {
    if (this.waiting) clearTimeout(this.waiting);
    this.waiting = null;
    this.beganAt = this.steadyNow();
    if (this.isWanted) this.announcedAt = this.beganAt;
    this.isWanted = false;
    this.part = 0;
    this.turn = setImmediate(() => this.goOn());
  }

  /** Runs the next part that has work, and yields to the event loop. */
  private goOn(): void {
    this.turn = null;
    while (this.part !== null && this.part < SWEEP_PARTS) {
      const current = this.part;
      this.part = current + 1;
      if (this.runPart(current) && this.part !== null) {
        this.turn = setImmediate(() => this.goOn());
        return;
      }
    }
    if (this.part === null) return;
    this.part = null;
    this.awaitNext();
  }
}
