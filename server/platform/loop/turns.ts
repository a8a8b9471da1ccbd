import { Refusal } from '../http/refusal.js';

/** Lets so many works run at a time; the others wait for their turn, in the order in which they came. */
export class Turns {
  private running = 0;
  private readonly line: (() => void)[] = [];

  /** @param waitingMost whoever comes when so many wait is refused. */
  constructor(
    private readonly most: number,
    private readonly waitingMost = Number.POSITIVE_INFINITY,
  ) {}

  /** How many wait. */
  get waiting(): number {
    return this.line.length;
  }

  /** What the work answers, once its turn has come. @throws Refusal `request.unavailable` when too many wait; what the work throws. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < this.most) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.line.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Waits until one that is running hands its place over. */
  private turn(): Promise<void> {
    if (this.line.length >= this.waitingMost) throw new Refusal('request.unavailable');
    return new Promise((resolve) => this.line.push(resolve));
  }
}
