import type { DataSource } from 'typeorm';
import type { ExportListName } from '../../contract/wallet/exports.dto.js';
import type { ListRow } from '../../features/wallet/exports/index.js';
import { registeredLists } from '../../features/wallet/exports/exported-lists.js';

/** What a page of a registered list is of; everything of real money that ever was unless told otherwise. */
export interface ListedPage {
  userId: string;
  demo?: boolean;
  since?: Date;
  until?: Date;
  /** The key of the row before. */
  after?: string | null;
  limit?: number;
}

/** A page of a list that its user can keep as a file, as files are made of it: the rows, each with its key. */
export async function listedPage(
  source: DataSource,
  name: ExportListName,
  { userId, demo = false, since = new Date(0), until = new Date('9999-01-01'), after = null, limit = 100 }: ListedPage,
): Promise<(ListRow & { key: string })[]> {
  const list = registeredLists().get(name);
  if (!list) throw new Error(`Nobody registered the list ${name}.`);
  const rows: (ListRow & { key: string })[] = await source.query(list.sql, [userId, demo, since, until, after, limit]);
  for (const row of rows) expect(Object.keys(row).sort()).toEqual([...Object.keys(list.columns), 'key'].sort());
  return rows;
}
