import { Injectable } from '@nestjs/common';
import type { ListQuery, ListRow, OpenedList, TableList } from './exported-lists.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';

const PAGE_ROWS = 500;

/** Reads registered lists, a page at a time: between two pages nothing is held, however slowly they are read. */
@Injectable()
export class ListedRowsStore {
  constructor(private readonly reads: ReadSource) {}

  async open(list: TableList, query: ListQuery, limit: number): Promise<OpenedList> {
    const [row]: { count: number }[] = await this.reads.query(
      `select count(*)::integer as count from (${list.sql}) listed`,
      [...parameters(query), null, limit + 1],
    );
    return { count: row?.count ?? 0, pages: this.pages(list, query, limit) };
  }

  /** @throws Error where more came since they were counted than a file may have: it breaks off, and is no part that looks whole. */
  private async *pages(list: TableList, query: ListQuery, limit: number): AsyncGenerator<ListRow[]> {
    let key: string | null = null;
    for (let left = limit; ; ) {
      const values = [...parameters(query), key, PAGE_ROWS];
      const rows: (ListRow & { key: string })[] = await this.reads.query(list.sql, values);
      left -= rows.length;
      if (left < 0) throw new Error('There are more rows than a file may have.');
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE_ROWS) return;
      key = rows.at(-1)?.key ?? null;
    }
  }
}

function parameters({ userId, demo, since, until }: ListQuery): unknown[] {
  return [userId, demo, since, until];
}
