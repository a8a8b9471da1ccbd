import { createHash, type Hash } from 'node:crypto';
import { require } from './archive-fault.rules.js';
import {
  type ArchivedJournal,
  type ArchivedSeal,
  type ArchiveLine,
  type FileBeginning,
  type FileEnd,
  sealedText,
} from './archive-lines.rules.js';

export const ZEROS = '0'.repeat(64);

/** What a file ended with. */
export interface Reached {
  seal: string;
  sealHash: string;
  journal: string;
}

/** Where a file has to go on. Null: that is not known, since a file before it is missing or has a fault. */
export interface Place {
  /** SHA-256 of the lines of the file before. */
  previous: string | null;
  reached: Reached | null;
}
export const BEGINNING: Place = { previous: ZEROS, reached: { seal: '0', sealHash: ZEROS, journal: '0' } };

interface OpenSeal {
  seal: ArchivedSeal;
  text: Hash;
  /** The last journal so far. */
  journal: string | null;
}

const next = (number: string): string => String(BigInt(number) + 1n);

/** Follows the lines of one file: its place in the chain of files, that of its seals, and what each of them covers. */
export class ArchiveChain {
  private began: FileBeginning | null = null;
  private open: OpenSeal | null = null;
  private last: ArchivedSeal | null = null;
  private end: FileEnd | null = null;
  private journals = 0;
  private postings = 0;

  /** @param books the beginning of the digest of their first seal. */
  constructor(
    private readonly file: string,
    private readonly books: string,
    private readonly place: Place,
  ) {}

  /** @throws ArchiveFault where the line does not fit those before it. */
  take(line: ArchiveLine): void {
    require(this.end === null, () => 'there are lines behind its end');
    if ('format' in line) return this.begin(line);
    require(this.began !== null, () => 'it does not begin as a file of the archive does');
    if ('seal' in line) return this.takeSeal(line);
    if ('end' in line) return this.takeEnd(line);
    this.takeJournal(line);
  }

  /** @returns where the next file goes on. @throws ArchiveFault where it has no end. */
  finish(): Reached {
    require(this.end !== null && this.last !== null, () => 'it is cut off: its end is missing');
    return { seal: this.last.seal, sealHash: this.last.hash, journal: this.last.lastJournal };
  }

  private begin(line: FileBeginning): void {
    require(this.began === null, () => 'it begins twice');
    require(line.books.startsWith(this.books), () => `it is of other books, ${line.books}`);
    require(line.file === this.file, () => `it is file ${line.file}, which lies in the place of this one`);
    const { previous } = this.place;
    require(previous === null || line.previous === previous, () =>
      `it follows a file with the SHA-256 ${line.previous}, and the one before it has ${previous}`);
    this.began = line;
  }

  private takeSeal(seal: ArchivedSeal): void {
    this.closeSeal();
    const from = this.last
      ? { seal: this.last.seal, sealHash: this.last.hash, journal: this.last.lastJournal }
      : this.place.reached;
    if (from) {
      require(seal.seal === next(from.seal), () => `seal ${next(from.seal)} is missing: seal ${seal.seal} is next`);
      require(seal.previousHash === from.sealHash, () => `seal ${seal.seal} does not follow seal ${from.seal}`);
      require(seal.firstJournal === next(from.journal), () =>
        `seal ${seal.seal} begins with journal ${seal.firstJournal}, not with ${next(from.journal)}`);
    }
    if (!this.last) {
      require(seal.seal === this.began?.firstSeal, () =>
        `it begins with seal ${seal.seal}, and says that it does with another`);
    }
    require(BigInt(seal.lastJournal) >= BigInt(seal.firstJournal), () => `seal ${seal.seal} ends before it begins`);
    require(seal.seal !== '1' || seal.hash === this.began?.books, () => 'its first seal is not that of its books');
    const text = createHash('sha256').update(Buffer.from(seal.previousHash, 'hex'));
    this.open = { seal, text, journal: null };
  }

  private takeJournal(journal: ArchivedJournal): void {
    const open = this.open;
    require(open !== null, () => `journal ${journal.journal} is under no seal`);
    const { firstJournal, lastJournal, seal } = open.seal;
    const number = BigInt(journal.journal);
    const isAfter = open.journal === null ? number >= BigInt(firstJournal) : number > BigInt(open.journal);
    require(isAfter && number <= BigInt(lastJournal), () =>
      `journal ${journal.journal} is out of order under seal ${seal}`);
    open.text.update(`${open.journal === null ? '' : '\n'}${sealedText(journal)}`);
    open.journal = journal.journal;
    this.journals += 1;
    this.postings += journal.postings.length;
  }

  private takeEnd(line: FileEnd): void {
    this.closeSeal();
    const isOwn = line.end === this.file && line.lastSeal === this.last?.seal;
    const isCounted = line.journals === this.journals && line.postings === this.postings;
    require(isOwn && isCounted, () => 'its end does not say what it has');
    this.end = line;
  }

  private closeSeal(): void {
    if (!this.open) return;
    const { seal, text } = this.open;
    require(text.digest('hex') === seal.hash, () =>
      `journals ${seal.firstJournal} to ${seal.lastJournal} are not what seal ${seal.seal} covers`);
    [this.last, this.open] = [seal, null];
  }
}
