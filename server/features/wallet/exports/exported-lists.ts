import type { ExportColumn } from '../../../contract/languages/exports.js';
import type { ExportListName } from '../../../contract/wallet/exports.dto.js';

/** Whose rows, of which money and which time. */
export interface ListQuery {
  userId: string;
  demo: boolean;
  since: Date;
  until: Date;
  /** The same as days, `2026-01-01`: for what is kept by the day. */
  from: string;
  to: string;
}

/**
 * What a column holds. An instant becomes two columns of a spreadsheet: UTC's, and that of the reader's zone. A reason and a notice are
 * said in the reader's words; of a notice it is the text of JSON with its kind and parameters.
 */
export type ColumnKind = 'text' | 'amount' | 'instant' | 'reason' | 'notice';

export type Columns = Readonly<Partial<Record<ExportColumn, ColumnKind>>>;

/** A row by its columns; null where it has nothing there. Instants are dates, everything else is text. */
export type ListRow = Readonly<Record<string, string | Date | null>>;

/** Rows that were counted, and are read page by page while they are written. */
export interface OpenedList {
  /** Up to one more than was allowed. */
  count: number;
  pages: AsyncIterable<ListRow[]>;
}

/** A list that is a table of the database. */
export interface TableList {
  name: ExportListName;
  columns: Columns;
  /**
   * SQL for a page of it, the newest first: each column under its name, and `key`, the text from which the page after it goes on.
   * `$1` the user, `$2` whether of demo money, `$3` and `$4` from when and until when, `$5` the key of the row before or null,
   * `$6` how many rows.
   */
  sql: string;
}

/** A list that is put together by code. */
export interface MadeList {
  name: ExportListName;
  columns: Columns;
  open(query: ListQuery, limit: number): Promise<OpenedList>;
}

const tables = new Map<ExportListName, TableList>();

/** Makes a list known that its user can keep as a file. Call it where the feature's file is loaded. */
export function registerList(list: TableList): void {
  tables.set(list.name, list);
}

export function registeredLists(): ReadonlyMap<ExportListName, TableList> {
  return tables;
}
