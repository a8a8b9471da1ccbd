import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../config/config.js';
import { LocalFolderStorage } from './local-folder-storage.js';
import { S3Storage } from './s3-storage.js';
import { SealedFiles } from './sealed-files.js';
import type { StoragePort } from './storage-port.js';

const folder = mkdtempSync(join(tmpdir(), 'storage-'));
const objects = new Map<string, Buffer>();
const seen: { path: string; authorization: string }[] = [];
let server: Server;
let s3: S3Storage;

/** As much of the protocol as the storage uses: PUT, GET, DELETE of one object, and the error of a missing one. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', 'http://x');
    seen.push({ path, authorization: request.headers.authorization ?? '' });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const object = objects.get(path);
      if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks));
      if (request.method === 'DELETE') objects.delete(path);
      if (request.method !== 'GET') response.writeHead(request.method === 'PUT' ? 200 : 204).end();
      else if (object) response.writeHead(200, { 'content-length': object.length }).end(object);
      else {
        response.writeHead(404, { 'content-type': 'application/xml' });
        response.end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  s3 = new S3Storage({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    bucket: 'photos',
    accessKeyId: 'TESTKEY',
    secretAccessKey: 'secret',
    pathStyle: true,
  });
});

afterAll(async () => {
  s3.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
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
      'x'.repeat(201),
    ]) {
      await expect(storage.put(key, bytes)).rejects.toThrow('no key');
      await expect(storage.get(key)).rejects.toThrow('no key');
      await expect(storage.remove(key)).rejects.toThrow('no key');
    }
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
    expect(seen.every(({ path }) => path.startsWith('/photos/'))).toBe(true);
    expect(seen[0]?.authorization).toMatch(
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
