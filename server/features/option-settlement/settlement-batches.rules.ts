/** Seconds that lie no further apart than this (milliseconds) are read in one piece. */
const GAP_MS = 30_000;

/** Orders, given by user, in batches of about the given size; all orders of a user are in one batch. */
export function batchesByUser(orders: readonly { id: string; userId: string }[], size: number): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  for (const [place, { id, userId }] of orders.entries()) {
    if (batch.length >= size && orders[place - 1]?.userId !== userId) {
      batches.push(batch);
      batch = [];
    }
    batch.push(id);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

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
