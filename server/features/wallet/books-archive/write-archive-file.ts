import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { StoragePort } from '../../../platform/storage/storage-port.js';
import type { FileDigest } from './archive-content.js';
import { ArchiveDraft } from './archive-draft.js';
import { ArchiveFault } from './archive-fault.rules.js';
import { FORMAT, journalOf, keyOf, lineOf, sealedText } from './archive-lines.rules.js';
import type { FileLimits, NextFile, NotedFile } from './books-archive.store.js';
import { readArchiveFile } from './read-archive-file.js';
import { type DatedSeal, SealedJournalsStore } from './sealed-journals.store.js';

const SEALS_AT_ONCE = 500;

/** What has been written of a file so far. */
interface Written {
  lastSeal: string;
  journals: number;
  postings: number;
  bytes: number;
}

/** What a file has that lies in the store now. */
export interface WrittenFile extends FileDigest {
  lastSeal: string;
  journals: number;
}

/** Writes a file of the archive: seals from where it begins on, and the journals that they cover. */
@Injectable()
export class WriteArchiveFile {
  private readonly logger = new Logger(WriteArchiveFile.name);

  constructor(
    private readonly sealed: SealedJournalsStore,
    private readonly storage: StoragePort,
  ) {}

  /** The next one: as many seals as there is room for. @throws Error where something else lies in its place. */
  async execute(next: NextFile, limits: FileLimits): Promise<WrittenFile> {
    return this.write(next, { ...limits, lastSeal: null, hash: null });
  }

  /**
   * One that is noted and lies in the store no more: its seals, whatever there is room for today.
   * @throws Error where its row is not true: the lines of its seals have another digest.
   */
  async again(noted: NotedFile, limits: FileLimits): Promise<WrittenFile> {
    return this.write(noted, { ...limits, lastSeal: noted.lastSeal, hash: noted.hash });
  }

  private async write(next: NextFile, range: FileRange): Promise<WrittenFile> {
    const written: Written = { lastSeal: '', journals: 0, postings: 0, bytes: 0 };
    const draft = await ArchiveDraft.write(this.lines(next, range, written));
    try {
      const isNoted = range.hash === null || range.hash === draft.digest.hash;
      if (!isNoted)
        throw new Error(`The row of file ${next.id} of the archive is not true: its seals have other lines`);
      const key = keyOf(next.books, next.id);
      if (!(await this.storage.addFile(key, draft.path))) await this.known(key, draft);
      return { lastSeal: written.lastSeal, journals: written.journals, ...draft.digest };
    } finally {
      await draft.remove();
    }
  }

  /**
   * What lies in the store under the number already, from a try that was cut off or another worker, has these lines, however
   * they are compressed; or it is of another history of the books, as after a restore.
   * @throws Error then: nothing is replaced.
   */
  private async known(key: string, draft: ArchiveDraft): Promise<void> {
    if ((await this.storedHash(key, draft.digest.bytes)) === draft.digest.hash) return;
    this.logger.error({ event: 'books-archive-taken', key });
    throw new Error(`Something else lies under ${key} already: server/documents/runbook.md#booksnotarchived`);
  }

  /** Null for what is missing, is no file of the archive to whoever verifies it, or is longer than the one that was made. */
  private async storedHash(key: string, most: number): Promise<string | null> {
    try {
      return (await readArchiveFile(this.storage, { key, most }, () => undefined)).hash;
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      this.logger.warn({ err: error, key });
      return null;
    }
  }

  private async *lines(next: NextFile, range: FileRange, written: Written): AsyncGenerator<string> {
    const { books, id: file, previousHash: previous, firstSeal } = next;
    yield lineOf({ format: FORMAT, books, file, previous, firstSeal });
    for await (const seal of this.seals(firstSeal, range, written)) yield* this.sealLines(seal, range, written);
    yield lineOf({ end: file, lastSeal: written.lastSeal, journals: written.journals, postings: written.postings });
  }

  private async *seals(firstSeal: string, range: FileRange, written: Written): AsyncGenerator<DatedSeal> {
    let [seals, number, first]: [number, bigint, DatedSeal | null] = [0, BigInt(firstSeal), null];
    for (;;) {
      const page = await this.sealed.sealsFrom(String(number), SEALS_AT_ONCE);
      for (const seal of page) {
        first ??= seal;
        if (isBehind(range, seal, { seals, bytes: written.bytes, first })) return;
        yield seal;
        [seals, number] = [seals + 1, BigInt(seal.seal) + 1n];
      }
      if (page.length === 0) return;
    }
  }

  /** @throws Error where the journals are not what the seal covers: what nobody has sealed is not archived. */
  private async *sealLines(
    { day: _day, ...seal }: DatedSeal,
    limits: FileLimits,
    written: Written,
  ): AsyncGenerator<string> {
    const hash = createHash('sha256').update(Buffer.from(seal.previousHash, 'hex'));
    let [text, between] = [lineOf(seal), ''];
    const last = BigInt(seal.lastJournal);
    for (let first = BigInt(seal.firstJournal); first <= last; ) {
      const slice = await this.sealed.slice(String(first), seal.lastJournal, limits.postings);
      for (const row of slice.journals) {
        const journal = journalOf(row);
        hash.update(`${between}${sealedText(journal)}`);
        between = '\n';
        text += lineOf(journal);
        written.journals += 1;
        written.postings += journal.postings.length;
      }
      written.bytes += Buffer.byteLength(text);
      if (text !== '') yield text;
      text = '';
      first = BigInt(slice.upTo) + 1n;
    }
    if (hash.digest('hex') !== seal.hash) throw new Error(`The journals of seal ${seal.seal} are not what was sealed`);
    written.lastSeal = seal.seal;
  }
}

/** Where a file ends: by what there is room for, or where it is noted that it does. */
interface FileRange extends FileLimits {
  lastSeal: string | null;
  /** What its lines have then. */
  hash: string | null;
}

/**
 * Whether a seal is not in the file any more. By what was sealed alone, so that whoever writes the file again ends it at the same
 * seal.
 * @param now what is in the file.
 */
function isBehind(range: FileRange, seal: DatedSeal, now: { seals: number; bytes: number; first: DatedSeal }): boolean {
  if (range.lastSeal !== null) return BigInt(seal.seal) > BigInt(range.lastSeal);
  return (
    seal.day !== now.first.day ||
    now.seals >= range.seals ||
    now.bytes >= range.bytes ||
    BigInt(seal.firstJournal) - BigInt(now.first.firstJournal) >= BigInt(range.journals)
  );
}
