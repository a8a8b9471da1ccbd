import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Logger } from '@nestjs/common';
import { createDataSource } from '../database/data-source.js';
import { ArchivedBooksStore } from '../features/wallet/books-archive/archived-books.store.js';
import { BooksArchiveStore } from '../features/wallet/books-archive/books-archive.store.js';
import { CompareWithBooks } from '../features/wallet/books-archive/compare-with-books.js';
import { InspectArchive } from '../features/wallet/books-archive/inspect-archive.js';
import { SealedJournalsStore } from '../features/wallet/books-archive/sealed-journals.store.js';
import { VerifyArchive } from '../features/wallet/books-archive/verify-archive.js';
import { WriteArchive } from '../features/wallet/books-archive/write-archive.js';
import { WriteArchiveFile } from '../features/wallet/books-archive/write-archive-file.js';
import { SystemClock } from '../platform/clock/clock.js';
import { ReadSource } from '../platform/database/read-source.store.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { LocalFolderStorage } from '../platform/storage/local-folder-storage.js';
import { createBook, dropDatabase, fillBook } from './ledger.book.js';

/**
 * How fast a book is archived that nobody has archived yet, how long that holds a snapshot, and how fast its files are verified.
 * `npm run bench -- books-archive [--postings=1000000] [--users=20000]`
 */
const OPTIONS = { postings: option('postings', 1_000_000), users: option('users', 20_000) };
const GOAL_SNAPSHOT_SECONDS = 2;
const NAME = 'bench_books_archive';

function option(name: string, fallback: number): number {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given ? Number(given.split('=')[1]) : fallback;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** Looks how long the longest transaction of the archive holds its snapshot, in seconds. */
async function watchSnapshots(url: string): Promise<() => Promise<number>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const state = { isRunning: true, longest: 0 };
  const watching = (async () => {
    while (state.isRunning) {
      const { rows } = await client.query<{ age: number | null }>(
        `select max(extract(epoch from clock_timestamp() - xact_start))::float8 as age from pg_stat_activity
          where backend_xmin is not null and pid <> pg_backend_pid() and backend_type = 'client backend'
            and datname = current_database()`,
      );
      state.longest = Math.max(state.longest, rows[0]?.age ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    state.isRunning = false;
    await watching;
    await client.end();
    return state.longest;
  };
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1000 };
}

Logger.overrideLogger(false);
const serverUrl = process.env.DATABASE_URL;
if (!serverUrl) throw new Error('DATABASE_URL is not set: run it with `npm run bench -- books-archive`.');
const url = await createBook(serverUrl, NAME, OPTIONS.users);
await fillBook(url, OPTIONS.users, OPTIONS.postings);
const source = await createDataSource(url, 4).initialize();
const folder = mkdtempSync(join(tmpdir(), 'bench-archive-'));
try {
  const storage = new LocalFolderStorage(folder);
  const sealed = new SealedJournalsStore(new ReadSource(source));
  const [store, metrics, clock] = [new BooksArchiveStore(source), new Metrics(), new SystemClock()];
  const file = new WriteArchiveFile(sealed, storage);
  const inspect = new InspectArchive(store, storage, file, metrics, clock);
  const writer = new WriteArchive(store, file, inspect, metrics, clock);
  const longest = await watchSnapshots(url);
  const written = await timed(async () => {
    let files = 0;
    for (let more = -1; more !== 0; files += more) more = await writer.execute({ files: 1_000_000 });
    return files;
  });
  const snapshot = await longest();
  const [row]: { journals: number; bytes: number }[] = await source.query(
    'select sum(journals)::float8 as journals, sum(bytes)::float8 as bytes from books_archive',
  );
  const journals = row?.journals ?? 0;
  process.stdout.write(
    `${whole(journals)} journals in ${written.result} files, ${whole((row?.bytes ?? 0) / 1000)} kB: ` +
      `${whole(journals / written.seconds)} a second, longest snapshot ${snapshot.toFixed(2)} s\n`,
  );
  const alone = await timed(() => new VerifyArchive(storage, null).execute(null));
  const database = new CompareWithBooks(sealed, new ArchivedBooksStore(source));
  const both = await timed(() => new VerifyArchive(storage, database).execute(null));
  process.stdout.write(
    `verified by themselves ${whole(alone.result.journals / alone.seconds)} a second, with the database ` +
      `${whole(both.result.journals / both.seconds)}, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB of memory; ` +
      `${alone.result.faults.length + both.result.faults.length} faults\n`,
  );
  const isBroken = alone.result.faults.length + both.result.faults.length > 0 || journals === 0;
  if (isBroken || snapshot > GOAL_SNAPSHOT_SECONDS) process.exitCode = 1;
} finally {
  await source.destroy();
  await dropDatabase(serverUrl, NAME);
  rmSync(folder, { recursive: true, force: true });
}
