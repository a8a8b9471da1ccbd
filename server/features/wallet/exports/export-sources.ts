import { Injectable } from '@nestjs/common';
import type { ExportListName } from '../../../contract/wallet/exports.dto.js';
import { type Columns, type ListQuery, type MadeList, type OpenedList, registeredLists } from './exported-lists.js';
import { ListedRowsStore } from './listed-rows.store.js';
import { StatementList } from './statement-list.js';

/** Where the rows of each list come from: a registered table, or code that puts them together. */
@Injectable()
export class ExportSources {
  private readonly made = new Map<ExportListName, MadeList>();

  constructor(
    private readonly store: ListedRowsStore,
    statement: StatementList,
  ) {
    this.register(statement);
  }

  /** Makes a list known that code puts together. Call it in the constructor of the class whose list it is. */
  register(list: MadeList): void {
    this.made.set(list.name, list);
  }

  /** @throws Error for a list that nobody registered: a bug, since the names are listed. */
  async open(name: ExportListName, query: ListQuery, limit: number): Promise<{ columns: Columns; rows: OpenedList }> {
    const made = this.made.get(name);
    if (made) return { columns: made.columns, rows: await made.open(query, limit) };
    const table = registeredLists().get(name);
    if (!table) throw new Error(`Nobody registered the list ${name}; see registerList.`);
    return { columns: table.columns, rows: await this.store.open(table, query, limit) };
  }
}
