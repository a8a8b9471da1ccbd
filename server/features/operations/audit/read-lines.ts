import type { AnchorPort } from '../../../platform/storage/anchor-port.js';
import { type Kept, type Lines, sortLines } from './anchor-lines.rules.js';

const PAGE = 1000;

/** Every anchor that is kept, with the lines that they are of. */
export async function readLines(anchors: AnchorPort): Promise<Lines> {
  const kept: Kept[] = [];
  for (let after: string | undefined; ; ) {
    const keys = await anchors.list(PAGE, after);
    for (const key of keys) kept.push({ key, text: await anchors.get(key) });
    after = keys.at(-1);
    if (keys.length < PAGE) return sortLines(kept);
  }
}
