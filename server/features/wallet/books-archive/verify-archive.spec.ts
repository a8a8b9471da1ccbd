import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { LocalFolderStorage } from '../../../platform/storage/local-folder-storage.js';
import { S3Storage } from '../../../platform/storage/s3-storage.js';
import { ArchivedBooks } from '../../../test/factories/archived-books.js';
import { aJournal, postAsOwner } from '../../../test/factories/ledger.js';
import { ObjectStore } from '../../../test/fakes/object-store.js';
import { ArchivedBooksStore } from './archived-books.store.js';
import { CompareWithBooks } from './compare-with-books.js';
import { SealedJournalsStore } from './sealed-journals.store.js';
import { VerifyArchive } from './verify-archive.js';

const REPOSITORY = join(__dirname, '../../../..');

let books: ArchivedBooks;
/** Of other users, another day. */
let others: ArchivedBooks;
/** Where the archive as it was written is copied to, and damaged. */
let copy: string;

/** Three files of two seals each. */
async function archived(): Promise<ArchivedBooks> {
  const made = await ArchivedBooks.open();
  for (let day = 0; day < 3; day += 1) {
    await made.move(2);
    await made.move(1);
    made.nextDay();
  }
  expect(await made.writer().execute()).toBe(3);
  return made;
}

beforeAll(async () => {
  [books, others] = [await archived(), await archived()];
}, 120_000);
afterAll(async () => {
  await books?.close();
  await others?.close();
});
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'verify-archive-'));
  cpSync(books.folder, copy, { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

const compareWith = ({ serving }: ArchivedBooks) =>
  new CompareWithBooks(new SealedJournalsStore(new ReadSource(serving)), new ArchivedBooksStore(serving));

const verify = (database: CompareWithBooks | null = null, wanted: string | null = null) =>
  new VerifyArchive(new LocalFolderStorage(join(copy, 'files')), database).execute(wanted);
const faults = async (database: CompareWithBooks | null = null) => (await verify(database)).faults;

function place(of: ArchivedBooks, folder: string, file: number): string {
  const root = join(folder, 'files/books-archive');
  const [digest = ''] = readdirSync(join(of.folder, 'files/books-archive'));
  return join(root, digest, `${String(file).padStart(12, '0')}.ndjson.gz`);
}
const fileAt = (file: number) => place(books, copy, file);

/** Writes a file anew with other lines. */
function relined(file: number, change: (lines: string[]) => string[]): void {
  const lines = gunzipSync(readFileSync(fileAt(file)))
    .toString('utf8')
    .split('\n');
  writeFileSync(fileAt(file), gzipSync(change(lines).join('\n')));
}

async function program(...given: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATABASE_URL: books.database.url, DATA_FOLDER: copy, STORAGE: 'local' };
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(REPOSITORY, 'dist/programs/verify-archive.js'), ...given],
      { env, cwd: REPOSITORY },
    );
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

describe('an archive in order', () => {
  it('is so by itself, and beside its database', async () => {
    const [last] = await books.source.query(
      `select id::text as seal, encode(hash, 'hex') as "sealHash" from ledger_seal order by id desc limit 1`,
    );
    const whole = { faults: [], notes: [], files: 3, seals: 6, journals: 20, postings: 40, last };
    expect(await verify()).toEqual(whole);
    expect(await verify(compareWith(books))).toEqual(whole);
  });

  it('is so for the program, which says what it has read', async () => {
    expect(await program()).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^The archive is in order: 3 files, 6 seals, 20 journals, 40 postings \(\d+\.\d s\)\.\nThe last seal is 6, [0-9a-f]{64}\n$/,
      ),
    });
    expect((await program('--database')).code).toBe(0);
  });

  it('is so in a store that speaks S3, and none is an archive without files', async () => {
    const store = new ObjectStore('heeds conditions');
    const s3 = new S3Storage({
      endpoint: await store.listen(),
      region: 'eu-central-1',
      bucket: 'files',
      accessKeyId: 'TESTKEY',
      secretAccessKey: 'secret',
      pathStyle: true,
    });
    try {
      expect(await new VerifyArchive(s3, null).execute(null)).toMatchObject({ faults: [], files: 0 });
      const local = new LocalFolderStorage(join(copy, 'files'));
      for (const key of await local.list('books-archive', 10))
        await s3.put(key, (await local.get(key)) ?? Buffer.alloc(0));
      expect(await new VerifyArchive(s3, null).execute(null)).toMatchObject({ faults: [], files: 3 });
      expect(await new VerifyArchive(s3, compareWith(books)).execute(null)).toMatchObject({ faults: [], files: 3 });
    } finally {
      s3.close();
      await store.close();
    }
  });
});

