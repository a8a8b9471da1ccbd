import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type FileDigest, SeenLines } from './archive-content.js';

const PREFIX = 'books-archive-';
/** As `mkdtemp` names it behind the prefix. */
const FOLDER = /^books-archive-[A-Za-z0-9]{6}$/;
/** Far longer than any is written for. */
const LEFT_MS = 3_600_000;

/** A file of the archive that is being written, on this machine's disk: however long, little of it is in memory. */
export class ArchiveDraft {
  private constructor(
    private readonly folder: string,
    readonly path: string,
    readonly digest: FileDigest,
  ) {}

  /** Compresses the lines as they come. */
  static async write(lines: AsyncIterable<string>): Promise<ArchiveDraft> {
    const folder = await mkdtemp(join(tmpdir(), PREFIX));
    const [path, seen] = [join(folder, 'draft'), new SeenLines()];
    try {
      await pipeline(Readable.from(seen.over(lines)), createGzip(), createWriteStream(path, { mode: 0o600 }));
      return new ArchiveDraft(folder, path, seen.digest());
    } catch (error) {
      await remove(folder);
      throw error;
    }
  }

  /** Removes what processes that ended half-way have left on this machine. What is another user's stays. */
  static async removeLeft(now: number): Promise<void> {
    const places = (await readdir(tmpdir())).filter((name) => FOLDER.test(name)).map((name) => join(tmpdir(), name));
    const removals = places.map(async (place) => {
      if (now - (await lstat(place)).mtimeMs >= LEFT_MS) await remove(place);
    });
    await Promise.allSettled(removals);
  }

  remove(): Promise<void> {
    return remove(this.folder);
  }
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
