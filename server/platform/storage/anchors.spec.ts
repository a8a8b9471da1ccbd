import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAnchorSettings } from '../config/config.js';
import type { AnchorPort } from './anchor-port.js';
import { chooseAnchors } from './choose-anchors.js';
import { LocalAnchors } from './local-anchors.js';
import { S3Anchors } from './s3-anchors.js';

const NOW = Date.UTC(2026, 0, 1);
const folder = mkdtempSync(join(tmpdir(), 'anchors-'));
const objects = new Map<string, Buffer>();
const headers: IncomingHttpHeaders[] = [];
let server: Server;
let s3: S3Anchors;

/** As much of the protocol as anchors use: PUT of what is not there, GET of one object, and the list. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const key = url.pathname.replace('/anchors/', '');
      const fail = (status: number, code: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
      if (request.method === 'PUT') {
        headers.push(request.headers);
        if (objects.has(key) && request.headers['if-none-match'] === '*') return fail(412, 'PreconditionFailed');
        objects.set(key, Buffer.concat(chunks));
        return response.writeHead(200).end();
      }
      if (url.searchParams.get('list-type') === '2') {
        const [prefix, after] = [url.searchParams.get('prefix') ?? '', url.searchParams.get('start-after') ?? ''];
        const keys = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
        const most = Number(url.searchParams.get('max-keys'));
        const list = keys.slice(0, most).map((name) => `<Contents><Key>${name}</Key></Contents>`);
        response.writeHead(200, { 'content-type': 'application/xml' });
        return response.end(`<?xml version="1.0"?><ListBucketResult>${list.join('')}</ListBucketResult>`);
      }
      const object = objects.get(key);
      return object ? response.writeHead(200).end(object) : fail(404, 'NoSuchKey');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'KEY', secretAccessKey: 'secret' };
  s3 = new S3Anchors(
    {
      endpoint,
      region: 'eu-central-1',
      bucket: 'anchors',
      pathStyle: true,
      ...keys,
      keepDays: 10,
      folder: 'audit-anchors/mine',
    },
    () => NOW,
  );
});

afterAll(async () => {
  s3.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

describe.each<[string, () => AnchorPort]>([
  ['a folder', () => new LocalAnchors(join(folder, 'kept'))],
  ['a bucket', () => s3],
])('anchors in %s', (_name, make) => {
  it('are kept once and listed in their order', async () => {
    const anchors = make();
    expect(await anchors.list(10)).toEqual([]);
    expect(await anchors.get('seal-2')).toBeNull();
    expect(await anchors.keep('seal-2', 'two')).toBe(true);
    expect(await anchors.keep('seal-1', 'one')).toBe(true);
    expect(await anchors.keep('seal-2', 'other')).toBe(false);
    expect(await anchors.get('seal-2')).toBe('two');
    expect(await anchors.list(10)).toEqual(['seal-1', 'seal-2']);
    expect(await anchors.list(1)).toEqual(['seal-1']);
    expect(await anchors.list(10, 'seal-1')).toEqual(['seal-2']);
    await expect(anchors.keep('../seal', 'x')).rejects.toThrow();
  });

  it('are kept by one of many at once', async () => {
    const kept = await Promise.all(Array.from({ length: 5 }, (_, index) => make().keep('seal-7', String(index))));
    expect(kept.filter(Boolean).length).toBeGreaterThanOrEqual(1);
    expect(await make().keep('seal-7', 'late')).toBe(false);
  });
});

it('of a bucket are locked until their time is over, with their digest', () => {
  expect(headers[0]).toMatchObject({
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-object-lock-retain-until-date': '2026-01-11T00:00:00Z',
    'x-amz-checksum-sha256': createHash('sha256').update('two').digest('base64'),
    'if-none-match': '*',
  });
});

it('of a folder can be read by the product alone, and written by nobody', () => {
  expect(statSync(join(folder, 'kept', 'seal-1')).mode & 0o777).toBe(0o400);
});

it('of two databases in one place are apart', async () => {
  const settings = readAnchorSettings({ DATA_FOLDER: folder });
  const of = (name: string) => chooseAnchors(settings, { databaseUrl: `postgres://h/${name}`, now: () => NOW });
  expect(await (await of('one')).keep('seal-1', 'one')).toBe(true);
  expect(await (await of('../two')).list(5)).toEqual([]);
  expect(await (await of('one')).list(5)).toEqual(['seal-1']);
});

it('need a bucket where they are to lie in one', async () => {
  const settings = readAnchorSettings({ AUDIT_ANCHORS: 's3' });
  await expect(chooseAnchors(settings, { databaseUrl: 'postgres://h/d', now: () => NOW })).rejects.toThrow(
    'AUDIT_ANCHORS_BUCKET',
  );
});