describe('a damaged archive', () => {
  it('of which a byte is wrong', async () => {
    const bytes = readFileSync(fileAt(2));
    bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200);
    writeFileSync(fileAt(2), bytes);
    expect(await faults()).toEqual([expect.stringMatching(/^file 2: (its bytes are changed|line \d+ is no line)/)]);
  });

  it('of which a line is wrong: the file, and that the next does not follow it', async () => {
    relined(2, (lines) => lines.map((text) => text.replace('test.move', 'test.take')));
    expect(await faults()).toEqual([
      expect.stringMatching(/^file 2: journals \d+ to \d+ are not what seal 3 covers$/),
      expect.stringMatching(
        /^file 3: it follows a file with the SHA-256 [0-9a-f]{64}, and the one before it has [0-9a-f]{64}$/,
      ),
    ]);
    expect(await faults(compareWith(books))).toContainEqual(
      expect.stringMatching(/^file 2: the database notes another one/),
    );
  });

  it('is none where another compressor wrote a file again', async () => {
    writeFileSync(fileAt(2), gzipSync(gunzipSync(readFileSync(fileAt(2))), { level: 1 }));
    expect(await faults()).toEqual([]);
    expect(await faults(compareWith(books))).toEqual([]);
  });

  it('of which any byte of the last file is wrong that makes other lines of it, wherever it is', async () => {
    const whole = readFileSync(fileAt(3));
    const isSame = (bytes: Buffer): boolean => {
      try {
        return gunzipSync(bytes).equals(gunzipSync(whole));
      } catch {
        return false;
      }
    };
    const unseen: number[] = [];
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
      writeFileSync(fileAt(3), bytes);
      // Of the compressed bytes some say when and where it was compressed.
      if ((await faults()).length === 0 && !isSame(bytes)) unseen.push(at);
    }
    expect(unseen).toEqual([]);
  });

  it.each([1, 2])('of which file %i is missing', async (file) => {
    rmSync(fileAt(file));
    expect((await verify()).faults).toEqual([`file ${file} is missing`]);
    expect((await verify(compareWith(books))).notes).toContain(`balances are not followed beyond file ${file - 1}`);
  });

  it('of which the last file is missing: only the database knows', async () => {
    rmSync(fileAt(3));
    expect(await faults()).toEqual([]);
    expect(await faults(compareWith(books))).toContain('file 3 is missing');
  });

  it('of which two files have changed places', async () => {
    renameSync(fileAt(2), fileAt(9));
    renameSync(fileAt(3), fileAt(2));
    renameSync(fileAt(9), fileAt(3));
    expect(await faults()).toEqual([
      'file 2: it is file 3, which lies in the place of this one',
      'file 3: it is file 2, which lies in the place of this one',
    ]);
  });

  it('of which a file is of another installation', async () => {
    cpSync(place(others, others.folder, 2), fileAt(2));
    expect(await faults()).toEqual([
      expect.stringMatching(/^file 2: it is of other books, [0-9a-f]{64}$/),
      expect.stringMatching(/^file 3: it follows a file with the SHA-256/),
    ]);
    expect(await faults(compareWith(books))).toContainEqual(expect.stringMatching(/^file 2: it is of other books/));
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20), 'file 3: it is cut off'],
    ['empty', () => Buffer.alloc(0), 'file 3: it is cut off'],
    [
      'followed by bytes',
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(9)]),
      'file 3: there are bytes behind its end',
    ],
    ['something else', () => Buffer.from('<html>404</html>'), 'file 3: its bytes are changed (Z_DATA_ERROR)'],
  ])('of which a file is %s', async (_what, change, says) => {
    writeFileSync(fileAt(3), change(readFileSync(fileAt(3))));
    expect(await faults()).toEqual([says]);
  });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'an amount is another',
      (l) => l.map((t) => t.replace('"amount":"-1"', '"amount":"-2"')),
      /does not balance in currency 3/,
    ],
    [
      'a balance is another',
      (l) => l.map((t) => t.replace(/"balanceAfter":"\d+"/, '"balanceAfter":"77777"')),
      /which is not the balance before and/,
    ],
    [
      'a reason is another',
      (l) => l.map((t) => t.replace('test.move', 'test.take')),
      /journals \d+ to \d+ are not what seal 5 covers/,
    ],
    [
      'a journal is left out',
      (l) => [...l.slice(0, 2), ...l.slice(3)],
      /journals \d+ to \d+ are not what seal 5 covers|posting/,
    ],
    [
      'two journals have changed places',
      (l) => [...l.slice(0, 2), l[3] ?? '', l[2] ?? '', ...l.slice(4)],
      /journal \d+ is out of order under seal 5/,
    ],
    ['a seal is left out', (l) => l.filter((t) => !t.startsWith('{"seal":"5"')), /journal \d+ is under no seal/],
    ['the end is left out', (l) => [...l.slice(0, -2), ''], /it is cut off: its end is missing/],
    ['something is behind the end', (l) => [...l.slice(0, -1), l[2] ?? '', ''], /there are lines behind its end/],
    ['the last line has no end', (l) => l.slice(0, -1), /its last line has no end/],
    [
      'the end counts otherwise',
      (l) => l.map((t) => t.replace('"journals":6', '"journals":7')),
      /its end does not say what it has/,
    ],
    ['it begins twice', (l) => [l[0] ?? '', ...l], /it begins twice/],
    ['a line is none', (l) => [l[0] ?? '', 'x', ...l.slice(1)], /line 2 is no line of its format/],
  ])('of which in a file %s', async (_what, change, says) => {
    relined(3, change);
    const [first, ...more] = await faults();
    expect(first).toMatch(says);
    expect(first).toMatch(/^file 3: /);
    expect(more).toEqual([]);
  });

  it('of which a file unpacks to more than is noted, or than any file has', async () => {
    const lines = gunzipSync(readFileSync(fileAt(3)));
    // Behind all that it says.
    writeFileSync(fileAt(3), gzipSync(Buffer.concat([lines, Buffer.alloc(2_000_000, ' ')])));
    expect(await faults(compareWith(books))).toContain('file 3: it is longer than it may be');
    expect(await faults()).toEqual(['file 3: its last line has no end']);
  });

  it('in which something lies that is none of its files', async () => {
    writeFileSync(join(fileAt(1), '../notes.txt'), 'x');
    expect(await faults()).toEqual([
      expect.stringMatching(/^books-archive\/[0-9a-f]{16}\/notes\.txt is no file of the archive$/),
    ]);
  });

  it('ends the program with 1, and no crash', async () => {
    rmSync(fileAt(2));
    const { code, output } = await program('--database');
    expect(code).toBe(1);
    expect(output).toMatch(/^BROKEN file 2 is missing\nnote .*\nThe archive is BROKEN: 2 files, /);
  });
});

