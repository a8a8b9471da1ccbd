import type { AnchorPort } from '../../../platform/storage/anchor-port.js';
import { type Lines, sortLines, type StoredText } from './anchor-lines.rules.js';
import { type Difference, firstDifference } from './audit-anchor.rules.js';
import type { AuditStore } from './audit.store.js';
import { readStored } from './read-lines.js';

/** Enough to say where a difference begins; the chain itself binds everything before a seal to it. */
const COMPARED = 20;
/** Whoever may put things there may put more of them than can be read each time: so many are looked at. */
const LOOKED_AT_MOST = 1000;

/** The newest anchors, and what the log does not bear out of them. */
export interface ComparedAnchors extends Lines {
  /** Keys of what can be read. */
  keys: ReadonlySet<string>;
  difference: { first: Difference; count: number } | null;
}

/** Holds the log against the newest that it has to bear out, past whatever lies before them and is no anchor. It only reads. */
export async function compareAnchors(anchors: AnchorPort, store: AuditStore): Promise<ComparedAnchors> {
  const { lines, keys } = await newestOf(anchors);
  const hashes = await store.hashesOf(lines.held.map(({ seal }) => seal));
  return { ...lines, keys, difference: firstDifference(lines.held, hashes) };
}

async function newestOf(anchors: AnchorPort): Promise<{ lines: Lines; keys: ReadonlySet<string> }> {
  const stored: StoredText[] = [];
  for (;;) {
    const listed = await anchors.list(COMPARED, stored.at(-1)?.key);
    stored.push(...(await Promise.all(listed.map((key) => readStored(anchors, key)))));
    const lines = sortLines(stored);
    if (lines.held.length < COMPARED && listed.length === COMPARED && stored.length < LOOKED_AT_MOST) continue;
    const unreadable = new Set(lines.unreadable);
    return { lines, keys: new Set(stored.map(({ key }) => key).filter((key) => !unreadable.has(key))) };
  }
}
