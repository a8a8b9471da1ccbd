import type { Received } from './fan-out.run.js';

type Judged = { skipped: number } & Record<'received' | 'aside', Pick<Received, 'missing' | 'gaps' | 'closed'>>;

/** Why runs are no proof: values that were missed, gaps and sockets that were closed. */
export function lossesOf(runs: readonly Judged[]): string[] {
  const all = runs.flatMap(({ received, aside }) => [received, aside]);
  const lost = all.reduce((sum, { missing, gaps, closed }) => sum + missing + gaps + closed, 0);
  return lost > 0 ? [`${lost} sockets missed a value, had a gap or were closed`] : [];
}

/** The same, where no beat may be left out for a socket either. */
export function lossesOfBeats(runs: readonly Judged[]): string[] {
  const skipped = runs.reduce((sum, run) => sum + run.skipped, 0);
  return [...lossesOf(runs), ...(skipped > 0 ? [`${skipped} frames were left out of their beat`] : [])];
}

/** @throws Error that names what is wrong. */
export function failBy(losses: readonly string[]): void {
  if (losses.length > 0) throw new Error(`${losses.join('; ')}.`);
}
