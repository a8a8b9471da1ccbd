import type { Readable } from 'node:stream';
import type { StoragePort } from '../../../platform/storage/storage-port.js';
import { contentOf, type FileDigest, linesOf, SeenLines } from './archive-content.js';
import { ArchiveFault, require } from './archive-fault.rules.js';
import { type ArchiveLine, readLine } from './archive-lines.rules.js';

/** A file in the store, and how many bytes its lines have at most: no more of it is read. */
export interface StoredFile {
  key: string;
  most: number;
}

/**
 * Where nothing is noted: sixteen times what a file is full with, for the seal that it ends with has whatever postings there are. One
 * that is longer is read with the database.
 */
export const FILE_MOST = 1_000_000_000;

/**
 * Reads a file once, line by line, and answers the digest of its lines.
 * @throws ArchiveFault where it is not what a file of the archive is; what the store throws where it cannot be read.
 */
export async function readArchiveFile(
  storage: StoragePort,
  { key, most }: StoredFile,
  take: (line: ArchiveLine) => Promise<void> | void,
): Promise<FileDigest> {
  const file = await storage.open(key);
  require(file !== null, () => 'it is missing');
  const seen = new SeenLines();
  let number = 0;
  for await (const text of linesOf(seen.over(contentOf(file, most)))) {
    number += 1;
    const line = readLine(text);
    require(line !== null, () => `line ${number} is no line of its format`);
    await take(line);
  }
  return seen.digest();
}

/** Of whatever lines lie there; null for nothing, for what cannot be decompressed, and for more than there may be. */
export async function storedDigest(storage: StoragePort, { key, most }: StoredFile): Promise<FileDigest | null> {
  const file = await storage.open(key);
  return file && digestOf(file, most);
}

/** Whether a file lies in the store as it is noted. */
export type FileState = 'as noted' | 'missing' | 'different';

/** Holds what lies in the store against its row. */
export async function stateOf(
  storage: StoragePort,
  noted: { key: string; hash: string; bytes: number },
): Promise<FileState> {
  const file = await storage.open(noted.key);
  if (!file) return 'missing';
  return (await digestOf(file, noted.bytes))?.hash === noted.hash ? 'as noted' : 'different';
}

/** Null for what cannot be decompressed, and for more than there may be. */
async function digestOf(file: Readable, most: number): Promise<FileDigest | null> {
  const seen = new SeenLines();
  try {
    for await (const _piece of seen.over(contentOf(file, most)));
    return seen.digest();
  } catch (error) {
    if (error instanceof ArchiveFault) return null;
    throw error;
  }
}
