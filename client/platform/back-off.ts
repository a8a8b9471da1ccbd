const FIRST_MS = 1000;
const CAP_MS = 15_000;

/**
 * Longest wait before the attempt, counted from 0: 1, 2, 4, 8, then 15 s. The wait itself is drawn evenly from zero
 * to this ("full jitter"), so that clients which were cut together do not come back together.
 */
export function backOffCap(attempt: number): number {
  return Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
}