describe('several archives in one place', () => {
  beforeEach(() => cpSync(others.folder, copy, { recursive: true }));

  it('have to be told apart', async () => {
    await expect(verify()).rejects.toThrow('There are 2 archives: name one by --books');
    const [one = ''] = readdirSync(join(books.folder, 'files/books-archive'));
    expect(await verify(null, one)).toMatchObject({ faults: [], files: 3 });
    expect(await verify(compareWith(others))).toMatchObject({ faults: [], files: 3 });
    const [{ digest }] = await books.source.query(`select encode(hash, 'hex') as digest from ledger_seal where id = 1`);
    expect(await verify(null, digest)).toMatchObject({ faults: [], files: 3 });
    expect(await verify(compareWith(books), digest)).toMatchObject({ faults: [], files: 3 });
    const other = `${digest.slice(0, 63)}${digest.endsWith('0') ? '1' : '0'}`;
    expect((await verify(null, other)).faults).toContain(`file 1: it is of other books, ${digest}`);
    await expect(verify(compareWith(books), other)).rejects.toThrow(`The database has other books than ${other}`);
    await expect(verify(null, 'FF')).rejects.toThrow('FF is no digest of books.');
    await expect(verify(null, 'ffffffffffffffff')).rejects.toThrow(
      'There is no archive of the books ffffffffffffffff.',
    );
    const { code, output } = await program();
    expect([code, output]).toEqual([1, expect.stringContaining('There are 2 archives')]);
  });
});

