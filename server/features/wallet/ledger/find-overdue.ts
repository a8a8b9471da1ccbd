import type { BooksStore } from './books.store.js';
import { registeredInvariants } from './invariants.js';

/** An overdue row. */
export interface OverdueWork {
  /** The invariant that names it. */
  name: string;
  says: string;
  /** At most a hundred per book. */
  rows: number;
}

/** Finds overdue rows by the database's clock, independently of the workers' checks. */
export async function findOverdue(books: BooksStore): Promise<OverdueWork[]> {
  const checked = await books.overdue(registeredInvariants());
  return checked.flatMap(({ name, says, rows, late }) => {
    const found = rows.length + late.length;
    return found === 0 ? [] : [{ name, says, rows: found }];
  });
}
