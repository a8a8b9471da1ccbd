import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { createDataSource } from './database/data-source.js';
import { ArchivedBooksStore } from './features/wallet/books-archive/archived-books.store.js';
import { CompareWithBooks } from './features/wallet/books-archive/compare-with-books.js';
import { SealedJournalsStore } from './features/wallet/books-archive/sealed-journals.store.js';
import { type VerifiedArchive, VerifyArchive } from './features/wallet/books-archive/verify-archive.js';
import { readStorageSettings } from './platform/config/config.js';
import { directAddressOf } from './platform/config/secrets.js';
import { ReadSource } from './platform/database/read-source.store.js';
import { chooseStorage } from './platform/storage/choose-storage.js';

/** So many faults are named, and the rest counted. */
const NAMED = 100;

/**
 * `npm run verify-archive`: reads the files of the archive of the books, in the place that the settings of files name, and checks
 * them by themselves: their chain, that of the seals in them, every journal, every balance. `--database` holds them against the
 * books of DATABASE_URL, too; `--books DIGEST` names one of several archives. It ends with the last seal, which is to be held against
 * the workers' log: by themselves files prove only that they agree with each other. It only reads, and ends with exit code 1 where
 * something is wrong.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { database: { type: 'boolean', default: false }, books: { type: 'string' } },
  });
  const storage = await chooseStorage(readStorageSettings(process.env));
  const source = values.database ? await connect() : null;
  try {
    const began = performance.now();
    const database = source && compareWith(source);
    const verified = await new VerifyArchive(storage, database).execute(values.books ?? null);
    process.stdout.write(report(verified, (performance.now() - began) / 1000));
    if (verified.faults.length > 0) process.exitCode = 1;
  } finally {
    await source?.destroy();
  }
}

async function connect(): Promise<DataSource> {
  const url = directAddressOf(process.env);
  if (!url) throw new Error('DATABASE_URL is not set.');
  return createDataSource(url, 1, false).initialize();
}

function compareWith(source: DataSource): CompareWithBooks {
  return new CompareWithBooks(new SealedJournalsStore(new ReadSource(source)), new ArchivedBooksStore(source));
}

function report({ faults, notes, last, files, seals, journals, postings }: VerifiedArchive, seconds: number): string {
  const more = faults.length > NAMED ? [`BROKEN ${faults.length - NAMED} more`] : [];
  const read = `${files} files, ${seals} seals, ${journals} journals, ${postings} postings`;
  const state = faults.length === 0 ? 'in order' : 'BROKEN';
  return [
    ...faults.slice(0, NAMED).map((fault) => `BROKEN ${fault}`),
    ...more,
    ...notes.map((note) => `note   ${note}`),
    `The archive is ${state}: ${read} (${seconds.toFixed(1)} s).`,
    ...(last ? [`The last seal is ${last.seal}, ${last.sealHash}`] : []),
    '',
  ].join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
