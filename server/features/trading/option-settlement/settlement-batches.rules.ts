/** Seconds that lie no further apart than this (milliseconds) are read in one piece. */
const GAP_MS = 30_000;

/** Spans that cover all instants, without long stretches between two of them. */
export function rangesOf(instants: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const instant of [...instants].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && instant - last.to <= GAP_MS) last.to = instant;
    else ranges.push({ from: instant, to: instant });
  }
  return ranges;
}