describe('beside a database that is another', () => {
  /** What is found while a change of the books is there, which is taken back. */
  async function after(sql: string, undo: string): Promise<string[]> {
    await books.byHand(sql);
    try {
      return await faults(compareWith(books));
    } finally {
      await books.byHand(undo);
    }
  }

  it('a posting', async () => {
    const change = (by: number) => `update ledger_posting set amount = amount + ${by} where journal_id = 4`;
    expect(await after(change(5), change(-5))).toEqual(['file 1: journal 4 is another one in the database']);
  });

  it('a journal that is gone', async () => {
    const gone =
      'create table gone as select * from ledger_journal where id = 9; delete from ledger_journal where id = 9';
    const back = 'insert into ledger_journal overriding system value select * from gone; drop table gone';
    expect(await after(gone, back)).toEqual([expect.stringMatching(/^file 2: journal 9 is not in the database$/)]);
  });

  it('a seal', async () => {
    const change = (by: string) => `update ledger_seal set sealed_at = sealed_at + interval '${by}' where id = 4`;
    expect(await after(change('1 s'), change('-1 s'))).toEqual(['file 2: the database has another seal 4']);
  });

  it('a balance', async () => {
    const id = `(select min(id) from ledger_account where kind = 'spot')`;
    const change = (by: number) => `update ledger_account set balance = balance + ${by} where id = ${id}`;
    expect(await after(change(5), change(-5))).toEqual([
      expect.stringMatching(/^account \d+ has not the balance of the archive$/),
    ]);
  });

  it('a row of a file', async () => {
    const change = (to: string) => `update books_archive set hash = ${to} where id = 2`;
    const [{ hash }] = await books.source.query(`select encode(hash, 'hex') as hash from books_archive where id = 2`);
    expect(await after(change(`sha256('x')`), change(`decode('${hash}', 'hex')`))).toEqual([
      expect.stringMatching(/^file 2: the database notes another one, with the SHA-256 [0-9a-f]{64}$/),
    ]);
  });

  it('a file that is noted while the others are read is none that is missing', async () => {
    const database = compareWith(books);
    const asked = database.lastFile.bind(database);
    jest.spyOn(database, 'lastFile').mockImplementation(async () => {
      const last = await asked();
      return reading ? String(BigInt(last) + 1n) : last;
    });
    let reading = false;
    class Watched extends LocalFolderStorage {
      override open(key: string): ReturnType<LocalFolderStorage['open']> {
        reading = true;
        return super.open(key);
      }
    }
    const verified = await new VerifyArchive(new Watched(join(copy, 'files')), database).execute(null);
    expect(verified.faults).toEqual([]);
  });

  it('the row of the last file that is not there yet is no fault, and those of two are', async () => {
    const table = 'create table rows as select * from books_archive; delete from books_archive where id >';
    const back = 'delete from books_archive; insert into books_archive select * from rows; drop table rows';
    expect(await after(`${table} 2`, back)).toEqual([]);
    expect(await after(`${table} 1`, back)).toEqual(['files 2, 3 are not noted in the database']);
  });
});

it('a posting whose journal has a higher number than the next one of its account is none that is missing', async () => {
  const racing = await ArchivedBooks.open();
  try {
    const [user] = racing.users;
    await racing.move(1);
    const account = `(select id from ledger_account where owner_id = ${user} and kind = 'option' and not demo)`;
    // Whoever has a journal's number first gets the account second.
    let first = Promise.resolve();
    await racing.source.transaction(async (tx) => {
      await tx.query(`select from ledger_account where id = ${account} for update`);
      first = postAsOwner(racing.source, aJournal(user));
      for (let isWaiting = false; !isWaiting; ) {
        const rows: unknown[] = await racing.source.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        isWaiting = rows.length > 0;
      }
      await racing.ledger.post(tx, aJournal(user));
    });
    await first;
    const [{ newest }] = await racing.source.query('select max(id)::int as newest from ledger_journal');
    const seal = (upTo: number) =>
      racing.serving.query('select ledger_seal_next($1, $2)', [upTo, new Date(racing.clock.now())]);
    await seal(newest - 1);
    racing.nextDay();
    await seal(newest);
    expect(await racing.writer().execute()).toBe(1);
    const storage = racing.storage;
    const verified = await new VerifyArchive(storage, null).execute(null);
    expect(verified.faults).toEqual([]);
    expect(verified.notes).toEqual([
      expect.stringMatching(/^2 postings follow others whose journals are not archived yet/),
    ]);
    expect(await new VerifyArchive(storage, compareWith(racing)).execute(null)).toMatchObject({
      faults: [],
      notes: [],
    });
    racing.nextDay();
    expect(await racing.writer().execute()).toBe(1);
    expect(await new VerifyArchive(storage, null).execute(null)).toMatchObject({ faults: [], notes: [] });
  } finally {
    await racing.close();
  }
});
