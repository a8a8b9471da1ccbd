/** The only source of time in the product. Use cases read it; rules take the instant as an argument. */
export abstract class Clock {
  /** Now, in milliseconds since the Unix epoch, UTC. Never goes backwards within one process. */
  abstract now(): number;
}

/** The machine's own clock, held back from going backwards when the system time is corrected. */
export class SystemClock extends Clock {
  private last = 0;

  now(): number {
    this.last = Math.max(this.last, Date.now());
    return this.last;
  }
}
