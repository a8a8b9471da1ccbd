import type { BooksStore } from './books.store.js';
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
export async function findOverdue(books: BooksStore): Promise<OverdueWork[]> {
  const checked = await books.overdue(registeredInvariants());
  return checked.flatMap(({ name, says, rows }) => (rows.length === 0 ? [] : [{ name, says, rows: rows.length }]));
}
