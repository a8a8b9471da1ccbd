import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../config/config.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { LocalFolderStorage } from './local-folder-storage.js';
import { S3Storage } from './s3-storage.js';
import { SealedFiles } from './sealed-files.js';
import type { StoragePort } from './storage-port.js';
import { ObjectStore } from '../../test/fakes/object-store.js';

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
const store = new ObjectStore('heeds conditions');
let s3: S3Storage;

beforeAll(async () => {
  s3 = new S3Storage({
    endpoint: await store.listen(),
    region: 'eu-central-1',
    bucket: 'photos',
    accessKeyId: 'TESTKEY',
    secretAccessKey: 'secret',
    pathStyle: true,
  });
});

afterAll(async () => {
  s3.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

describe.each<[string, () => StoragePort]>([
  ['a folder', () => new LocalFolderStorage(join(folder, 'files'))],
  ['a store that speaks S3', () => s3],
])('%s', (_name, make) => {
  const bytes = Buffer.from([0, 1, 2, 253, 254, 255, 13, 10, 0]);

  it('gives back what was kept, replaced, and no more', async () => {
    const storage = make();
    expect(await storage.get('uploads/ab/abc1')).toBeNull();
    await storage.put('uploads/ab/abc1', Buffer.from('first'));
    await storage.put('uploads/ab/abc1', bytes);
    expect(await storage.get('uploads/ab/abc1')).toEqual(bytes);
    await storage.remove('uploads/ab/abc1');
    await storage.remove('uploads/ab/abc1');
    expect(await storage.get('uploads/ab/abc1')).toBeNull();
  });

  it('has no place for a key that is none', async () => {
    const storage = make();
    for (const key of [
      '',
      '/etc/passwd',
      '../x',
      'a/../b',
      'a//b',
      'a/',
      'A',
      'a b',
      'a\0',
      '.',
      'a/.b',
      'a.b/c',
      'a..b',
      'a.b.c.d',
      'a.',
      'x'.repeat(201),
    ]) {
      await expect(storage.put(key, bytes)).rejects.toThrow('no key');
      await expect(storage.get(key)).rejects.toThrow('no key');
      await expect(storage.remove(key)).rejects.toThrow('no key');
      await expect(storage.addFile(key, __filename)).rejects.toThrow('no key');
      await expect(storage.open(key)).rejects.toThrow('no key');
      await expect(storage.list(key, 1)).rejects.toThrow('no key');
    }
  });

  it('adds a file where nothing is, and replaces none', async () => {
    const storage = make();
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    writeFileSync(one, Buffer.alloc(300_000, 1));
    writeFileSync(other, 'other');
    expect(await storage.addFile('archive/ab/1.ndjson.gz', one)).toBe(true);
    expect(await storage.addFile('archive/ab/1.ndjson.gz', other)).toBe(false);
    expect(await storage.get('archive/ab/1.ndjson.gz')).toEqual(Buffer.alloc(300_000, 1));
    const both = await Promise.all([storage.addFile('archive/cd/2', one), storage.addFile('archive/cd/2', one)]);
    expect(both.filter(Boolean)).toEqual([true]);
    await expect(storage.addFile('archive/cd/3', join(folder, 'nothing'))).rejects.toThrow('ENOENT');
    expect(await storage.get('archive/cd/3')).toBeNull();
    // It is found when it is opened, and cannot be read.
    await expect(storage.addFile('archive/cd/4', folder)).rejects.toThrow('EISDIR');
    expect(await storage.get('archive/cd/4')).toBeNull();
  });

  it('gives a file out as it comes, and says where there is none', async () => {
    const storage = make();
    await storage.put('streamed/x', Buffer.alloc(200_000, 7));
    const chunks: Buffer[] = [];
    for await (const chunk of (await storage.open('streamed/x')) ?? []) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks)).toEqual(Buffer.alloc(200_000, 7));
    expect(await storage.open('streamed/y')).toBeNull();
  });

  it('lists a folder in the order of its keys, page by page', async () => {
    const storage = make();
    expect(await storage.list('listed', 10)).toEqual([]);
    for (const key of ['listed/b/2', 'listed/a/1', 'listed/b/10.x', 'listeda/3']) await storage.put(key, bytes);
    expect(await storage.list('listed', 10)).toEqual(['listed/a/1', 'listed/b/10.x', 'listed/b/2']);
    expect(await storage.list('listed', 2)).toEqual(['listed/a/1', 'listed/b/10.x']);
    expect(await storage.list('listed', 2, 'listed/a/~')).toEqual(['listed/b/10.x', 'listed/b/2']);
    await storage.remove('listed/b/2');
    expect(await storage.list('listed/b', 10)).toEqual(['listed/b/10.x']);
  });
});

