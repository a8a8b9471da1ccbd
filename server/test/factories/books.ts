import type { EntityManager } from 'typeorm';
import { BooksStore, type CheckedInvariant } from '../../features/wallet/ledger/books.store.js';
import { registeredInvariants } from '../../features/wallet/ledger/invariants.js';

/** What breaks an invariant, as a transaction sees it: the details of each row, as text. */
export async function violationsOf(tx: EntityManager, name: string): Promise<CheckedInvariant['rows'][0]['details'][]> {
  const invariants = registeredInvariants().filter((known) => known.name === name);
  if (invariants.length === 0) throw new Error(`There is no invariant ${name}.`);
  const [checked] = await new BooksStore(tx.connection).checkWithin(tx, invariants);
  return (checked?.rows ?? []).map(({ details }) => details);
}
