import { z } from 'zod';
import { type Anchor, anchorKey, lineOf, linePrefix, readAnchor } from './audit-anchor.rules.js';

/**
 * After a restore the log has other seals than were anchored after the instant that it came back to, and what is anchored
 * cannot be taken away. So a new line of anchors is begun, by a person and with a reason, kept among the anchors themselves:
 * of the lines before it the log must still bear out what it bore out then, and the rest stays there as of the line before.
 */
export interface LineStart {
  line: number;
  /** The last anchored seal that the log bore out; 0: none. */
  agreed: string;
  /** How many anchors the log did not bear out. */
  lost: number;
  /** The oldest and the newest of them. */
  first: Anchor;
  last: Anchor;
  who: string;
  why: string;
  /** The entry of the audit log that says the same. */
  entry: string;
  /** Unix milliseconds. */
  at: number;
}

export interface StoredText {
  key: string;
  text: string | null;
}

export interface Lines {
  /** The newest line; 1 where none was begun anew. */
  line: number;
  /** What the log must bear out, of all lines, the newest first. */
  held: Anchor[];
  /** What was kept of a log that is lost, the newest first. */
  before: Anchor[];
  /** The newest first. */
  starts: LineStart[];
  /** Keys under which nothing readable lies, or an anchor that is of another key. */
  unreadable: string[];
}

const ANCHOR = z.unknown().transform((given, context) => {
  const anchor = readAnchor(JSON.stringify(given));
  if (anchor) return anchor;
  context.addIssue({ code: 'custom', message: 'no anchor' });
  return z.NEVER;
});
const START = z.object({
  line: z.int().min(2),
  agreed: z.string().regex(/^[0-9]{1,18}$/),
  lost: z.int().positive(),
  first: ANCHOR,
  last: ANCHOR,
  who: z.string(),
  why: z.string(),
  entry: z.string().regex(/^[1-9][0-9]{0,17}$/),
  at: z.number(),
});

/** A line's beginning sorts after its anchors: it is the line's oldest. */
export function startKey(line: number): string {
  return `${linePrefix(line)}start`;
}

/** @param stored in the order of the keys, from the newest; it may end anywhere. A beginning that cannot be read excuses nothing. */
export function sortLines(stored: readonly StoredText[]): Lines {
  const lines: Lines = { line: 1, held: [], before: [], starts: [], unreadable: [] };
  let agreed: bigint | null = null;
  for (const { key, text } of stored) {
    const isStart = key === startKey(lineOf(key)) && lineOf(key) > 1;
    const start = isStart ? readStart(text, lineOf(key)) : null;
    const anchor = start ? null : readOwnAnchor(key, text);
    // What is neither begins no line: anybody who may put something there chooses its key.
    if (isStart || anchor) lines.line = Math.max(lines.line, lineOf(key));
    if (start) {
      lines.starts.push(start);
      if (agreed === null || BigInt(start.agreed) < agreed) agreed = BigInt(start.agreed);
    } else if (!anchor) lines.unreadable.push(key);
    else (agreed !== null && BigInt(anchor.seal) > agreed ? lines.before : lines.held).push(anchor);
  }
  return lines;
}

/** A copy under another key says nothing: it is true of every log that the original is true of. */
function readOwnAnchor(key: string, text: string | null): Anchor | null {
  const anchor = readAnchor(text);
  return anchor && key === anchorKey(anchor.seal, lineOf(key)) ? anchor : null;
}

function readStart(text: string | null, line: number): LineStart | null {
  try {
    const start = START.safeParse(JSON.parse(text ?? '')).data;
    return start?.line === line ? start : null;
  } catch {
    return null;
  }
}
