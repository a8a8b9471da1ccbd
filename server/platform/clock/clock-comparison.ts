/** One look at the database's clock. The first two are instants of the process's steady clock; all in milliseconds. */
export interface ClockReading {
  askedAt: number;
  answeredAt: number;
  /** What the database said, since the Unix epoch. */
  databaseMs: number;
}

const COMPARED_MAX = 8;
/** What two steady clocks may drift apart between the looks that are kept. */
const DRIFT_MS = 5;

interface Known {
  aheadMs: number;
  uncertainMs: number;
}

/**
 * How far the database's clock is ahead of the steady clock of this process: by the look of the last eight that was
 * answered fastest, taken to have been answered half-way. A look that contradicts it says that one of the two has
 * jumped (a corrected clock, a machine that slept), and only what is known since then counts.
 */
export class ClockComparison {
  private known: Known[] = [];
  private best: Known | null = null;

  add({ askedAt, answeredAt, databaseMs }: ClockReading): void {
    const uncertainMs = (answeredAt - askedAt) / 2;
    const latest = { aheadMs: databaseMs - askedAt - uncertainMs, uncertainMs };
    const isContradiction =
      this.best !== null &&
      Math.abs(latest.aheadMs - this.best.aheadMs) > latest.uncertainMs + this.best.uncertainMs + DRIFT_MS;
    this.known = isContradiction ? [latest] : [...this.known.slice(1 - COMPARED_MAX), latest];
    this.best = this.known.reduce((best, each) => (each.uncertainMs < best.uncertainMs ? each : best));
  }

  /** Null before the first look. */
  get databaseAheadMs(): number | null {
    return this.best?.aheadMs ?? null;
  }

  get uncertainMs(): number {
    return this.best?.uncertainMs ?? 0;
  }
}
