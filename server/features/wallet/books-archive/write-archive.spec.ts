import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createDataSource } from '../../../database/data-source.js';
import { LocalFolderStorage } from '../../../platform/storage/local-folder-storage.js';
import { S3Storage } from '../../../platform/storage/s3-storage.js';
import type { StoragePort } from '../../../platform/storage/storage-port.js';
import { ArchivedBooks } from '../../../test/factories/archived-books.js';
import { aJournal } from '../../../test/factories/ledger.js';
import { ObjectStore } from '../../../test/fakes/object-store.js';
import { BooksArchiveStore } from './books-archive.store.js';
import { type ArchivedPosting, keyOf, readLine } from './archive-lines.rules.js';
import { SealedJournalsStore } from './sealed-journals.store.js';
import { ReadSource } from '../../../platform/database/read-source.store.js';

let books: ArchivedBooks;
beforeEach(async () => {
  books = await ArchivedBooks.open();
}, 60_000);
afterEach(() => books?.close());

const linesIn = async (key: string, storage: StoragePort = books.storage): Promise<string[]> =>
  gunzipSync((await storage.get(key)) ?? Buffer.alloc(0))
    .toString('utf8')
    .trimEnd()
    .split('\n');
const keysIn = (storage: StoragePort = books.storage) => storage.list('books-archive', 100);
/** Where one file has a part that comes again and again, as much of it as is wanted. */
class EndlessStorage extends LocalFolderStorage {
  first: Buffer = Buffer.alloc(0);
  again: Buffer | null = null;
  /** Bytes that were taken of it. */
  taken = 0;

  constructor(
    folder: string,
    private readonly endless: string,
  ) {
    super(folder);
  }

  override open(key: string): ReturnType<LocalFolderStorage['open']> {
    return key === this.endless ? Promise.resolve(Readable.from(this.pieces())) : super.open(key);
  }

  private *pieces(): Generator<Buffer> {
    for (let at = 0; at < this.first.length; at += PIECE) yield this.count(this.first.subarray(at, at + PIECE));
    while (this.again) yield this.count(this.again);
  }

  private count(piece: Buffer): Buffer {
    this.taken += piece.length;
    if (this.taken > ENOUGH) throw new Error('It is read for ever.');
    return piece;
  }
}
/** Something that others wait for. */
function aLatch(): { passed: Promise<void>; pass: () => void } {
  let settle = (): void => undefined;
  const passed = new Promise<void>((done) => (settle = done));
  return { passed, pass: () => settle() };
}

const [PIECE, ENOUGH] = [16_384, 2_000_000];

const late = async () => (await books.metrics.booksArchiveLateSeconds.get()).values[0]?.value;

