import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ArchiveFault } from './archive-fault.rules.js';

/**
 * What is in a compressed file, as it comes.
 * @param read in which is said at the end how many bytes of the file that was.
 * @throws Error where it is cut off or changed.
 */
export async function* contentOf(file: Readable, read = { bytes: 0 }): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // What went wrong is thrown by the reading below.
  const through = pipeline(file, gunzip).catch(() => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) yield chunk;
    read.bytes = gunzip.bytesWritten;
  } finally {
    file.destroy();
    gunzip.destroy();
    await through;
  }
}

/** Longer than a journal of a hundred thousand postings. What is more somebody else has written. */
const LINE_MOST = 32_000_000;

/** Lines without their ends. @throws ArchiveFault where the last has none, or one is far too long. */
export async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let [parts, bytes]: [Buffer[], number] = [[], 0];
  for await (const chunk of content) {
    let start = 0;
    for (let stop = chunk.indexOf(10); stop >= 0; stop = chunk.indexOf(10, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, stop)]).toString('utf8');
      [parts, bytes, start] = [[], 0, stop + 1];
    }
    parts.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > LINE_MOST) throw new ArchiveFault('a line is longer than any can be');
  }
  if (bytes > 0) throw new ArchiveFault('its last line has no end');
}