describe('the folder', () => {
  it('is closed to other users of the machine and holds no drafts', async () => {
    const storage = new LocalFolderStorage(join(folder, 'closed'));
    await storage.put('a/b', Buffer.from('x'));
    expect(statSync(join(folder, 'closed/a/b')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'closed/a')).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder, 'closed/a'))).toEqual(['b']);
  });

  it('removes with a file what a cut off process left of it, and of no other', async () => {
    const root = join(folder, 'cut');
    const storage = new LocalFolderStorage(root);
    for (const key of ['a/b', 'a/bc', 'a/b.gz', 'a/b.ndjson.gz']) await storage.put(key, Buffer.from('x'));
    const others = [
      'bc.0123456789ab.draft',
      'b.gz.0123456789ab.draft',
      'b.ndjson.gz.0123456789ab.draft',
      'b.01234567.draft',
    ];
    for (const name of ['b.0123456789ab.draft', 'b.ffffffffffff.draft', ...others])
      writeFileSync(join(root, 'a', name), 'part');
    await storage.remove('a/b');
    expect(readdirSync(join(root, 'a')).sort()).toEqual([...others, 'b.gz', 'b.ndjson.gz', 'bc'].sort());
    // Of one that was never whole there is nothing else.
    writeFileSync(join(root, 'a', 'd.0123456789ab.draft'), 'part');
    await storage.remove('a/d');
    expect(readdirSync(join(root, 'a')).filter((name) => name.startsWith('d'))).toEqual([]);
  });

  it('has a file, its name and new folders on the disk when it is added', async () => {
    const [path, root] = [join(folder, 'one'), join(folder, 'synced')];
    writeFileSync(path, 'one');
    mkdirSync(root);
    const handle = await open(path, 'r');
    const synced: number[] = [];
    const sync = jest.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync').mockImplementation(async function (
      this: FileHandle,
    ) {
      synced.push((await this.stat()).ino);
    });
    try {
      await new LocalFolderStorage(root).addFile('a/b/c', path);
    } finally {
      sync.mockRestore();
      await handle.close();
    }
    const places = ['a/b/c', 'a/b', 'a', ''].map((place) => statSync(join(root, place)).ino);
    expect(synced).toEqual(places);
  });

  it('shows a reader one whole file or the other, never a part', async () => {
    const storage = new LocalFolderStorage(join(folder, 'whole'));
    const files = [Buffer.alloc(300_000, 1), Buffer.alloc(200_000, 2)] as const;
    await storage.put('x', files[0]);
    const writing = Promise.all(Array.from({ length: 20 }, (_, at) => storage.put('x', files[at % 2] ?? files[0])));
    for (let round = 0; round < 50; round++) {
      const read = await storage.get('x');
      expect(files.some((file) => read?.equals(file))).toBe(true);
    }
    await writing;
  });
});

