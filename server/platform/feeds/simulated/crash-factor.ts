/** A commanded fall of the price. */
export interface Crash {
  /** When it begins. */
  at: number;
  /** Share of the price that is lost at the deepest point, 0.3 for thirty percent. */
  ratio: number;
  /** Milliseconds from the beginning to the deepest point. */
  overMs: number;
}

/** Share of the fall that is won back, and how many times the fall's own length that takes. */
const RECOVERED = 0.4;
const RECOVERY_LENGTHS = 20;

/** What the price is multiplied with at an instant: 1 before, `1 - ratio` at the deepest, and then a part comes back. */
export function crashFactor({ at, ratio, overMs }: Crash, instant: number): number {
  const part = (instant - at) / overMs;
  if (part <= 0) return 1;
  // The fall begins slowly and is fastest in the middle, as cascades of liquidations are.
  if (part < 1) return 1 - ratio * part * part * (3 - 2 * part);
  const back = Math.min(1, (part - 1) / RECOVERY_LENGTHS);
  return 1 - ratio * (1 - RECOVERED * back * (2 - back));
}

/** Whether the crash bends the price anywhere in `[from, to)`, so that the factor is not one number there. */
export function isBending({ at, overMs }: Crash, from: number, to: number): boolean {
  return to > at && from < at + overMs * (1 + RECOVERY_LENGTHS);
}
