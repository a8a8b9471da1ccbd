import type { StoragePort } from '../../../platform/storage/storage-port.js';
import { ArchiveChain, BEGINNING, type Place, type Reached } from './archive-chain.rules.js';
import type { FileDigest } from './archive-content.js';
import { ArchiveFault } from './archive-fault.rules.js';
import { type ArchiveLine, fileOf, folderOf, ROOT } from './archive-lines.rules.js';
import type { CompareWithBooks } from './compare-with-books.js';
import { FILE_MOST, readArchiveFile, storedDigest } from './read-archive-file.js';
import { RunningBalances } from './running-balances.rules.js';

const KEYS_AT_ONCE = 500;
const DIGEST = /^[0-9a-f]{1,64}$/;
/** Behind everything that is in a folder. */
const PAST = '~';

export interface VerifiedArchive {
  faults: string[];
  /** What is no fault, and good to know. */
  notes: string[];
  files: number;
  seals: number;
  journals: number;
  postings: number;
  /** Of the last file that is in order; null: there is none. */
  last: Pick<Reached, 'seal' | 'sealHash'> | null;
}

/**
 * Reads the files of an archive from the first to the last, each once and line by line, and says what is wrong with them. Of
 * what is read only the balances of accounts stay in memory. With the database it holds the files against that, too.
 */
export class VerifyArchive {
  private readonly verified: VerifiedArchive = {
    faults: [],
    notes: [],
    files: 0,
    seals: 0,
    journals: 0,
    postings: 0,
    last: null,
  };
  private balances: RunningBalances | null = new RunningBalances();
  private place: Place = BEGINNING;
  /** The number of the last file that was met. */
  private file = '0';
  /** Files at the end that the database does not note. */
  private unknown: string[] = [];
  /** What is known of the digest of the books: its beginning, or all of it. */
  private books = '';

  constructor(
    private readonly storage: StoragePort,
    private readonly database: CompareWithBooks | null,
  ) {}

  /**
   * @param wanted the beginning of the digest of the books, or all of it, where the store has more than one archive; null: there is
   * one.
   * @throws ArchiveFault where the store or the database has no such books.
   */
  async execute(wanted: string | null): Promise<VerifiedArchive> {
    if (wanted !== null && !DIGEST.test(wanted)) throw new ArchiveFault(`${wanted} is no digest of books.`);
    const books = (await this.database?.books()) ?? null;
    if (books !== null && !books.startsWith(wanted ?? ''))
      throw new ArchiveFault(`The database has other books than ${wanted}: ${books}.`);
    this.books = books ?? wanted ?? '';
    // What is noted while the files are read may be behind the last one that was listed.
    const noted = (await this.database?.lastFile()) ?? '0';
    const folder = books === null ? await this.onlyFolder(wanted) : folderOf(books);
    if (folder !== null) {
      for (let after = ''; ; ) {
        const keys = await this.storage.list(folder, KEYS_AT_ONCE, after);
        for (const key of keys) await this.takeKey(key);
        after = keys.at(-1) ?? '';
        if (after === '') break;
      }
    }
    await this.end(noted);
    return this.verified;
  }

  /** @throws ArchiveFault where it is not clear which archive is meant. */
  private async onlyFolder(wanted: string | null): Promise<string | null> {
    const found: string[] = [];
    for (let after = ''; ; ) {
      const [key] = await this.storage.list(ROOT, 1, after);
      if (key === undefined) break;
      const folder = key.split('/').slice(0, 2).join('/');
      found.push(folder);
      after = `${folder}/${PAST}`;
    }
    const meant = found.filter((folder) => wanted === null || folder.startsWith(`${ROOT}/${wanted.slice(0, 16)}`));
    if (meant.length > 1)
      throw new ArchiveFault(`There are ${meant.length} archives: name one by --books (${meant.join(', ')}).`);
    if (wanted !== null && meant.length === 0) throw new ArchiveFault(`There is no archive of the books ${wanted}.`);
    return meant[0] ?? null;
  }

