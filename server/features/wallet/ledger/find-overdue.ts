import type { DataSource } from 'typeorm';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { BooksStore } from './books.store.js';
import { registeredInvariants } from './invariants.js';

/** Something due that was not done. */
export interface OverdueWork {
  /** The invariant that names it. */
  name: string;
  says: string;
  /** A hundred of each book at most. */
  rows: number;
}

/** What is due by the database's clock and was not done, whether anybody looks at the books or not. */
export async function findOverdue(source: DataSource): Promise<OverdueWork[]> {
  const checked = await new BooksStore(new ReadSource(source)).overdue(registeredInvariants());
  return checked.flatMap(({ name, says, rows }) => (rows.length === 0 ? [] : [{ name, says, rows: rows.length }]));
}
