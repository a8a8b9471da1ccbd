import { createHash } from 'node:crypto';
import { readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux has a file system in memory that every account may write to. */
const SHARED_MEMORY = '/dev/shm';
/** The type of such a file system, `TMPFS_MAGIC` of statfs(2). */
const TMPFS = 0x01021994;
/** A run's databases and their log take less than one; the rest is for what they are tested with. */
const LEAST_FREE_GIB = 4;
const GIB = 2 ** 30;

/**
 * A folder of its own in memory for what lives no longer than a run and is written all the time: copying a database of 870
 * files there costs a fifth of what it does on a disk. Null where there is none, or too little of it: a container's is small.
 * @param {string} path the folder that it stands in for; the same path has the same place
 * @param {{ folder?: string, leastFree?: number }} [options] for tests
 */
export function folderInMemory(path, { folder = SHARED_MEMORY, leastFree = LEAST_FREE_GIB * GIB } = {}) {
  try {
    const { type, bavail, bsize } = statfsSync(folder);
    if (type !== TMPFS || bavail * bsize < leastFree || availableBytes() < leastFree) return null;
  } catch {
    return null;
  }
  const name = createHash('sha256').update(path).digest('hex').slice(0, 12);
  return join(folder, `trading-gateway-${name}`);
}

/** What the system can give without taking it from anybody, as Linux estimates it. */
function availableBytes() {
  const [, kib = '0'] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kib) * 1024;
}
