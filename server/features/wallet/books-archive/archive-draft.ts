import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** What a gzip file begins with: no name, no time, no system, so that equal lines are equal bytes on every machine. */
export const GZIP_BEGINNING = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** A file as it lies somewhere. */
export interface FileDigest {
  /** SHA-256 of its bytes. */
  hash: string;
  bytes: number;
}

/** A file of the archive that is being written, on this machine's disk: however long, little of it is in memory. */
export class ArchiveDraft {
  private constructor(
    private readonly folder: string,
    readonly path: string,
  ) {}

  /** Compresses the lines as they come. */
  static async write(lines: AsyncIterable<string>): Promise<ArchiveDraft> {
    const folder = await mkdtemp(join(tmpdir(), 'books-archive-'));
    const draft = new ArchiveDraft(folder, join(folder, 'draft'));
    try {
      await pipeline(Readable.from(lines), createGzip(), withBeginning, createWriteStream(draft.path, { mode: 0o600 }));
      return draft;
    } catch (error) {
      await draft.remove();
      throw error;
    }
  }

  digest(): Promise<FileDigest> {
    return digestOf(createReadStream(this.path));
  }

  open(): Readable {
    return createReadStream(this.path);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function digestOf(stream: AsyncIterable<Buffer>): Promise<FileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { hash: hash.digest('hex'), bytes };
}

/** The ten bytes are the first chunk's, and the compressor writes its system there. */
async function* withBeginning(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of source) {
    if (isFirst) GZIP_BEGINNING.copy(chunk);
    isFirst = false;
    yield chunk;
  }
}
