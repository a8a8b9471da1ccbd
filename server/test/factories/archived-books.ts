import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { BooksArchiveStore } from '../../features/wallet/books-archive/books-archive.store.js';
import { InspectArchive } from '../../features/wallet/books-archive/inspect-archive.js';
import { SealedJournalsStore } from '../../features/wallet/books-archive/sealed-journals.store.js';
import { WriteArchive } from '../../features/wallet/books-archive/write-archive.js';
import { WriteArchiveFile } from '../../features/wallet/books-archive/write-archive-file.js';
import type { Ledger } from '../../features/wallet/ledger/ledger.js';
import { ReadSource } from '../../platform/database/read-source.store.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { LocalFolderStorage } from '../../platform/storage/local-folder-storage.js';
import type { StoragePort } from '../../platform/storage/storage-port.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { FakeClock } from '../fakes/fake-clock.js';
import { aJournal, aLedger, aUserId, fund } from './ledger.js';

const DAY_MS = 86_400_000;

/** Books of two users with their own database, and a folder that they are archived in. */
export class ArchivedBooks {
  readonly clock = new FakeClock();
  readonly metrics = new Metrics();

  private constructor(
    readonly database: TestDatabase,
    readonly source: DataSource,
    /** As a process with all roles. */
    readonly serving: DataSource,
    readonly ledger: Ledger,
    /** The data folder of whoever archives and verifies. */
    readonly folder: string,
    readonly users: readonly [string, string],
  ) {}

  static async open(): Promise<ArchivedBooks> {
    const database = await createTestDatabase();
    const source = await createDataSource(database.url, 10).initialize();
    const users = [await aUserId(source), await aUserId(source)] as const;
    for (const user of users) await fund(source, user, '1000');
    const serving = await createDataSource(database.servingUrl, 10).initialize();
    const folder = mkdtempSync(join(tmpdir(), 'archived-books-'));
    return new ArchivedBooks(database, source, serving, aLedger(source), folder, users);
  }

  get storage(): LocalFolderStorage {
    return new LocalFolderStorage(join(this.folder, 'files'));
  }

  /** A worker with this store. */
  writer(storage: StoragePort = this.storage, serving = this.serving): WriteArchive {
    const store = new BooksArchiveStore(serving);
    const file = new WriteArchiveFile(new SealedJournalsStore(new ReadSource(serving)), storage);
    const inspect = new InspectArchive(store, storage, file, this.metrics, this.clock);
    return new WriteArchive(store, file, inspect, this.metrics, this.clock);
  }

  /** So many journals of each user, and one seal over them. */
  async move(journals = 2): Promise<void> {
    for (let count = 0; count < journals; count += 1) {
      for (const user of this.users) await this.ledger.postAlone(aJournal(user));
    }
    await this.seal();
  }

  /** Everything up to the newest journal, a seal each so many numbers. */
  async seal(each = 1_000_000): Promise<void> {
    const [{ newest }] = await this.source.query('select max(id)::int as newest from ledger_journal');
    const [{ sealed }] = await this.source.query(
      'select coalesce(max(last_journal), 0)::int as sealed from ledger_seal',
    );
    for (let upTo = sealed; upTo < newest; ) {
      upTo = Math.min(upTo + each, newest);
      await this.serving.query('select ledger_seal_next($1, $2)', [upTo, new Date(this.clock.now())]);
    }
  }

  nextDay(): void {
    this.clock.advance(DAY_MS);
  }

  /** What is noted of each file. */
  rows(): Promise<{ id: string; seals: string; journals: string; key: string; hash: string }[]> {
    return this.source.query(
      `select id::text, first_seal || '-' || last_seal as seals, first_journal || '-' || last_journal as journals,
              object_key as key, encode(hash, 'hex') as hash from books_archive order by id`,
    );
  }

  /** Somebody with all rights does something past the guards, which are as before afterwards. */
  async byHand(sql: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const guards: { place: string; name: string }[] = await tx.query(
        `select tgrelid::regclass::text as place, quote_ident(tgname) as name from pg_trigger
          where tgenabled = 'A' and not tgisinternal and tgrelid = any ($1::regclass[])`,
        [['ledger_journal', 'ledger_posting', 'ledger_seal', 'ledger_account', 'books_archive']],
      );
      await tx.query('set local session_replication_role = replica');
      for (const { place, name } of guards) await tx.query(`alter table ${place} disable trigger ${name}`);
      await tx.query(sql);
      for (const { place, name } of guards) await tx.query(`alter table ${place} enable always trigger ${name}`);
    });
  }

  async close(): Promise<void> {
    await this.serving.destroy();
    await this.source.destroy();
    await this.database.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