describe('what is written', () => {
  it('is every sealed journal with its postings, seal by seal, when the day is over', async () => {
    await books.move();
    await books.move(1);
    expect(await books.writer().execute()).toBe(0);
    expect(await keysIn()).toEqual([]);
    books.nextDay();
    expect(await books.writer().execute()).toBe(1);
    const [row] = await books.rows();
    expect(row).toMatchObject({ id: '1', seals: '1-2', journals: '1-8' });
    const lines = (await linesIn(row?.key ?? '')).map((line) => readLine(line));
    const journals = await books.source.query('select id::text from ledger_journal order by id');
    expect(lines.flatMap((line) => (line && 'journal' in line ? [line.journal] : []))).toEqual(
      journals.map(({ id }: { id: string }) => id),
    );
    expect(lines.map((line) => Object.keys(line ?? {})[0])).toEqual([
      'format',
      'seal',
      ...Array.from({ length: 6 }, () => 'journal'),
      'seal',
      'journal',
      'journal',
      'end',
    ]);
    expect(await late()).toBe(0);
  });

  it('is noted with the digest of the lines, each with that of the one before', async () => {
    await books.move();
    books.nextDay();
    await books.move();
    books.nextDay();
    expect(await books.writer().execute()).toBe(2);
    const rows = await books.rows();
    expect(rows.map(({ seals }) => seals)).toEqual(['1-1', '2-2']);
    for (const { key, hash } of rows) {
      expect(
        createHash('sha256')
          .update(gunzipSync((await books.storage.get(key)) ?? ''))
          .digest('hex'),
      ).toBe(hash);
    }
    expect(JSON.parse((await linesIn(rows[1]?.key ?? ''))[0] ?? '')).toMatchObject({
      file: '2',
      previous: rows[0]?.hash,
    });
    const [{ previous }] = await books.source.query(
      `select encode(previous_hash, 'hex') as previous from books_archive where id = 2`,
    );
    expect(previous).toBe(rows[0]?.hash);
  });

  it('has nothing that the seals do not cover, but for the numbers of files and seals', async () => {
    await books.move();
    books.nextDay();
    await books.writer().execute();
    const lines = (await linesIn((await books.rows())[0]?.key ?? '')).map((text) => JSON.parse(text));
    const covered: string[] = [];
    for (const line of lines) {
      const { journal, reason, reference, demo, at, postings, ...more } = line;
      if (journal === undefined) continue;
      // Nothing but what is put together here, and that is what the seal has a digest of.
      expect(more).toEqual({});
      const legs = postings.map(({ account, sequence, currency, amount, balanceAfter, ...other }: ArchivedPosting) => {
        expect(other).toEqual({});
        return `${account}:${sequence}:${currency}:${amount}:${balanceAfter}`;
      });
      const epoch = `${Date.parse(`${at.slice(0, 19)}Z`) / 1000}.${at.slice(20, 26)}`;
      covered.push([journal, reason, reference, demo ? 't' : 'f', epoch, legs.join(',')].join('|'));
    }
    const [seal] = await books.source.query('select hash, previous_hash as previous from ledger_seal where id = 1');
    expect(createHash('sha256').update(seal.previous).update(covered.join('\n')).digest()).toEqual(seal.hash);
    const others = lines.filter(({ journal }) => journal === undefined).map((line) => Object.keys(line));
    expect(others).toEqual([
      ['format', 'books', 'file', 'previous', 'firstSeal'],
      ['seal', 'firstJournal', 'lastJournal', 'previousHash', 'hash', 'sealedAt'],
      ['end', 'lastSeal', 'journals', 'postings'],
    ]);
  });

  it('is as long as a file may be: whole seals, up to a number of journals or of bytes or of seals', async () => {
    await books.move(6);
    // One seal has the journals so far; these have two numbers each.
    for (const user of [...books.users, ...books.users, ...books.users]) await books.ledger.postAlone(aJournal(user));
    await books.seal(2);
    expect(await books.writer().execute({ journals: 4 })).toBe(2);
    expect((await books.rows()).map(({ seals }) => seals)).toEqual(['1-1', '2-3']);
    books.nextDay();
    expect(await books.writer().execute({ journals: 4 })).toBe(1);
    expect((await books.rows()).map(({ seals }) => seals)).toEqual(['1-1', '2-3', '4-4']);
    for (const user of [...books.users, ...books.users]) await books.ledger.postAlone(aJournal(user));
    await books.seal(1);
    expect(await books.writer().execute({ seals: 3 })).toBe(1);
    books.nextDay();
    expect(await books.writer().execute({ bytes: 1 })).toBe(1);
    expect((await books.rows()).map(({ seals }) => seals)).toEqual(['1-1', '2-3', '4-4', '5-7', '8-8']);
  });

  it('is no more than so many files a run: the next goes on', async () => {
    for (let day = 0; day < 3; day += 1) {
      await books.move(1);
      books.nextDay();
    }
    expect(await books.writer().execute({ files: 2 })).toBe(2);
    expect(await late()).toBeGreaterThan(0);
    expect(await books.writer().execute({ files: 2 })).toBe(1);
    expect(await late()).toBe(0);
  });

  it('is the same whatever slices it was read in', async () => {
    await books.move(5);
    books.nextDay();
    await books.writer().execute({ postings: 1 });
    const [cut] = await books.rows();
    await books.byHand('delete from books_archive');
    await books.storage.remove(cut?.key ?? '');
    await books.writer().execute();
    expect((await books.rows())[0]).toEqual(cut);
  });

  it('waits an hour for the last seals of a day', async () => {
    await books.move();
    books.clock.set(Date.UTC(2026, 0, 6, 0, 59, 59));
    expect(await books.writer().execute()).toBe(0);
    expect(await late()).toBe(3599);
    books.clock.set(Date.UTC(2026, 0, 6, 1, 0, 0));
    expect(await books.writer().execute()).toBe(1);
  });

  it('is no journal whose name would make the sealed text ambiguous', async () => {
    await books.move();
    books.nextDay();
    await books.byHand(`update ledger_journal set reference = 'a|b' where id = 3`);
    await expect(books.writer().execute()).rejects.toThrow('journal 3 has a reason or a reference that cannot be');
    expect(await keysIn()).toEqual([]);
  });

  it('is nothing that is not what was sealed', async () => {
    await books.move();
    books.nextDay();
    await books.byHand('update ledger_posting set amount = amount + 5 where journal_id = 3');
    await expect(books.writer().execute()).rejects.toThrow('The journals of seal 1 are not what was sealed');
    expect(await keysIn()).toEqual([]);
    expect(await late()).toBeGreaterThan(0);
  });
});

