import { z } from 'zod';
import { require } from './archive-fault.rules.js';

/**
 * The lines of a file of the archive, as `server/documents/books-archive.md` describes them: its beginning, and for each seal a
 * line of it and one for each journal that it covers; its end. Numbers of rows are decimal text, as on the wire.
 */
export const FORMAT = 'books-archive/1';

/** A journal as it is read: its postings in the order and the words of the sealed text. */
export interface JournalRow {
  journal: string;
  reason: string;
  reference: string;
  demo: boolean;
  /** UTC, to the microsecond. */
  at: string;
  /** `account:sequence:currency:amount:balance_after`, comma-separated. */
  legs: string;
}

const ID = z.string().regex(/^[1-9]\d{0,18}$/);
const HASH = z.string().regex(/^[0-9a-f]{64}$/);
/** Without trailing zeros, so that an amount has one spelling. */
const AMOUNT = z.string().regex(/^-?(0|[1-9]\d{0,19})(\.\d{0,17}[1-9])?$/);
const INSTANT = z
  .string()
  .regex(/^(19[7-9]|[2-9]\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  .refine((text) => isInstant(text.slice(0, 19)));
/**
 * A reason or a reference. Names with what stands between the parts of the sealed text, or between the texts of journals, would
 * let one text be that of several journals: some could be hidden under a genuine seal.
 */
const NAME = z.string().regex(/^[^|\n]{1,128}$/u);

const posting = z.strictObject({
  account: ID,
  sequence: ID,
  currency: z.int().positive(),
  amount: AMOUNT,
  balanceAfter: AMOUNT,
});
const journal = z.strictObject({
  journal: ID,
  reason: NAME,
  reference: NAME,
  demo: z.boolean(),
  at: INSTANT,
  postings: z.array(posting),
});
const seal = z.strictObject({
  seal: ID,
  firstJournal: ID,
  lastJournal: ID,
  previousHash: HASH,
  hash: HASH,
  sealedAt: INSTANT,
});
const beginning = z.strictObject({
  format: z.literal(FORMAT),
  /** Digest of the first seal of all: which books these are. */
  books: HASH,
  file: ID,
  /** SHA-256 of the lines of the file before. */
  previous: HASH,
  firstSeal: ID,
});
const end = z.strictObject({ end: ID, lastSeal: ID, journals: z.int().nonnegative(), postings: z.int().nonnegative() });

export type ArchivedPosting = z.infer<typeof posting>;
export type ArchivedJournal = z.infer<typeof journal>;
export type ArchivedSeal = z.infer<typeof seal>;
export type FileBeginning = z.infer<typeof beginning>;
export type FileEnd = z.infer<typeof end>;
export type ArchiveLine = FileBeginning | ArchivedSeal | ArchivedJournal | FileEnd;

const line = z.union([journal, seal, beginning, end]);

/** The line in the file; each thing has one spelling. */
export function lineOf(content: ArchiveLine): string {
  return `${JSON.stringify(content)}\n`;
}

/** Null for what is no line of the format, or is one in another spelling. */
export function readLine(text: string): ArchiveLine | null {
  const read = line.safeParse(parsed(text)).data;
  return read && JSON.stringify(read) === text ? read : null;
}

/** Whether there is such a second: no 30th of February, no hour 24. */
function isInstant(second: string): boolean {
  const ms = Date.parse(`${second}Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === second;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws ArchiveFault for one whose reason or reference no file of the archive may have. */
export function journalOf({ legs, ...row }: JournalRow): ArchivedJournal {
  const isNamed = NAME.safeParse(row.reason).success && NAME.safeParse(row.reference).success;
  require(isNamed, () => `journal ${row.journal} has a reason or a reference that cannot be archived`);
  const postings = legs === '' ? [] : legs.split(',').map((leg) => postingOf(leg));
  const { journal, reason, reference, demo, at } = row;
  return { journal, reason, reference, demo, at, postings };
}

/** @throws Error for one that has not five parts: the query makes no such. */
function postingOf(leg: string): ArchivedPosting {
  const [account, sequence, currency, amount, balanceAfter] = leg.split(':');
  if (!account || !sequence || !currency || !amount || !balanceAfter) throw new Error(`No posting: ${leg}`);
  return { account, sequence, currency: Number.parseInt(currency, 10), amount, balanceAfter };
}

/** What a seal covers of a journal: the text of `ledger_seal_lines.sql`. */
export function sealedText({ journal, reason, reference, demo, at, postings }: ArchivedJournal): string {
  const legs = postings.map((leg) => [leg.account, leg.sequence, leg.currency, leg.amount, leg.balanceAfter].join(':'));
  const parts = [journal, reason, reference, demo ? 't' : 'f', epochText(at)];
  return [...parts, ...(legs.length > 0 ? [legs.join(',')] : [])].join('|');
}

/** Seconds since 1970 with six decimals, as Postgres writes the epoch of an instant. */
function epochText(at: string): string {
  return `${Date.parse(`${at.slice(0, 19)}Z`) / 1000}.${at.slice(20, 26)}`;
}

/** Where files of these books lie. */
export function folderOf(books: string): string {
  return `${ROOT}/${books.slice(0, 16)}`;
}

/** Where the files of all books lie. */
export const ROOT = 'books-archive';
const DIGITS = 12;

/** Keys are in the order of the numbers. */
export function keyOf(books: string, file: string): string {
  return `${folderOf(books)}/${file.padStart(DIGITS, '0')}.ndjson.gz`;
}

/** The number of the file that has this key, and the beginning of its books' digest; null for what is none. */
export function fileOf(key: string): { file: string; books: string } | null {
  const [, books, file] = /^books-archive\/([0-9a-f]{16})\/0{0,11}([1-9]\d*)\.ndjson\.gz$/.exec(key) ?? [];
  return books && file && keyOf(books, file) === key ? { file, books } : null;
}
