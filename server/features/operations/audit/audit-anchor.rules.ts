import { z } from 'zod';

/** The head of the audit log's chain, as it was kept. */
export interface Anchor {
  /** Number of the seal. */
  seal: string;
  lastEntry: string;
  /** The last security event of a user that it covers; 0 where it covers none. */
  lastEvent: string;
  /** 64 hexadecimal digits. */
  hash: string;
  /** When it was kept, Unix milliseconds. */
  at: number;
}

export interface Difference {
  anchor: Anchor;
  /** What the log has in its place; null: no such seal. */
  found: string | null;
  /** The first entry that may be other than it was: everything up to the anchor before is as it was kept. */
  firstEntry: string;
  /** The same of the users' events. */
  firstEvent: string;
}

const ANCHOR = z.object({
  seal: z.string().regex(/^[1-9][0-9]{0,17}$/),
  lastEntry: z.string().regex(/^[0-9]{1,18}$/),
  // Anchors from before events were sealed name none.
  lastEvent: z
    .string()
    .regex(/^[0-9]{1,18}$/)
    .default('0'),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.number(),
});
const ABOVE_ALL = 10n ** 19n;
/** More lines than an installation is restored. */
const ABOVE_LINES = 10_000;

/** Later seals sort before earlier ones, so that the newest is found without reading all. @param line see `anchor-lines.rules.ts`. */
export function anchorKey(seal: string, line = 1): string {
  return `${linePrefix(line)}seal-${(ABOVE_ALL - BigInt(seal)).toString().padStart(20, '0')}`;
}

/** What the keys of a line of anchors begin with: later lines sort before earlier ones. The first line's have no number. */
export function linePrefix(line: number): string {
  return line === 1 ? '' : `line-${(ABOVE_LINES - line).toString().padStart(4, '0')}-`;
}

/** The line that a key belongs to. No line has the number 0000: there would be none after it. */
export function lineOf(key: string): number {
  const [, below] = /^line-(?!0000)([0-9]{4})-/.exec(key) ?? [];
  return below === undefined ? 1 : ABOVE_LINES - Number.parseInt(below, 10);
}

/** Null for what is no anchor. */
export function readAnchor(text: string | null): Anchor | null {
  try {
    return ANCHOR.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/**
 * The oldest anchor that the log does not bear out, with how many there are; null: none.
 * @param hashes of the log's seals, by number.
 */
export function firstDifference(
  anchors: readonly Anchor[],
  hashes: ReadonlyMap<string, string>,
): { first: Difference; count: number } | null {
  const sorted = [...anchors].sort((left, right) => (BigInt(left.seal) < BigInt(right.seal) ? -1 : 1));
  const wrong = sorted.filter(({ seal, hash }) => hashes.get(seal) !== hash);
  const [anchor] = wrong;
  if (!anchor) return null;
  const before = sorted[sorted.indexOf(anchor) - 1];
  const firstEntry = (BigInt(before?.lastEntry ?? '0') + 1n).toString();
  const firstEvent = (BigInt(before?.lastEvent ?? '0') + 1n).toString();
  return { first: { anchor, found: hashes.get(anchor.seal) ?? null, firstEntry, firstEvent }, count: wrong.length };
}
