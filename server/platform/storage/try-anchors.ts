import { randomUUID } from 'node:crypto';
import type { AnchorPort } from './anchor-port.js';
import { S3Anchors } from './s3-anchors.js';

/** What has to hold of the place where anchors are kept. */
export interface Trial {
  says: string;
  holds: boolean;
}

/** Tries a place on an anchor of no meaning, which stays there until its time is over. @param until a lock must last, Unix milliseconds. */
export async function tryAnchors(anchors: AnchorPort, until: number): Promise<Trial[]> {
  const [key, text] = [`trial-${randomUUID()}`, 'kept first'];
  const trials = [
    { says: 'keeps what is not there yet', holds: await anchors.putOnce(key, text) },
    { says: 'keeps nothing in the place of what is there', holds: !(await anchors.putOnce(key, 'kept second')) },
    { says: 'gives back what was kept', holds: (await anchors.get(key)) === text },
    { says: 'lists it', holds: await isListed(anchors, key) },
  ];
  if (!(anchors instanceof S3Anchors)) return trials;
  const { lockedUntil, isRemoved } = await anchors.rob(key);
  return [
    ...trials,
    { says: 'has locked it for as long as anchors are kept', holds: (lockedUntil?.getTime() ?? 0) >= until },
    { says: 'lets nobody remove it', holds: !isRemoved },
    { says: 'gives it back though another was put over it', holds: (await anchors.get(key)) === text },
    { says: 'lists it though it was marked as gone', holds: await isListed(anchors, key) },
  ];
}

const PAGE = 1000;

async function isListed(anchors: AnchorPort, key: string): Promise<boolean> {
  for (let after: string | undefined; ; ) {
    const keys = await anchors.list(PAGE, after);
    if (keys.includes(key)) return true;
    if (keys.length < PAGE) return false;
    after = keys.at(-1);
  }
}