describe('slices', () => {
  const store = () => new SealedJournalsStore(new ReadSource(books.serving));
  const numbers = ({ upTo, journals }: { upTo: string; journals: { journal: string }[] }) => [
    upTo,
    journals.map(({ journal }) => Number(journal)),
  ];

  it('have at most so many postings, or one journal', async () => {
    await books.move(2);
    expect(numbers(await store().slice('1', '6', 5))).toEqual(['2', [1, 2]]);
    expect(numbers(await store().slice('3', '6', 4))).toEqual(['4', [3, 4]]);
    expect(numbers(await store().slice('3', '6', 1))).toEqual(['3', [3]]);
    expect(numbers(await store().slice('3', '6', 100))).toEqual(['6', [3, 4, 5, 6]]);
  });

  it('go past numbers that no journal has', async () => {
    await books.move(1);
    expect(numbers(await store().slice('1000', '9000', 5))).toEqual(['2999', []]);
    expect(numbers(await store().slice('1000', '2000', 5))).toEqual(['2000', []]);
  });
});

describe('a file that lies in the store already', () => {
  beforeEach(async () => {
    await books.move();
    books.nextDay();
  });

  /** As if the process had ended between the file and its row. */
  async function cutOff(): Promise<{ key: string; hash: string }> {
    await books.writer().execute();
    const [row] = await books.rows();
    await books.byHand('delete from books_archive');
    return { key: row?.key ?? '', hash: row?.hash ?? '' };
  }

  it('from a try that was cut off is written again equal, and noted', async () => {
    const { key, hash } = await cutOff();
    const before = await books.storage.get(key);
    expect(await books.writer().execute()).toBe(1);
    expect(await books.rows()).toMatchObject([{ id: '1', key, hash }]);
    expect(await books.storage.get(key)).toEqual(before);
  });

  it('is the same one where another compressor wrote its lines', async () => {
    const { key, hash } = await cutOff();
    const written = (await books.storage.get(key)) ?? Buffer.alloc(0);
    const other = gzipSync(gunzipSync(written), { level: 1 });
    expect(other).not.toEqual(written);
    await books.storage.put(key, other);
    expect(await books.writer().execute()).toBe(1);
    expect(await books.rows()).toMatchObject([{ id: '1', key, hash }]);
    expect(await books.storage.get(key)).toEqual(other);
  });

  it.each([
    ['of another history', (file: Buffer) => gzipSync(`${gunzipSync(file).toString()}{}`)],
    ['that nobody can read', () => Buffer.from('something')],
    ['with something behind its lines', (file: Buffer) => Buffer.concat([file, Buffer.alloc(9)])],
  ])('%s stays, and nothing is noted', async (_what, change) => {
    const { key } = await cutOff();
    const other = change((await books.storage.get(key)) ?? Buffer.alloc(0));
    await books.storage.put(key, other);
    await expect(books.writer().execute()).rejects.toThrow('Something else lies under');
    expect(await books.storage.get(key)).toEqual(other);
    expect(await books.rows()).toEqual([]);
    expect(await late()).toBeGreaterThan(0);
  });

  it('by two workers at once is one file, noted once', async () => {
    const [one, other] = await Promise.all([books.writer().execute(), books.writer().execute()]);
    expect(one + other).toBeGreaterThanOrEqual(1);
    expect(await books.rows()).toHaveLength(1);
    expect(await keysIn()).toHaveLength(1);
  });

  it('is no ground for a worker that comes late to note another', async () => {
    await books.writer().execute();
    const add = (id: number, seal: number, hash: string) =>
      books.serving.query(`select books_archive_add($1, $2, 1, 1, sha256($3), $4)`, [
        id,
        seal,
        hash,
        new Date(books.clock.now()),
      ]);
    await expect(add(1, 1, 'other')).rejects.toMatchObject({ code: 'LG010' });
    await expect(add(2, 1, 'other')).rejects.toMatchObject({ code: 'LG010' });
    await expect(add(3, 2, 'other')).rejects.toMatchObject({ code: 'LG010' });
    await expect(
      books.byHand(`insert into books_archive select 2, 1, 1, 5, 9, 1, 1, sha256('a'), sha256('b'), 'k', now()`),
    ).rejects.toMatchObject({ code: '23P01' });
    await expect(
      books.byHand(`insert into books_archive select 2, 2, 2, 6, 9, 1, 1, sha256('a'), sha256('b'), 'k', now()`),
    ).rejects.toMatchObject({ code: '23P01' });
  });
});