describe('the store that speaks S3', () => {
  it('is asked for the bucket in the path, signed', () => {
    expect(store.paths.every((path) => path.startsWith('/photos/') || path === '/photos')).toBe(true);
    expect(store.headers[0]?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=TESTKEY\/\d{8}\/eu-central-1\/s3\/aws4_request/,
    );
  });

  it('that is out of reach is an error and not a missing file', async () => {
    const nowhere = new S3Storage({
      endpoint: 'http://127.0.0.1:1',
      region: 'x',
      bucket: 'b',
      accessKeyId: 'a',
      secretAccessKey: 's',
      pathStyle: true,
    });
    await expect(nowhere.get('a')).rejects.toThrow('ECONNREFUSED');
    nowhere.close();
  });

  it('that takes a call and answers nothing, or stops in the middle, is an error in the end', async () => {
    const hangs = createServer((request, reply) => {
      request.resume();
      if (request.url?.endsWith('/half')) reply.writeHead(200, { 'content-length': '10' }).write('12345');
    });
    await new Promise<void>((listens) => hangs.listen(0, '127.0.0.1', listens));
    const store = new S3Storage({
      endpoint: `http://127.0.0.1:${(hangs.address() as AddressInfo).port}`,
      region: 'x',
      bucket: 'b',
      accessKeyId: 'a',
      secretAccessKey: 's',
      pathStyle: true,
    });
    await Promise.all(['whole', 'half'].map((key) => expect(store.get(key)).rejects.toThrow()));
    store.close();
    hangs.closeAllConnections();
    await new Promise((closed) => hangs.close(closed));
  }, 60_000);
});

it('a large file may take longer than a request, to be sent and to be read', async () => {
  const SILENCE_MS = DEPENDENCY_LIMITS.objectStore.requestMs + 1000;
  const content = Buffer.alloc(24_000_000, 5);
  const slow = createServer((request, reply) => {
    request.resume();
    if (request.method === 'HEAD') reply.writeHead(404).end();
    else if (request.method === 'GET') reply.end(content);
    else request.on('end', () => setTimeout(() => reply.end(), SILENCE_MS));
  });
  await new Promise<void>((listens) => slow.listen(0, '127.0.0.1', listens));
  const store = new S3Storage({
    endpoint: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`,
    region: 'x',
    bucket: 'b',
    accessKeyId: 'a',
    secretAccessKey: 's',
    pathStyle: true,
  });
  const read = async () => {
    const file = await store.open('b');
    let bytes = 0;
    for await (const chunk of file ?? []) {
      // Whoever reads it is busy with the first piece.
      if (bytes === 0) await new Promise((goesOn) => setTimeout(goesOn, SILENCE_MS));
      bytes += (chunk as Buffer).length;
    }
    return bytes;
  };
  try {
    expect(await Promise.all([store.addFile('a', __filename), read()])).toEqual([true, content.length]);
  } finally {
    store.close();
    slow.closeAllConnections();
    await new Promise((closed) => slow.close(closed));
  }
}, 60_000);

describe('sealed files', () => {
  const values = (secret: string) => ({
    values: readConfiguration({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://x',
      REDIS_URL: 'redis://x',
      SECRET_KEY: secret.padEnd(40, '.'),
    }),
  });
  const storage = new LocalFolderStorage(join(folder, 'sealed'));
  const files = new SealedFiles(values('one'), storage);

  it('come back as they were, and lie there as nothing that anybody can read', async () => {
    const plain = Buffer.from('canary canary canary');
    await files.put('a', plain);
    expect(await files.get('a')).toEqual(plain);
    const [ciphertext, again] = [await storage.get('a'), (await files.put('a', plain), await storage.get('a'))];
    expect(ciphertext?.includes('canary')).toBe(false);
    expect(ciphertext?.equals(again ?? Buffer.alloc(0))).toBe(false);
    expect(await files.get('none')).toBeNull();
  });

  it('that were changed, moved, or sealed with another key are an error', async () => {
    await files.put('b', Buffer.from('secret'));
    const ciphertext = (await storage.get('b')) ?? Buffer.alloc(0);
    await storage.put('c', ciphertext);
    await expect(files.get('c')).rejects.toThrow('authenticate');
    await expect(new SealedFiles(values('two'), storage).get('b')).rejects.toThrow('authenticate');
    for (let at = 0; at < ciphertext.length; at++) {
      const changed = Buffer.from(ciphertext);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await storage.put('b', changed);
      await expect(files.get('b')).rejects.toThrow();
    }
  });
});
