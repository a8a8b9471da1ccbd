import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Decimal } from 'decimal.js';
import type { CandlePeriod } from '../../../contract/markets/markets.dto.js';
import { type Bar, barOf, openOf } from '../candle-series/index.js';
import { barOfRow, type CandleFileKind, openTimeOf, periodOf, type Row, RowProblem } from './candle-files.rules.js';

/** A file that cannot be imported; the message is for the person who asked. Nothing was written. */
export class ImportProblem extends Error {}

/** Bounds on what one file may be, so that a wrong one cannot fill the memory. */
const BYTES_MAX = 256 * 1024 * 1024;
const ROWS_MAX = 1_000_000;
const PROBLEMS_SHOWN = 5;

/** A row and the line of the file that it ends on. */
export interface Line {
  line: number;
  row: Row;
}

/** The rows of a CSV file, packed or plain. @throws ImportProblem when it is none. */
export async function readLines(file: string): Promise<Line[]> {
  return parsed(await textOf(file));
}

/** All bars in order, or a refusal that names the first bad lines. Bad ones go to `skipped` where that is given. */
export function barsOf(
  kind: CandleFileKind,
  lines: Line[],
  rate: Decimal,
  skipped: number[] | null,
): { period: CandlePeriod; bars: Bar[] } {
  const problems: string[] = [];
  const bars: Bar[] = [];
  let period: CandlePeriod = '1day';
  try {
    const times = lines.slice(0, 100).map(({ row }) => openTimeOf(kind, row));
    period = periodOf(kind, lines[0]?.row ?? {}, times);
  } catch (error) {
    problems.push(`the first lines: ${problemOf(error)}`);
  }
  for (const { line, row } of problems.length > 0 ? [] : lines) {
    try {
      const bar = barOfRow(kind, row, rate);
      if (bar) bars.push(barOf(placed(bar, period, bars.at(-1))));
    } catch (error) {
      const problem = `line ${line}: ${problemOf(error)}`;
      if (skipped) skipped.push(line);
      else problems.push(problem);
    }
  }
  const more = problems.length - PROBLEMS_SHOWN;
  if (problems.length > 0) {
    throw new ImportProblem(
      `${problems.slice(0, PROBLEMS_SHOWN).join('; ')}${more > 0 ? `; and ${more} more lines` : ''}.`,
    );
  }
  if (bars.length === 0) throw new ImportProblem('The file has no bars.');
  return { period, bars };
}

/** @throws RowProblem when the bar does not stand where a bar of the period may, or not after the one before. */
function placed<B extends { openAt: number }>(bar: B, period: CandlePeriod, before: Bar | undefined): B {
  if (openOf(period, bar.openAt) !== bar.openAt)
    throw new RowProblem(`the time is not the beginning of a ${period} bar`);
  if (before && bar.openAt <= before.openAt) throw new RowProblem('the time is not after the line before');
  return bar;
}

function problemOf(error: unknown): string {
  if (error instanceof RowProblem) return error.message;
  throw error;
}

/** The file's text, unpacked when it is packed whatever its name says. */
async function textOf(file: string): Promise<string> {
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new ImportProblem(
      error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`,
    );
  });
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content.toString('utf8');
  const unpacked = await promisify(gunzip)(content, { maxOutputLength: BYTES_MAX }).catch((error: Error) => {
    throw new ImportProblem(`${file} cannot be unpacked: ${error.message}`);
  });
  return unpacked.toString('utf8');
}

function parsed(text: string): Line[] {
  try {
    const records: { info: { lines: number }; record: Row }[] = parse(text, {
      columns: true,
      info: true,
      bom: true,
      skip_empty_lines: true,
      to: ROWS_MAX + 1,
    });
    if (records.length === 0) throw new ImportProblem('The file has no rows.');
    if (records.length > ROWS_MAX) throw new ImportProblem(`The file has more than ${ROWS_MAX} rows; split it.`);
    return records.map(({ info, record }) => ({ line: info.lines, row: record }));
  } catch (error) {
    if (error instanceof ImportProblem) throw error;
    throw new ImportProblem(`The file is not a CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}
