import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type FileDigest, SeenLines } from './archive-content.js';

/** A file of the archive that is being written, on this machine's disk: however long, little of it is in memory. */
export class ArchiveDraft {
  private constructor(
    private readonly folder: string,
    readonly path: string,
    readonly digest: FileDigest,
  ) {}

  /** Compresses the lines as they come. */
  static async write(lines: AsyncIterable<string>): Promise<ArchiveDraft> {
    const folder = await mkdtemp(join(tmpdir(), 'books-archive-'));
    const [path, seen] = [join(folder, 'draft'), new SeenLines()];
    try {
      await pipeline(Readable.from(seen.over(lines)), createGzip(), createWriteStream(path, { mode: 0o600 }));
      return new ArchiveDraft(folder, path, seen.digest());
    } catch (error) {
      await remove(folder);
      throw error;
    }
  }

  remove(): Promise<void> {
    return remove(this.folder);
  }
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
