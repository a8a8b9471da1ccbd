import type { EntityManager } from 'typeorm';
import { ReadSource } from '../../platform/database/read-source.store.js';
import { BooksStore } from '../../features/wallet/ledger/books.store.js';
import type { CheckedInvariant } from '../../features/wallet/ledger/findings.js';
import { registeredInvariants } from '../../features/wallet/ledger/invariants.js';
import { sliceStatement } from '../../features/wallet/ledger/slice-statement.js';
import { registeredSubjects } from '../../features/wallet/ledger/subjects.js';

/** What breaks an invariant, as a transaction sees it: the details of each row, as text. */
export async function violationsOf(tx: EntityManager, name: string): Promise<CheckedInvariant['rows'][0]['details'][]> {
  const invariants = registeredInvariants().filter((known) => known.name === name);
  if (invariants.length === 0) throw new Error(`There is no invariant ${name}.`);
  const [checked] = await new BooksStore(new ReadSource(tx.connection)).checkWithin(tx, invariants);
  return (checked?.rows ?? []).map(({ details }) => details);
}

/** How often postings are looked up while an invariant judges one row of a table. */
export async function postingsAsked(tx: EntityManager, name: string, table: string, row: string): Promise<number> {
  const invariant = registeredInvariants().find((known) => known.name === name);
  const subject = registeredSubjects().find((known) => known.table === table);
  const statement = invariant && subject && sliceStatement(subject, [invariant], { rows: { first: row, last: row } });
  if (!statement) throw new Error(`${name} is not about ${table}.`);
  const looks = async (): Promise<number> => {
    const rows: { looks: number }[] = await tx.query(
      `select (seq_scan + idx_scan)::float8 as looks from pg_stat_xact_user_tables where relname = 'ledger_posting'`,
    );
    return rows[0]?.looks ?? 0;
  };
  const before = await looks();
  await tx.query('set local enable_seqscan = off');
  await tx.query(statement, [1]);
  return (await looks()) - before;
}