describe('a file that is noted', () => {
  const faults = async () => (await books.metrics.booksArchiveFaults.get()).values[0]?.value;
  /** Three files of a day each. */
  beforeEach(async () => {
    for (let day = 0; day < 3; day += 1) {
      await books.move(1);
      await books.move(1);
      books.nextDay();
    }
    expect(await books.writer().execute()).toBe(3);
  });
  const keyOfFile = async (file: number) => (await books.rows())[file - 1]?.key ?? '';

  it('has the key of its books and its number', async () => {
    const [{ first }] = await books.source.query(`select encode(hash, 'hex') as first from ledger_seal where id = 1`);
    expect((await books.rows()).map(({ key }) => key)).toEqual(['1', '2', '3'].map((file) => keyOf(first, file)));
    expect(await keysIn()).toEqual((await books.rows()).map(({ key }) => key));
  });

  it.each([1, 2, 3])(
    'and is missing, file %i, is told and written again, whatever fits into a file today',
    async (file) => {
      const key = await keyOfFile(file);
      const lines = await linesIn(key);
      await books.storage.remove(key);
      const writer = books.writer();
      // An older one has its turn every second time.
      for (let turn = 0; turn < 2 && (await faults()) !== 1; turn += 1) await writer.execute({ seals: 1, journals: 1 });
      expect(await faults()).toBe(1);
      expect(await linesIn(key)).toEqual(lines);
      await writer.execute();
      expect(await faults()).toBe(0);
    },
  );

  it('is written again with all others where the store was lost, so many a run', async () => {
    const whole = await Promise.all([1, 2, 3].map(async (file) => linesIn(await keyOfFile(file))));
    const elsewhere = new LocalFolderStorage(join(books.folder, 'moved'));
    const writer = books.writer(elsewhere);
    expect(await writer.execute({ files: 1 })).toBe(0);
    expect(await keysIn(elsewhere)).toHaveLength(2);
    expect(await faults()).toBe(2);
    await writer.execute();
    await writer.execute();
    const keys = (await books.rows()).map(({ key }) => key);
    expect(await keysIn(elsewhere)).toEqual(keys);
    expect(await Promise.all(keys.map((key) => linesIn(key, elsewhere)))).toEqual(whole);
  });

  it.each([
    ['has other lines', (file: Buffer) => gzipSync(`${gunzipSync(file).toString()}{}`)],
    ['nobody can read', () => Buffer.from('something')],
  ])('and %s stays, is told until it is as it was, and holds nothing up', async (_what, change) => {
    const key = await keyOfFile(3);
    const own = (await books.storage.get(key)) ?? Buffer.alloc(0);
    const other = change(own);
    await books.storage.put(key, other);
    const writer = books.writer();
    await books.move();
    books.nextDay();
    expect(await writer.execute()).toBe(1);
    expect(await faults()).toBe(1);
    // It is not the newest any more.
    await writer.execute();
    expect(await faults()).toBe(1);
    expect(await books.storage.get(key)).toEqual(other);
    await books.storage.put(key, own);
    await writer.execute();
    expect(await faults()).toBe(0);
  });

  it('and goes on for ever, unpacked or as it lies there, is read no further than it is noted', async () => {
    const key = await keyOfFile(3);
    const own = (await books.storage.get(key)) ?? Buffer.alloc(0);
    const lines = gunzipSync(own);
    const endless = new EndlessStorage(join(books.folder, 'files'), key);
    const writer = books.writer(endless);
    // A thousand bytes that unpack to a million, and twenty that unpack to none.
    for (const member of [gzipSync(Buffer.alloc(1_000_000)), gzipSync('')]) {
      const again = Buffer.concat(Array.from({ length: Math.ceil(1000 / member.length) }, () => member));
      Object.assign(endless, { first: own, again, taken: 0 });
      await writer.execute();
      expect(await faults()).toBe(1);
      // Some is read ahead.
      expect(endless.taken).toBeLessThan(2 * lines.length + 200_000);
    }
  });

  it('and cannot be read is amiss, and holds up neither the others nor what is next', async () => {
    const [first, second, third] = (await Promise.all([1, 2, 3].map(keyOfFile))) as [string, string, string];
    class PartlyAway extends LocalFolderStorage {
      readonly away = new Set<string>();
      override open(key: string): ReturnType<LocalFolderStorage['open']> {
        if (this.away.has(key)) return Promise.reject(new Error('It does not answer.'));
        return super.open(key);
      }
    }
    const storage = new PartlyAway(join(books.folder, 'files'));
    const writer = books.writer(storage);
    await books.move();
    books.nextDay();
    storage.away.add(third);
    await books.storage.remove(first);
    await books.storage.remove(second);
    await expect(writer.execute()).rejects.toThrow('It does not answer.');
    // Both that were missing are there again, and the next day is archived.
    expect(await books.rows()).toHaveLength(4);
    expect(await keysIn()).toEqual((await books.rows()).map(({ key }) => key));
    expect(await faults()).toBe(3);
    // It is not the newest any more, and is looked at again nevertheless.
    await expect(writer.execute()).rejects.toThrow('It does not answer.');
    expect(await faults()).toBe(1);
    storage.away.clear();
    await writer.execute();
    expect(await faults()).toBe(0);
  });

  it('is not told file by file, however long the store does not answer', async () => {
    class Away extends LocalFolderStorage {
      isAway = true;
      override open(key: string): ReturnType<LocalFolderStorage['open']> {
        return this.isAway ? Promise.reject(new Error('It does not answer.')) : super.open(key);
      }
    }
    const storage = new Away(join(books.folder, 'files'));
    const writer = books.writer(storage);
    for (let minute = 0; minute < 4; minute += 1) {
      await expect(writer.execute()).rejects.toThrow('It does not answer.');
      expect(await faults()).toBe(2);
    }
    storage.isAway = false;
    await writer.execute();
    await writer.execute();
    expect(await faults()).toBe(0);
  });

  it('by a row that is not true is not written, and told', async () => {
    const key = await keyOfFile(3);
    await books.storage.remove(key);
    await books.byHand(`update books_archive set hash = sha256('x') where id = 3`);
    await books.writer().execute();
    expect(await faults()).toBe(1);
    expect(await books.storage.get(key)).toBeNull();
  });
});

