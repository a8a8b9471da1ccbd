import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { columnText, type ExportColumn } from '../../../contract/languages/exports.js';
import { exportNote, listTitle } from '../../../contract/languages/export-lists.js';
import { statementText } from '../../../contract/languages/statement.js';
import type { Language } from '../../../contract/errors.js';
import type { ExportListName } from '../../../contract/wallet/exports.dto.js';
import { storedJsonText } from '../../../platform/database/stored-json.js';
import { PdfTable } from '../../../platform/pdf/pdf-table.js';
import { noticeText } from '../../account/notices/index.js';
import { BYTE_ORDER_MARK, csvRow } from './csv.rules.js';
import { timeIn } from './export-range.rules.js';
import type { ColumnKind, Columns, ListRow, OpenedList } from './exported-lists.js';

export interface Sheet {
  list: ExportListName;
  columns: Columns;
  rows: OpenedList;
  language: Language;
  zone: string;
  /** Where the days begin. */
  dayZone: string;
  /** Days as they were asked for. */
  from: string;
  to: string;
  demo: boolean;
  /** Number of the sub-account whose list it is; null: of the main account. */
  subAccount: string | null;
}

/** What a file for spreadsheet programs takes of it. */
export type CsvSheet = Pick<Sheet, 'columns' | 'rows' | 'language' | 'zone'>;

/** Rows of a document after which others have their turn: some milliseconds of work. */
const ROWS_A_TURN = 10;
const BUFFERED_MAX = 256 * 1024;

/** A file for spreadsheet programs: instants in UTC and in the zone, the rest as it is in the books. */
export function csvOf(sheet: CsvSheet): Readable {
  return Readable.from(csvText(sheet), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* csvText(sheet: CsvSheet): AsyncGenerator<Buffer> {
  const { language, zone, rows } = sheet;
  const columns = columnsOf(sheet.columns);
  const titles = columns.flatMap(([name, kind]) => {
    const title = columnText(language, name);
    return kind === 'instant' ? [`${title} (UTC)`, `${title} (${zone})`] : [title];
  });
  yield Buffer.from(BYTE_ORDER_MARK + csvRow(titles));
  for await (const page of rows.pages) {
    const lines = page.map((row) =>
      csvRow(
        columns.flatMap(([name, kind]) => {
          const value = row[name] ?? null;
          if (kind !== 'instant') return [textOf(value, kind, language)];
          return value instanceof Date ? [value.toISOString(), timeIn(zone, value.getTime())] : ['', ''];
        }),
      ),
    );
    yield Buffer.from(lines.join(''));
  }
}

/** A document to read and to print: instants in the zone. */
export async function pdfOf(sheet: Sheet): Promise<Readable> {
  const { language, zone, dayZone, from, to, list, demo, subAccount, rows } = sheet;
  const columns = columnsOf(sheet.columns);
  const table = await PdfTable.begin(language, {
    title: listTitle(language, list),
    notes: [
      exportNote(language, 'days', { from, to, zone: dayZone }),
      exportNote(language, 'rows', { count: String(rows.count) }),
      ...(subAccount === null ? [] : [exportNote(language, 'sub-account', { number: subAccount })]),
      ...(demo ? [exportNote(language, 'demo')] : []),
    ],
    columns: columns.map(([name, kind]) => ({
      title: columnText(language, name),
      align: kind === 'amount' ? 'right' : 'left',
    })),
    pageText: (page) => exportNote(language, 'page', { page: String(page) }),
  });
  const cells = (row: ListRow) =>
    columns.map(([name, kind]) => {
      const value = row[name] ?? null;
      return value instanceof Date ? timeIn(zone, value.getTime()) : textOf(value, kind, language);
    });
  return Readable.from(pdfBytes(table, rows.pages, cells), { objectMode: false, highWaterMark: 64 * 1024 });
}

/** Rows are drawn as bytes are read: who reads slowly is written for slowly. */
async function* pdfBytes(
  table: PdfTable,
  pages: AsyncIterable<ListRow[]>,
  cells: (row: ListRow) => string[],
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  table.stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = finished(table.stream);
  // Heard below; a reader that has gone leaves the document unfinished.
  ended.catch(() => undefined);
  let isStarted = false;
  let drawn = 0;
  for await (const page of pages) {
    const rows = page.map(cells);
    if (!isStarted) table.start(rows);
    isStarted = true;
    for (const row of rows) {
      table.row(row);
      drawn += 1;
      if (drawn % ROWS_A_TURN === 0) await nextTurn();
      if (sizeOf(chunks) > BUFFERED_MAX) yield Buffer.concat(chunks.splice(0));
    }
  }
  if (!isStarted) table.start([]);
  table.end();
  await ended;
  yield Buffer.concat(chunks.splice(0));
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

function columnsOf(columns: Columns): [ExportColumn, ColumnKind][] {
  return Object.entries(columns) as [ExportColumn, ColumnKind][];
}

function textOf(value: string | Date | null, kind: ColumnKind, language: Language): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (kind === 'notice') return noticeWords(value, language);
  return kind === 'reason' ? statementText(language, value) : value;
}

const NOTICE = z.object({ kind: z.string(), parameters: z.record(z.string(), z.string()) });

function noticeWords(value: string, language: Language): string {
  const { kind, parameters } = storedJsonText(NOTICE, value, 'account_notice.parameters');
  return noticeText(language, kind, parameters);
}
