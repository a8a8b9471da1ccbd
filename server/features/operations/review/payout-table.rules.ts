import type { ManyWithdrawalsAct, PickedWithdrawalsAct } from '../../../contract/operations/words.js';
import { canonicalHash } from '../../../contract/rules/chain-address.rules.js';

/** A line of a table of withdrawals, or one of those that were ticked. */
export interface PayoutLine {
  /** From 1, empty ones counted. */
  line: number;
  /** Number of the withdrawal, or what stands in its place. */
  id: string;
  /** What paid it; null where it is not asked for. */
  transaction: string | null;
  problem: 'operations.line-malformed' | 'operations.line-repeated' | null;
}

const ROW_ID = /^[1-9][0-9]{0,17}$/;
const TRANSACTION_LENGTH_MAX = 140;
const BETWEEN = /[,;\t]/;
/** What follows a number that somebody wrote as `1,234`: another withdrawal than the one that was meant. */
const THOUSANDS = /^[0-9]{3}$/;

/**
 * The lines of a table as people paste it: with or without titles, quotes, the apostrophe that spreadsheets want, and empty
 * lines. Of a withdrawal or a transaction that stands there twice each line is wrong: nobody knows which of them was meant.
 */
export function payoutLines(table: string, act: ManyWithdrawalsAct): PayoutLine[] {
  const lines = table
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((text, place) => ({ line: place + 1, cells: text.split(BETWEEN).map(plain) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = lines;
  const hasTitles = first !== undefined && /^[^0-9]+$/.test(first.cells[0] ?? '');
  return markRepeated((hasTitles ? lines.slice(1) : lines).map(({ line, cells }) => readLine(line, cells, act)));
}

/** Those that were ticked, in their order; a transaction of one that is not to be paid is nothing. */
export function pickedLines(
  picked: readonly { id: string; transaction?: string }[],
  act: PickedWithdrawalsAct,
): PayoutLine[] {
  return markRepeated(
    picked.map(({ id, transaction = '' }, place) => ({
      line: place + 1,
      id,
      transaction: act === 'pay' ? transaction.trim() : null,
      problem: null,
    })),
  );
}

function markRepeated(read: readonly PayoutLine[]): PayoutLine[] {
  const ids = repeated(read.map(({ id }) => id));
  const transactions = repeated(read.flatMap(({ transaction }) => (transaction ? [sameOf(transaction)] : [])));
  return read.map((row) => {
    const isTwice = ids.has(row.id) || (row.transaction !== null && transactions.has(sameOf(row.transaction)));
    return row.problem === null && isTwice ? { ...row, problem: 'operations.line-repeated' } : row;
  });
}

function readLine(line: number, cells: readonly string[], act: ManyWithdrawalsAct): PayoutLine {
  const [id = '', given = '', ...rest] = cells;
  const transaction = act === 'pay' ? given : null;
  const isWhole =
    ROW_ID.test(id) &&
    (transaction === null
      ? !THOUSANDS.test(given)
      : transaction !== '' && transaction.length <= TRANSACTION_LENGTH_MAX && rest.every((cell) => cell === ''));
  return { line, id: id.slice(0, 40), transaction, problem: isWhole ? null : 'operations.line-malformed' };
}

function plain(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();
}

/** A hash is the same in every spelling; a bank's reference is as it is written. */
function sameOf(transaction: string): string {
  return canonicalHash(transaction) ?? transaction;
}

function repeated(texts: readonly string[]): Set<string> {
  return new Set(texts.filter((text, place) => texts.indexOf(text) !== place));
}