describe('runs', () => {
  /** Three files are due. */
  beforeEach(async () => {
    for (let day = 0; day < 3; day += 1) {
      await books.move(1);
      books.nextDay();
    }
  });

  it('do not overlap in a process: a call during one waits for nothing, and says how late the archive is', async () => {
    const [reached, open] = [aLatch(), aLatch()];
    /** Where nothing is added until it is let. */
    class ShutStorage extends LocalFolderStorage {
      override async addFile(key: string, path: string): Promise<boolean> {
        reached.pass();
        await open.passed;
        return super.addFile(key, path);
      }
    }
    const writer = books.writer(new ShutStorage(join(books.folder, 'files')));
    const one = writer.execute();
    await reached.passed;
    books.metrics.booksArchiveLateSeconds.set(0);
    expect(await writer.execute()).toBe(0);
    expect(await late()).toBeGreaterThan(0);
    open.pass();
    expect(await one).toBe(3);
    expect(await writer.execute()).toBe(0);
  });

  it('say how late the archive is before they do anything', async () => {
    let seen: number | undefined;
    class Watched extends LocalFolderStorage {
      override async addFile(key: string, path: string): Promise<boolean> {
        seen ??= await late();
        return super.addFile(key, path);
      }
    }
    await books.writer(new Watched(join(books.folder, 'files'))).execute();
    // Three days of a file each, of which the first ended two days and a half ago.
    expect(seen).toBe(2.5 * 86_400);
  });

  it('begin no file after three quarters of a minute', async () => {
    /** Where each file takes half a minute. */
    class SlowStorage extends LocalFolderStorage {
      override addFile(key: string, path: string): Promise<boolean> {
        books.clock.advance(30_000);
        return super.addFile(key, path);
      }
    }
    const writer = books.writer(new SlowStorage(join(books.folder, 'files')));
    expect(await writer.execute()).toBe(2);
    expect(await writer.execute()).toBe(1);
  });

  it('of a process begin with the removal of what others have left half written, an hour ago or more', async () => {
    const names = ['books-archive-Ab3xYz', 'books-archive-Cd4xYz', 'books-archive-other-thing'];
    const places = names.map((name) => join(tmpdir(), name));
    const [old, fresh, other] = places as [string, string, string];
    const hour = 3600;
    const now = books.clock.now() / 1000;
    for (const [place, at] of [
      [old, now - hour],
      [fresh, now - hour + 1],
      [other, now - 9 * hour],
    ] as const) {
      await mkdir(place, { recursive: true });
      await writeFile(join(place, 'draft'), 'half');
      await utimes(place, at, at);
    }
    try {
      const writer = books.writer();
      await writer.execute();
      const left = (await readdir(tmpdir())).filter((name) => names.includes(name));
      expect(left.toSorted()).toEqual(names.slice(1).toSorted());
      // Once a process: what is there later is of those that run.
      await utimes(fresh, now - hour, now - hour);
      await writer.execute();
      expect(await readdir(tmpdir())).toContain(names[1]);
    } finally {
      for (const place of places) await rm(place, { recursive: true, force: true });
    }
  });

  it('that fail say why, and not that nothing can be measured either', async () => {
    await books.byHand('update ledger_posting set amount = amount + 5 where journal_id = 3');
    const late = jest.spyOn(BooksArchiveStore.prototype, 'lateSeconds').mockRejectedValue(new Error('not measured'));
    try {
      await expect(books.writer().execute()).rejects.toThrow('The journals of seal 1 are not what was sealed');
    } finally {
      late.mockRestore();
    }
  });
});

