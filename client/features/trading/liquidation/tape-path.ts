import type { TapeSample } from '../../../../server/contract/markets/tape.dto';

/** A picture of a part of the tape: the marks as a line, broken where the tape has a gap, and levels across it. */
export interface TapePicture {
  /** SVG path of the marks. */
  path: string;
  /** Where each level is, from the top; null where it is outside of the picture. */
  levels: (number | null)[];
  /** Places of the samples that decided. */
  marks: { x: number; y: number }[];
}

interface Box {
  width: number;
  height: number;
}

const SECOND_MS = 1000;
const PADDING = 4;

/**
 * Draws the marks of the samples into a box. Levels far outside of what the marks did are left out rather than
 * flattening the line. Floats are good enough here: they decide where a pixel is and nothing else.
 */
export function tapePicture(
  samples: readonly Pick<TapeSample, 's' | 'mark'>[],
  levels: readonly (string | null)[],
  decided: readonly number[],
  { width, height }: Box,
): TapePicture | null {
  const known = samples.flatMap(({ s, mark }) => (mark === null ? [] : { at: s, value: Number(mark) }));
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last || known.length < 2) return null;
  const values = known.map(({ value }) => value);
  const span = Math.max(...values) - Math.min(...values);
  const near = levels.map((level) => {
    const value = level === null ? null : Number(level);
    const isNear = value !== null && value > Math.min(...values) - span && value < Math.max(...values) + span;
    return isNear ? value : null;
  });
  const all = [...values, ...near.filter((value) => value !== null)];
  const low = Math.min(...all);
  const range = Math.max(...all) - low;
  const x = (at: number) => PADDING + ((at - first.at) / (last.at - first.at || 1)) * (width - 2 * PADDING);
  const y = (value: number) =>
    range === 0 ? height / 2 : height - PADDING - ((value - low) / range) * (height - 2 * PADDING);
  const path = known
    .map(({ at, value }, index) => {
      const before = known[index - 1];
      const isGap = !before || at - before.at > SECOND_MS;
      return `${isGap ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
  const marks = known
    .filter(({ at }) => decided.includes(Math.floor(at / SECOND_MS)))
    .map(({ at, value }) => ({ x: x(at), y: y(value) }));
  return { path, levels: near.map((value) => (value === null ? null : y(value))), marks };
}
