import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ArchiveFault, require } from './archive-fault.rules.js';

/** What a file has, whoever compressed it. */
export interface FileDigest {
  /** SHA-256 of its lines. */
  hash: string;
  /** Of its lines. */
  bytes: number;
}

/** Lines that nothing makes shorter are hardly longer compressed than they are; twice as long, and a beginning, is more than any. */
const compressedMost = (most: number) => 2 * most + 1000;

/**
 * What is in a compressed file, as it comes, and never much more than there may be: a few bytes can be made to unpack for hours.
 * @param most bytes that its lines have at most.
 * @throws ArchiveFault where it is longer, cut off or changed, or something follows it; what the store throws where it cannot be read.
 */
export async function* contentOf(file: Readable, most: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const passed = { bytes: 0 };
  // What went wrong is thrown by the reading below.
  const through = pipeline(Readable.from(counted(file, passed, compressedMost(most))), gunzip).catch(() => undefined);
  let bytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      // What fits is handed on first: what is wrong with it says more than its length.
      yield chunk.subarray(0, most - bytes);
      bytes += chunk.length;
      require(bytes <= most, TOO_LONG);
    }
    // It ends at what is no more of it, and takes that for padding.
    require(gunzip.bytesWritten === passed.bytes, () => 'there are bytes behind its end');
  } catch (error) {
    throw faultOf(error);
  } finally {
    file.destroy();
    gunzip.destroy();
    await through;
  }
}

const TOO_LONG = () => 'it is longer than it may be';

/** Also counted before it is unpacked: what holds nothing can go on for ever. */
async function* counted(file: AsyncIterable<Buffer>, passed: { bytes: number }, most: number): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    passed.bytes += chunk.length;
    require(passed.bytes <= most, TOO_LONG);
    yield chunk;
  }
}

/** What cannot be decompressed is the file's fault and not the store's. */
function faultOf(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return new ArchiveFault('it is cut off');
  return code.startsWith('Z_') ? new ArchiveFault(`its bytes are changed (${code})`) : error;
}

/** Passes the lines of a file on, and keeps their digest. */
export class SeenLines {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  async *over<Piece extends string | Buffer>(content: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of content) {
      this.hash.update(piece);
      this.bytes += Buffer.byteLength(piece);
      yield piece;
    }
  }

  /** Once, when all have passed. */
  digest(): FileDigest {
    return { hash: this.hash.digest('hex'), bytes: this.bytes };
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