  private async takeKey(key: string): Promise<void> {
    const named = fileOf(key);
    if (named === null) {
      this.verified.faults.push(`${key} is no file of the archive`);
      return;
    }
    const expected = BigInt(this.file) + 1n;
    if (BigInt(named.file) > expected) {
      this.missing(String(expected), String(BigInt(named.file) - 1n));
      this.lose(null);
    }
    this.file = named.file;
    this.verified.files += 1;
    await this.takeFile(key, named);
  }

  private async takeFile(key: string, { file, books }: { file: string; books: string }): Promise<void> {
    // Of the whole digest, where it is known, the folder's name has the beginning alone.
    const chain = new ArchiveChain(file, this.books.length > books.length ? this.books : books, this.place);
    this.database?.begin();
    const stored = { key, most: (await this.database?.bytesOf(file)) ?? FILE_MOST };
    let different: string | null = null;
    try {
      const digest = await readArchiveFile(this.storage, stored, async (line) => {
        chain.take(line);
        this.tally(line);
        different ??= await this.difference(line);
      });
      const reached = chain.finish();
      this.place = { previous: digest.hash, reached };
      this.verified.last = { seal: reached.seal, sealHash: reached.sealHash };
      if (different !== null) this.fault(file, different);
      await this.takeRow(file, key, digest);
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      this.fault(file, error.message);
      const digest = await storedDigest(this.storage, stored);
      // The next one is still held against the lines of this one.
      this.lose(digest?.hash ?? null);
      if (digest) await this.takeRow(file, key, digest);
    }
  }

  private async takeRow(file: string, key: string, digest: FileDigest): Promise<void> {
    try {
      if (this.database && !(await this.database.takeFile(file, key, digest))) this.unknown.push(file);
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      this.fault(file, error.message);
    }
  }

  /** What the database has otherwise, once a file. */
  private async difference(line: ArchiveLine): Promise<string | null> {
    try {
      await this.database?.take(line);
      return null;
    } catch (error) {
      if (error instanceof ArchiveFault) return error.message;
      throw error;
    }
  }

  private tally(line: ArchiveLine): void {
    if ('seal' in line) this.verified.seals += 1;
    if (!('journal' in line)) return;
    this.verified.journals += 1;
    this.verified.postings += line.postings.length;
    this.balances?.take(line);
  }

  /** Where the next file goes on is not known, nor what balances were before it. */
  private lose(previous: string | null): void {
    if (this.balances) this.verified.notes.push(`balances are not followed beyond file ${this.file}`);
    [this.place, this.balances] = [{ previous, reached: null }, null];
  }

  private fault(file: string, says: string): void {
    this.verified.faults.push(`file ${file}: ${says}`);
  }

  private missing(first: string, last: string): void {
    this.verified.faults.push(first === last ? `file ${first} is missing` : `files ${first} to ${last} are missing`);
  }

  /** @param noted the last file that was noted when the first one was read. */
  private async end(noted: string): Promise<void> {
    if (BigInt(noted) > BigInt(this.file)) this.missing(String(BigInt(this.file) + 1n), noted);
    // One may wait for its row; it is written again, equal, and noted then.
    if (this.unknown.length === 1) this.verified.notes.push(`file ${this.unknown[0]} is not noted in the database yet`);
    if (this.unknown.length > 1)
      this.verified.faults.push(`files ${this.unknown.join(', ')} are not noted in the database`);
    if (!this.balances || !this.place.reached) return;
    const { waiting } = this.balances;
    if (this.database)
      this.verified.faults.push(...(await this.database.balanceFaults(this.balances, this.place.reached.journal)));
    else if (waiting > 0) {
      this.verified.notes.push(
        `${waiting} postings follow others whose journals are not archived yet, or are missing: the database knows`,
      );
    }
  }
}
