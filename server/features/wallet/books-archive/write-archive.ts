import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { StoragePort } from '../../../platform/storage/storage-port.js';
import { ArchiveDraft } from './archive-draft.js';
import { ArchiveFault } from './archive-fault.rules.js';
import { FORMAT, journalOf, keyOf, lineOf, sealedText } from './archive-lines.rules.js';
import { type ArchiveLimits, BooksArchiveStore, type NextFile } from './books-archive.store.js';
import { readArchiveFile } from './read-archive-file.js';
import { type DatedSeal, SealedJournalsStore } from './sealed-journals.store.js';

/** A run is less than a minute of work; what is left is for the next one. */
const LIMITS: ArchiveLimits = { journals: 100_000, bytes: 64_000_000, seals: 20_000, postings: 20_000, files: 8 };
const SEALS_AT_ONCE = 500;

/** What has been written of a file so far. */
interface Written {
  lastSeal: string;
  journals: number;
  postings: number;
  bytes: number;
}

/**
 * Writes sealed journals with their postings into files beside the database. A file is whole seals, and the same seals are the
 * same lines: cut off between the file and its row, or done by two workers at once, it is the same file.
 */
@Injectable()
export class WriteArchive {
  private readonly logger = new Logger(WriteArchive.name);

  constructor(
    private readonly store: BooksArchiveStore,
    private readonly sealed: SealedJournalsStore,
    private readonly storage: StoragePort,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /** @returns how many files it has written. What is too little for one waits for the end of its day. */
  async execute(given: Partial<ArchiveLimits> = {}): Promise<number> {
    const limits = { ...LIMITS, ...given };
    let files = 0;
    try {
      while (files < limits.files && (await this.writeNext(limits))) files += 1;
      return files;
    } finally {
      this.metrics.booksArchiveLateSeconds.set(await this.store.lateSeconds(this.now()));
    }
  }

  private async writeNext(limits: ArchiveLimits): Promise<boolean> {
    const next = await this.store.nextFile(limits, this.now());
    if (!next) return false;
    const written: Written = { lastSeal: '', journals: 0, postings: 0, bytes: 0 };
    const draft = await ArchiveDraft.write(this.lines(next, limits, written));
    try {
      const key = keyOf(next.books, next.id);
      if (!(await this.storage.addFile(key, draft.path))) await this.known(key, draft);
      const { lastSeal, journals } = written;
      await this.store.add({ id: next.id, lastSeal, journals, ...draft.digest, key }, this.now());
      this.logger.log({ file: next.id, lastSeal, journals, ...draft.digest });
      return true;
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
    if ((await this.storedHash(key)) === draft.digest.hash) return;
    this.logger.error({ event: 'books-archive-taken', key });
    throw new Error(`Something else lies under ${key} already: server/documents/runbook.md#booksnotarchived`);
  }

  /** Null for what is missing, or is no file of the archive to whoever verifies it. */
  private async storedHash(key: string): Promise<string | null> {
    try {
      return (await readArchiveFile(this.storage, key, () => undefined)).hash;
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      this.logger.warn({ err: error, key });
      return null;
    }
  }

  private async *lines(next: NextFile, limits: ArchiveLimits, written: Written): AsyncGenerator<string> {
    const { books, id: file, previousHash: previous, firstSeal } = next;
    yield lineOf({ format: FORMAT, books, file, previous, firstSeal });
    let [seals, number, day] = [0, BigInt(firstSeal), ''];
    for (let first = ''; ; ) {
      const page = await this.sealed.sealsFrom(String(number), SEALS_AT_ONCE);
      for (const seal of page) {
        day ||= seal.day;
        first ||= seal.firstJournal;
        if (seal.day !== day || isFull(limits, { seals, bytes: written.bytes, first, last: seal.firstJournal })) {
          yield endOf(file, written);
          return;
        }
        yield* this.sealLines(seal, limits, written);
        [seals, number] = [seals + 1, BigInt(seal.seal) + 1n];
      }
      if (page.length === 0) break;
    }
    yield endOf(file, written);
  }

  /** @throws Error where the journals are not what the seal covers: what nobody has sealed is not archived. */
  private async *sealLines(
    { day: _day, ...seal }: DatedSeal,
    limits: ArchiveLimits,
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

  private now(): Date {
    return new Date(this.clock.now());
  }
}

function endOf(file: string, { lastSeal, journals, postings }: Written): string {
  return lineOf({ end: file, lastSeal, journals, postings });
}

/** By what was sealed alone, so that whoever writes the file again ends it at the same seal. @param now numbers of journals. */
function isFull(limits: ArchiveLimits, now: { seals: number; bytes: number; first: string; last: string }): boolean {
  return (
    now.seals >= limits.seals ||
    now.bytes >= limits.bytes ||
    BigInt(now.last) - BigInt(now.first) >= BigInt(limits.journals)
  );
}
