import type { SpotFill } from '../../../contract/rules/spot.rules.js';

/** An execution as the stored functions take it. */
export function fillRow({ quantity, amount, fee, progress, levels }: SpotFill): Record<string, unknown> {
  return { quantity, amount, fee, exact: progress.exact, levels };
}
