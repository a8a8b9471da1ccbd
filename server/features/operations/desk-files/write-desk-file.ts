import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { DESK_FILE_ROWS_MAX, type DeskListName } from '../../../contract/operations/words.js';
import { zoneNamed } from '../../../contract/rules/time-zone.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import {
  type Columns,
  csvOf,
  type ExportedFile,
  ExportPlaces,
  endWhenStalled,
  type ListRow,
} from '../../wallet/exports/index.js';
import { type Actor, AuditLog } from '../audit/index.js';

/** Who keeps a list, and how it is to be read. */
export interface FileAsked {
  actor: Actor & { operatorId: string };
  language: Language;
  /** By IANA's name: of the second column of each instant. */
  zone: string;
}

/** One list of the desk with its filter. */
export interface DeskList<Row extends { id: string }> {
  name: DeskListName;
  columns: Columns;
  /** For the audit log: what was asked for, which names nobody. */
  filter: Record<string, unknown>;
  /** Whose rows alone are asked for. */
  userId?: string | null;
  /** Numbers of all rows that the filter selects at one instant, as the list orders them; so many at most. */
  ids: (limit: number) => Promise<string[]>;
  /** The rows of these numbers as the list shows them, in any order. One that is gone is left out. */
  rows: (ids: readonly string[]) => Promise<Row[]>;
  /** Its lines: one, or several below one another. */
  cells: (row: Row) => ListRow | ListRow[];
}

const PAGE_ROWS = 500;

/**
 * A list of the desk as a file for spreadsheet programs. The filter is asked once, for the numbers of the rows: whatever comes,
 * goes or changes its state while the file is read, no row is in it twice and none is left out. The rows are read page by page
 * as the reader takes them, so that a file is as large in memory as a page and the numbers, 50,000 at most.
 */
@Injectable()
export class WriteDeskFile {
  /** Of its own: users who save files leave the desk its places, and the other way round. */
  private readonly places = new ExportPlaces();

  constructor(
    private readonly log: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `request.invalid` for the zone, `operations.too-many-rows`, `exports.one-at-a-time`, `request.unavailable`. */
  async execute<Row extends { id: string }>(asked: FileAsked, list: DeskList<Row>): Promise<ExportedFile> {
    const { actor, language } = asked;
    const zone = zoneNamed(asked.zone);
    if (zone === null) throw new Refusal('request.invalid', { field: 'zone' });
    const leave = this.places.take(actor.operatorId);
    try {
      const ids = await list.ids(DESK_FILE_ROWS_MAX + 1);
      if (ids.length > DESK_FILE_ROWS_MAX) {
        throw new Refusal('operations.too-many-rows', { maximum: String(DESK_FILE_ROWS_MAX) });
      }
      await this.note(actor, list, ids.length);
      const rows = { count: ids.length, pages: pagesOf(list, ids) };
      const stream = csvOf({ columns: list.columns, rows, language, zone });
      stream.once('close', leave);
      endWhenStalled(stream);
      const day = new Date(this.clock.now()).toISOString().slice(0, 10);
      return { name: `${list.name}_${day}.csv`, contentType: 'text/csv; charset=utf-8', stream };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Every file is on record, before its first row is read. */
  private note(
    actor: FileAsked['actor'],
    { name, filter, userId = null }: Pick<DeskList<never>, 'name' | 'filter' | 'userId'>,
    rows: number,
  ): Promise<void> {
    const about = userId === null ? {} : { subjectId: userId, userId };
    return this.log.recordLook(actor, {
      action: `export.${name}`,
      subject: 'export',
      ...about,
      detail: { filter, rows },
    });
  }
}

async function* pagesOf<Row extends { id: string }>(
  { rows, cells }: Pick<DeskList<Row>, 'rows' | 'cells'>,
  ids: readonly string[],
): AsyncGenerator<ListRow[]> {
  for (let from = 0; from < ids.length; from += PAGE_ROWS) {
    const wanted = ids.slice(from, from + PAGE_ROWS);
    const found = new Map((await rows(wanted)).map((row) => [row.id, row]));
    yield wanted.flatMap((id): ListRow[] => {
      const row = found.get(id);
      const lines = row === undefined ? [] : cells(row);
      return Array.isArray(lines) ? lines : [lines];
    });
  }
}