describe('a store that speaks S3', () => {
  const place = (endpoint: string) => ({
    endpoint,
    region: 'eu-central-1',
    bucket: 'files',
    accessKeyId: 'TESTKEY',
    secretAccessKey: 'secret',
    pathStyle: true,
  });

  it.each(['heeds conditions', 'heeds no condition'] as const)('that %s keeps the same file', async (kind) => {
    const store = new ObjectStore(kind);
    const s3 = new S3Storage(place(await store.listen()));
    try {
      await books.move();
      books.nextDay();
      expect(await books.writer(s3).execute()).toBe(1);
      const [row] = await books.rows();
      expect(await keysIn(s3)).toEqual([row?.key]);
      const inFolder = books.writer();
      await books.byHand('delete from books_archive');
      await inFolder.execute();
      expect((await books.rows())[0]).toEqual(row);
      expect(await s3.get(row?.key ?? '')).toEqual(await books.storage.get(row?.key ?? ''));
      await books.byHand('delete from books_archive');
      expect(await books.writer(s3).execute()).toBe(1);
      expect((await books.rows())[0]).toEqual(row);
    } finally {
      s3.close();
      await store.close();
    }
  });

  it('and is away makes the job fail; the next run loses nothing', async () => {
    const away = new S3Storage({ ...place('http://127.0.0.1:1') });
    await books.move();
    books.nextDay();
    await expect(books.writer(away).execute()).rejects.toThrow('ECONNREFUSED');
    expect(await books.rows()).toEqual([]);
    expect(await late()).toBe(43_200);
    away.close();
    expect(await books.writer().execute()).toBe(1);
  });
});

describe('rights', () => {
  it('workers write files by the function alone, and gateways not at all', async () => {
    await books.move();
    books.nextDay();
    const worker = await createDataSource(books.database.workerUrl, 2).initialize();
    const gateway = await createDataSource(books.database.gatewayUrl, 2).initialize();
    try {
      await expect(books.writer(books.storage, gateway).execute()).rejects.toThrow('permission denied for function');
      const row = `insert into books_archive select 1, 1, 1, 1, 2, 1, 1, sha256('a'), sha256('b'), 'k', now()`;
      for (const user of [worker, gateway]) {
        await expect(user.query(row)).rejects.toThrow('permission denied for table');
        await expect(user.query('delete from books_archive')).rejects.toThrow('permission denied for table');
      }
      expect(await books.writer(books.storage, worker).execute()).toBe(1);
    } finally {
      await worker.destroy();
      await gateway.destroy();
    }
  });

  it('nobody changes a row', async () => {
    await books.move();
    books.nextDay();
    await books.writer().execute();
    for (const sql of ['update books_archive set bytes = 1', 'delete from books_archive', 'truncate books_archive']) {
      await expect(books.source.query(sql)).rejects.toMatchObject({ code: 'LG009' });
    }
  });
});
