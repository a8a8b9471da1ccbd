import { inLanes } from '../../../platform/jobs/in-lanes.js';
import { type AnchorPort, isAnchorKey } from '../../../platform/storage/anchor-port.js';
import { type Lines, sortLines, type StoredText } from './anchor-lines.rules.js';

const PAGE = 1000;
/** Anchors that are read at a time: one by one the years of an installation would take an hour from a store that is far away. */
const LANES = 16;

/** Every anchor that is kept, with the lines that they are of. */
export async function readLines(anchors: AnchorPort): Promise<Lines> {
  const stored: StoredText[] = [];
  for (let after: string | undefined; ; ) {
    const keys = await anchors.list(PAGE, after);
    const page = await inLanes(keys, LANES, (key) => readStored(anchors, key));
    for (const one of page) stored.push(one);
    after = keys.at(-1);
    if (keys.length < PAGE) return sortLines(stored);
  }
}

/** What is kept under a key that was listed; null where no anchor can have that key. */
export async function readStored(anchors: AnchorPort, key: string): Promise<StoredText> {
  return { key, text: isAnchorKey(key) ? await anchors.get(key) : null };
}
