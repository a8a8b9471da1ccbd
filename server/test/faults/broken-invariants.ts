import type { EntityManager } from 'typeorm';
import { ReadSource } from '../../platform/database/read-source.store.js';
import { BooksStore } from '../../features/wallet/ledger/books.store.js';
import { registeredInvariants } from '../../features/wallet/ledger/index.js';

/** Names of the invariants of which a transaction sees something late that breaks nothing. */
export async function lateInvariants(tx: EntityManager, names: readonly string[]): Promise<string[]> {
  const asked = registeredInvariants().filter(({ name }) => names.includes(name));
  const checked = await new BooksStore(new ReadSource(tx.connection)).checkWithin(tx, asked);
  return checked.filter(({ late }) => late.length > 0).map(({ name }) => name);
}

/** Names of the invariants that a transaction sees broken: of all, or of some. */
export async function brokenInvariants(tx: EntityManager, names?: readonly string[]): Promise<string[]> {
  const asked = registeredInvariants().filter(({ name }) => names?.includes(name) ?? true);
  const checked = await new BooksStore(new ReadSource(tx.connection)).checkWithin(tx, asked);
  return checked.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
}
