import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoragePort } from '../../../platform/storage/storage-port.js';
import { contentOf, linesOf } from './archive-content.js';
import { digestOf, type FileDigest, GZIP_BEGINNING } from './archive-draft.js';
import { ArchiveFault, require } from './archive-fault.rules.js';
import { type ArchiveLine, readLine } from './archive-lines.rules.js';

/**
 * Reads a file once, line by line, and answers its digest.
 * @throws ArchiveFault where it is not what a file of the archive is; what the store throws where it cannot be read.
 */
export async function readArchiveFile(
  storage: StoragePort,
  key: string,
  take: (line: ArchiveLine) => Promise<void> | void,
): Promise<FileDigest> {
  const file = await storage.open(key);
  require(file !== null, () => 'it is missing');
  const seen = new SeenBytes();
  let number = 0;
  const decompressed = { bytes: 0 };
  for await (const text of linesOf(readable(contentOf(Readable.from(seen.over(file)), decompressed)))) {
    number += 1;
    const line = readLine(text);
    require(line !== null, () => `line ${number} is no line of its format`);
    await take(line);
  }
  require(seen.beginning.equals(GZIP_BEGINNING), () => 'it does not begin as a compressed file of the archive does');
  const digest = seen.isWhole ? seen.digest() : await storedDigest(storage, key);
  require(decompressed.bytes === digest?.bytes, () => 'there are bytes behind its end');
  return digest;
}

/** Of whatever lies there; null for nothing. */
export async function storedDigest(storage: StoragePort, key: string): Promise<FileDigest | null> {
  const file = await storage.open(key);
  return file && digestOf(file);
}

/** What cannot be decompressed is the file's fault and not the store's. */
async function* readable(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (code === 'Z_BUF_ERROR') throw new ArchiveFault('it is cut off');
    if (code.startsWith('Z_')) throw new ArchiveFault(`its bytes are changed (${code})`);
    throw error;
  }
}

/** Passes the bytes of a file on, and keeps their digest. */
class SeenBytes {
  beginning = Buffer.alloc(0);
  isWhole = false;
  private readonly hash = createHash('sha256');
  private bytes = 0;

  async *over(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of file) {
      this.hash.update(chunk);
      this.bytes += chunk.length;
      const lacking = GZIP_BEGINNING.length - this.beginning.length;
      if (lacking > 0) this.beginning = Buffer.concat([this.beginning, chunk.subarray(0, lacking)]);
      yield chunk;
    }
    this.isWhole = true;
  }

  /** Once, when all have passed. */
  digest(): FileDigest {
    return { hash: this.hash.digest('hex'), bytes: this.bytes };
  }
}
