import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import sharp from 'sharp';
import { UseUploads, ViewUpload } from '../../features/uploads/index.js';
import { ExpireUploads } from '../../features/uploads/expire-uploads.js';
import { ImageEncoder } from '../../platform/images/image-encoder.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { aHeic, HEIC_HEIGHT, HEIC_WIDTH } from '../factories/heic.js';
import { aPhoto, aPhotoWithPlace, aPng } from '../factories/pictures.js';
import { BOUNDARY, formBytes, type FormPart } from '../factories/upload-form.js';
import { aUser, type TestUser } from '../factories/users.js';

const MEGABYTE = 1024 * 1024;
const dataFolder = join(tmpdir(), `uploads-${randomBytes(6).toString('hex')}`);

let database: TestDatabase;
let sql: Client;
let app: TestApp;
let jpeg: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = new Client({ connectionString: database.url });
  await sql.connect();
  app = await bootApp({ LOG_LEVEL: 'silent', DATA_FOLDER: dataFolder, UPLOAD_TIME_MS: '1500' }, database);
  jpeg = await aPhoto();
}, 60_000);

afterAll(async () => {
  await app?.close();
  await sql?.end();
  await database?.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

interface Sent {
  status: number;
  body: { type: string; message: string; code?: string };
}

async function send(user: TestUser | null, body: Buffer, headers: Record<string, string> = {}): Promise<Sent> {
  const reply = await fetch(`${app.url}/api/upload`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      authorization: user?.token ?? '',
      'language-mark': 'en',
      ...headers,
    },
  });
  return { status: reply.status, body: (await reply.json()) as Sent['body'] };
}

const upload = (user: TestUser, body: Buffer, part: Partial<FormPart> = {}) =>
  send(user, formBytes([{ name: 'file', body, ...part }]));

const view = (reference: string, token: string) =>
  fetch(`${app.url}/api/upload/${reference}`, { headers: { authorization: token, 'language-mark': 'en' } });

const use = <Service>(service: abstract new (...parameters: never[]) => Service): Service =>
  app.application.get(service as never, { strict: false });

async function picture(user: TestUser, reference: string): Promise<Buffer> {
  const reply = await view(reference, user.token);
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
}

describe('an upload', () => {
  it('of each kind is taken and comes back as a JPEG of the same picture', async () => {
    const user = await aUser(database.url);
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { body } = await upload(user, await aPhoto({ format }), {
        type: 'application/octet-stream',
        filename: 'x',
      });
      expect(body).toEqual({ type: 'ok', message: expect.stringMatching(/^[0-9a-f]{32}$/) });
      const kept = await picture(user, body.message);
      const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
      expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
      const right = info.width * info.channels - info.channels;
      expect(data[0]).toBeGreaterThan(150);
      expect(data[2]).toBeLessThan(100);
      expect(data[right]).toBeLessThan(100);
      expect(data[right + 2]).toBeGreaterThan(150);
    }
  });

  it('of an iPhone, as HEIC, is taken too and becomes a JPEG', async () => {
    const user = await aUser(database.url);
    // Red and blue by ITU-R BT.601, full range.
    const heic = aHeic({ y: 76, cb: 85, cr: 255 }, { y: 29, cb: 255, cr: 107 });
    const { body } = await upload(user, heic, { type: 'image/heic', filename: 'IMG_0001.HEIC' });
    expect(body.type).toBe('ok');
    const kept = await picture(user, body.message);
    const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ format: 'raw', width: HEIC_WIDTH, height: HEIC_HEIGHT });
    const right = (info.width - 1) * info.channels;
    expect([data[0], data[2], data[right], data[right + 2]].map((value) => ((value ?? 0) > 128 ? 1 : 0))).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('as HEIC is judged by its pixels before anything is decoded', async () => {
    const user = await aUser(database.url);
    const grey = { y: 100, cb: 128, cr: 128 };
    const huge = await upload(user, aHeic(grey, grey, { width: 12_001, height: 10 }));
    expect(huge.body.code).toBe('uploads.too-many-pixels');
    const cut = aHeic(grey, grey);
    expect((await upload(user, cut.subarray(0, cut.length - 2000))).body.code).toBe('uploads.unreadable');
  });

  it('keeps nothing of the place and the camera, nor of a script in them', async () => {
    const user = await aUser(database.url);
    const taken = await aPhotoWithPlace();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    expect(taken.includes('CanaryCam')).toBe(true);
    const kept = await picture(user, (await upload(user, taken)).body.message);
    const { exif, xmp, iptc, icc } = await sharp(kept).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const trace of ['CanaryCam', '<?php', 'Exif', 'GPS']) expect(kept.includes(trace)).toBe(false);
  });

  it('stands upright, whatever the camera wrote about it', async () => {
    const user = await aUser(database.url);
    const lying = await sharp(jpeg).withMetadata({ orientation: 6 }).toBuffer();
    const kept = await picture(user, (await upload(user, lying)).body.message);
    expect(await sharp(kept).metadata()).toMatchObject({ width: 240, height: 320 });
  });

  it('lies sealed in the storage', async () => {
    const user = await aUser(database.url);
    const { body } = await upload(user, jpeg);
    const file = readFileSync(join(dataFolder, 'files/uploads', body.message.slice(0, 2), body.message));
    expect(file.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    expect(file[0]).toBe(1);
  });
});

describe('foreign bytes around or inside a picture', () => {
  const html = Buffer.from('<html><script>alert(document.domain)</script></html>');
  const zip = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    Buffer.from('META-INF/MANIFEST.MF'),
    Buffer.from('PK\x05\x06'),
  ]);
  const comment = (text: Buffer) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length + 2);
    return Buffer.concat([Buffer.from([0xff, 0xfe]), length, text]);
  };

  it.each<[string, () => Promise<Buffer>, string]>([
    ['JPEG and HTML behind it', async () => Buffer.concat([jpeg, html]), '<script>'],
    ['JPEG and ZIP behind it', async () => Buffer.concat([jpeg, zip]), 'META-INF'],
    [
      'JPEG with HTML in a comment',
      async () => Buffer.concat([jpeg.subarray(0, 2), comment(html), jpeg.subarray(2)]),
      '<script>',
    ],
    [
      'PNG with a script in its text',
      async () =>
        aPng({
          width: 8,
          height: 8,
          rows: Buffer.alloc(72),
          extra: [['tEXt', Buffer.concat([Buffer.from('Comment\0'), html])]],
        }),
      '<script>',
    ],
    ['PNG and a program behind it', async () => Buffer.concat([await aPhoto({ format: 'png' }), zip]), 'META-INF'],
  ])('%s: only the picture is kept', async (_name, make, trace) => {
    const user = await aUser(database.url);
    const sent = await make();
    expect(sent.includes(trace)).toBe(true);
    const { body } = await upload(user, sent);
    expect(body.type).toBe('ok');
    expect((await picture(user, body.message)).includes(trace)).toBe(false);
  });
});

describe('what is no photo', () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]);

  it.each<[string, () => Promise<Buffer>, string]>([
    ['no byte', async () => Buffer.alloc(0), 'uploads.unreadable'],
    ['one byte', async () => Buffer.from([0xff]), 'uploads.unreadable'],
    ['only a header', async () => jpeg.subarray(0, 20), 'uploads.unreadable'],
    ['a JPEG cut in its header', async () => jpeg.subarray(0, 100), 'uploads.unreadable'],
    ['a JPEG cut in its picture', async () => jpeg.subarray(0, jpeg.length / 2), 'uploads.unreadable'],
    ['a PNG cut in its picture', async () => (await aPhoto({ format: 'png' })).subarray(0, 300), 'uploads.unreadable'],
    [
      'a WebP cut in its picture',
      async () => (await aPhoto({ format: 'webp' })).subarray(0, 200),
      'uploads.unreadable',
    ],
    [
      'SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'uploads.unsupported-type',
    ],
    ['HTML', async () => Buffer.from('<!doctype html><html><body>hello</body></html>'), 'uploads.unsupported-type'],
    ['PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj'), 'uploads.unsupported-type'],
    ['GIF', async () => gif, 'uploads.unsupported-type'],
    [
      'GIF with a program behind it',
      async () => Buffer.concat([gif, Buffer.from('PK\x03\x04')]),
      'uploads.unsupported-type',
    ],
    ['TIFF', async () => sharp(jpeg).tiff().toBuffer(), 'uploads.unsupported-type'],
    ['BMP', async () => bmp, 'uploads.unsupported-type'],
    ['AVIF', async () => sharp(jpeg).resize(32).avif().toBuffer(), 'uploads.unsupported-type'],
    [
      'MP4',
      async () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(40)]),
      'uploads.unsupported-type',
    ],
    ['EXE', async () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(62)]), 'uploads.unsupported-type'],
    [
      'ZIP named .jpg',
      async () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)]),
      'uploads.unsupported-type',
    ],
    [
      'HTML after the first bytes of a JPEG',
      async () => Buffer.from('\xff\xd8\xff<html><script>1</script>', 'latin1'),
      'uploads.unreadable',
    ],
    [
      'a HEIC of nothing',
      async () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]),
      'uploads.unreadable',
    ],
    [
      '30,000 by 30,000 pixels',
      async () => aPng({ width: 30_000, height: 30_000, rows: Buffer.alloc(1000) }),
      'uploads.too-many-pixels',
    ],
    [
      '1 by 100,000 pixels',
      async () => aPng({ width: 1, height: 100_000, rows: Buffer.alloc(200_000) }),
      'uploads.too-many-pixels',
    ],
    [
      '7,000 by 6,000 pixels',
      async () => aPng({ width: 7000, height: 6000, rows: Buffer.alloc(7001 * 6000) }),
      'uploads.too-many-pixels',
    ],
    [
      'pixels beyond 2^31',
      async () => aPng({ width: 4_294_967_295, height: 1, rows: Buffer.alloc(10) }),
      'uploads.too-many-pixels',
    ],
    ['no pixels', async () => aPng({ width: 0, height: 10, rows: Buffer.alloc(10) }), 'uploads.unreadable'],
    [
      '10,000 frames',
      async () =>
        aPng({
          width: 8,
          height: 8,
          rows: Buffer.alloc(72),
          extra: [['acTL', Buffer.from([0, 0, 39, 16, 0, 0, 0, 0])]],
        }),
      'uploads.unsupported-type',
    ],
  ])('%s is refused in words', async (_name, make, code) => {
    const user = await aUser(database.url);
    const { status, body } = await upload(user, await make());
    expect([status, body.type, body.code]).toEqual([200, 'error', code]);
    expect(body.message.length).toBeGreaterThan(5);
  });

  it('a small picture that is said to be huge is not decoded, and a compressed desert is', async () => {
    const user = await aUser(database.url);
    // 5,000 x 5,000 of one colour: a few kilobytes that become 25 megabytes, within the limits.
    const desert = aPng({ width: 5000, height: 5000, rows: Buffer.alloc(5001 * 5000) });
    expect(desert.length).toBeLessThan(40_000);
    const { body } = await upload(user, desert);
    expect(await sharp(await picture(user, body.message)).metadata()).toMatchObject({ width: 4096, height: 4096 });
  });

  it('leaves no file behind', async () => {
    const user = await aUser(database.url);
    await upload(user, jpeg.subarray(0, jpeg.length / 2));
    const { rows } = await sql.query<{ id: string }>('select id from upload where user_id = $1', [user.userId]);
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? '';
    const folder = join(dataFolder, 'files/uploads', id.slice(0, 2));
    let names: string[] = [];
    try {
      names = readdirSync(folder);
    } catch {
      // No photo was ever kept there.
    }
    expect(names.some((name) => name.startsWith(id))).toBe(false);
  });
});

describe('the size of the file', () => {
  const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);

  it('may be 10 MB', async () => {
    const user = await aUser(database.url);
    expect((await upload(user, padded(10 * MEGABYTE))).body.type).toBe('ok');
  });

  it('above it is refused in words, up to 12 MB', async () => {
    const user = await aUser(database.url);
    for (const bytes of [10 * MEGABYTE + 1, 12 * MEGABYTE]) {
      const { status, body } = await upload(user, padded(bytes));
      expect([status, body.code]).toEqual([200, 'uploads.too-large']);
      expect(body.message).toContain('exceeds the allowed file size');
    }
  });

  it('above 12 MB is not read to its end, and the connection is closed', async () => {
    const user = await aUser(database.url);
    const declared = await raw(user, ['Content-Length: 20000000'], Buffer.from(`--${BOUNDARY}\r\n`));
    expect(declared).toMatch(/^HTTP\/1\.1 413 /);
    expect(declared.toLowerCase()).toContain('connection: close');
    expect(declared).toContain('"code":"request.too-large"');
    const chunked = await raw(
      user,
      ['Transfer-Encoding: chunked'],
      chunks(formBytes([{ name: 'file', body: padded(13 * MEGABYTE) }])),
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
    const preamble = await raw(user, ['Transfer-Encoding: chunked'], chunks(Buffer.alloc(13 * MEGABYTE, 'x')));
    expect(preamble).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('that comes too slowly is given up', async () => {
    const user = await aUser(database.url);
    const reply = await raw(user, ['Content-Length: 5000'], formBytes([{ name: 'file', body: jpeg }]).subarray(0, 200));
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain('"type":"error"');
  });

  function chunks(body: Buffer): Buffer {
    const pieces: Buffer[] = [];
    for (let at = 0; at < body.length; at += 65_536) {
      const piece = body.subarray(at, at + 65_536);
      pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
    }
    return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
  }

  /** Everything that the server says before it hangs up. */
  function raw(user: TestUser, headers: string[], body: Buffer): Promise<string> {
    const { hostname, port } = new URL(app.url);
    return new Promise((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => {
        const head = [
          'POST /api/upload HTTP/1.1',
          'Host: x',
          `Authorization: ${user.token}`,
          `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
          ...headers,
        ];
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
        socket.write(body);
      });
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
  }
});

describe('the form', () => {
  const file = (name = 'file'): FormPart => ({ name, body: jpeg });
  const text = (name: string, body = 'x'): FormPart => ({ name, filename: null, body });

  it.each<[string, () => Buffer, number, string]>([
    ['two files in one field', () => formBytes([file(), file()]), 400, 'request.malformed'],
    ['100 files', () => formBytes(Array.from({ length: 100 }, (_, at) => file(`file${at}`))), 400, 'request.malformed'],
    ['a file in another field', () => formBytes([file('purpose')]), 200, 'request.invalid'],
    ['text in the file field', () => formBytes([text('file', jpeg.toString('latin1'))]), 200, 'request.invalid'],
    ['an empty field name', () => formBytes([text(''), file('')]), 200, 'request.invalid'],
    [
      '21 fields',
      () => formBytes([...Array.from({ length: 21 }, (_, at) => text(`f${at}`)), file()]),
      400,
      'request.malformed',
    ],
    [
      '10,000 parts',
      () => formBytes([...Array.from({ length: 10_000 }, (_, at) => text(`f${at}`)), file()]),
      400,
      'request.malformed',
    ],
    ['no end', () => formBytes([file()]).subarray(0, -30), 400, 'request.malformed'],
    ['nothing', () => Buffer.alloc(0), 200, 'request.invalid'],
    ['another boundary', () => formBytes([file()], 'other'), 400, 'request.malformed'],
    [
      'a prototype as a field',
      () => formBytes([text('__proto__'), text('constructor'), file()]),
      400,
      'request.malformed',
    ],
  ])('with %s is refused', async (_name, make, status, code) => {
    const user = await aUser(database.url);
    const sent = await send(user, make());
    expect([sent.status, sent.body.code]).toEqual([status, code]);
  });

  it.each(['a.jpg.php', 'a.php%00.jpg', '../../x.jpg', 'n'.repeat(300), 'q\\"uote.jpg', ''])(
    'calls its file %j, which nobody reads',
    async (filename) => {
      const user = await aUser(database.url);
      const { body } = await upload(user, jpeg, { filename, type: 'text/html' });
      expect(body.message).toMatch(/^[0-9a-f]{32}$/);
      const reply = await view(body.message, user.token);
      expect(reply.headers.get('content-disposition')).toBe('attachment; filename="photo.jpg"');
    },
  );

  it('takes nested names as names and passes over what it does not know', async () => {
    const user = await aUser(database.url);
    const parts = [text('a[b][c][d]', '1'), text('purpose', 'nonsense'), file()];
    expect((await send(user, formBytes(parts))).body.type).toBe('ok');
  });

  it('without a boundary, or as another content type, is refused', async () => {
    const user = await aUser(database.url);
    const none = await send(user, formBytes([file()]), { 'content-type': 'multipart/form-data' });
    expect([none.status, none.body.code]).toEqual([400, 'request.malformed']);
    const json = await send(user, Buffer.from('{}'), { 'content-type': 'application/json' });
    expect([json.status, json.body.code]).toEqual([415, 'request.unsupported-type']);
    const mixed = await send(user, formBytes([file()]), { 'content-type': `multipart/mixed; boundary=${BOUNDARY}` });
    expect(mixed.status).toBe(415);
  });

  it('is understood by no other call', async () => {
    const user = await aUser(database.url);
    const reply = await fetch(`${app.url}/api/get/lang`, {
      method: 'POST',
      body: new Uint8Array(formBytes([file()])),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: user.token },
    });
    expect(reply.status).toBe(415);
  });
});

describe('who may look at a photo', () => {
  it('is its owner, and a reviewer once it was handed in; all others learn nothing', async () => {
    const [owner, other, gone] = await Promise.all([aUser(database.url), aUser(database.url), aUser(database.url)]);
    const reference = (await upload(owner, jpeg)).body.message;
    await sql.query(`update account_session set ended_at = now(), end_reason = 'revoked' where user_id = $1`, [
      gone.userId,
    ]);

    const own = await view(reference, owner.token);
    expect(own.status).toBe(200);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="photo.jpg"',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });

    const foreign = await view(reference, other.token);
    const missing = await view('0'.repeat(32), other.token);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(await foreign.text()).toBe(await missing.text());
    for (const token of ['', 'null', gone.token]) {
      const reply = await view(reference, token);
      expect(await reply.json()).toMatchObject({ type: '999' });
    }
    for (const wrong of ['1', 'A'.repeat(32), `${reference}0`, '..%2f..%2fetc', reference.toUpperCase()]) {
      expect((await view(wrong, owner.token)).status).toBe(404);
    }

    const reviewer = { operatorId: '7' };
    await expect(use(ViewUpload).execute(reference, reviewer)).rejects.toMatchObject({ code: 'uploads.not-found' });
    await handIn(owner, [reference]);
    expect((await use(ViewUpload).execute(reference, reviewer)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

    const looks = await fetch(`${app.url}/api/upload/views?page=1&limit=5`, {
      headers: { authorization: owner.token },
    });
    expect(await looks.json()).toMatchObject({
      type: 'ok',
      message: {
        count: 2,
        list: [
          { reference, viewer: 'reviewer' },
          { reference, viewer: 'you' },
        ],
      },
    });
    await expect(sql.query('update upload_view set operator_id = null')).rejects.toThrow('written once');
    for (const [query, page, limit, rows] of [
      ['page=2&limit=1', 2, 1, 1],
      ['page=0&limit=0', 1, 1, 1],
      ['page=-1&limit=abc', 1, 10, 2],
      ['page=999999999&limit=1000', 999_999_999, 100, 0],
    ] as const) {
      const reply = await fetch(`${app.url}/api/upload/views?${query}`, { headers: { authorization: owner.token } });
      const { message } = (await reply.json()) as { message: { page: number; limit: number; list: unknown[] } };
      expect([message.page, message.limit, message.list.length]).toEqual([page, limit, rows]);
    }
    expect(
      await (await fetch(`${app.url}/api/upload/views`, { headers: { authorization: other.token } })).json(),
    ).toMatchObject({
      message: { count: 0, list: [] },
    });
  });

  it('gets the whole of it, whatever range is asked for', async () => {
    const owner = await aUser(database.url);
    const reference = (await upload(owner, jpeg)).body.message;
    const headers = { authorization: owner.token, range: 'bytes=0-0,5-10,999999999-' };
    const reply = await fetch(`${app.url}/api/upload/${reference}`, { headers });
    expect(reply.status).toBe(200);
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  });

  it('is told by a changed file that something is wrong, and nothing else', async () => {
    const owner = await aUser(database.url);
    const reference = (await upload(owner, jpeg)).body.message;
    const key = `uploads/${reference.slice(0, 2)}/${reference}`;
    const other = (await upload(owner, jpeg)).body.message;
    copyFileSync(join(dataFolder, 'files', `uploads/${other.slice(0, 2)}/${other}`), join(dataFolder, 'files', key));
    expect((await view(reference, owner.token)).status).toBe(500);
  });
});

const handIn = (user: TestUser, references: string[], purpose: 'verification' | 'deposit' = 'verification') =>
  use(Transactions).run((tx) =>
    use(UseUploads).execute(tx, { userId: user.userId, purpose, usedFor: 'test:1', references }),
  );

describe('a reference', () => {
  it('is good for its owner, for its purpose, and once', async () => {
    const [owner, other] = await Promise.all([aUser(database.url), aUser(database.url)]);
    const purpose: FormPart = { name: 'purpose', filename: null, body: 'deposit' };
    const sent = await send(owner, formBytes([purpose, { name: 'file', body: jpeg }]));
    const reference = sent.body.message;
    const unknown = { code: 'uploads.unknown' };
    await expect(handIn(other, [reference], 'deposit')).rejects.toMatchObject(unknown);
    await expect(handIn(owner, [reference], 'verification')).rejects.toMatchObject(unknown);
    await expect(handIn(owner, [reference, reference], 'deposit')).rejects.toMatchObject(unknown);
    await expect(handIn(owner, [reference, '0'.repeat(32)], 'deposit')).rejects.toMatchObject(unknown);
    await handIn(owner, [reference], 'deposit');
    await expect(handIn(owner, [reference], 'deposit')).rejects.toMatchObject(unknown);
  });

  it('is used by one of many at the same time', async () => {
    const owner = await aUser(database.url);
    const reference = (await upload(owner, jpeg)).body.message;
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => handIn(owner, [reference])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('ends after a day, with its file', async () => {
    const owner = await aUser(database.url);
    const reference = (await upload(owner, jpeg)).body.message;
    await sql.query(`update upload set created_at = now() - interval '25 hours' where id = $1`, [reference]);
    await expect(handIn(owner, [reference])).rejects.toMatchObject({ code: 'uploads.unknown' });
    expect(await use(ExpireUploads).execute()).toBeGreaterThan(0);
    expect((await view(reference, owner.token)).status).toBe(404);
    expect(() => readFileSync(join(dataFolder, 'files/uploads', reference.slice(0, 2), reference))).toThrow('ENOENT');
    expect(await use(ExpireUploads).execute()).toBe(0);
  });
});

describe('how much one user may upload', () => {
  it('is 20 photos in an hour, however many come at once', async () => {
    const user = await aUser(database.url);
    await sql.query(
      `insert into upload (id, user_id, state, bytes, stored, created_at)
       select md5(random()::text), $1, 'refused', 10, false, now() - interval '30 minutes' from generate_series(1, 18)`,
      [user.userId],
    );
    const sent = await Promise.all(Array.from({ length: 4 }, () => upload(user, jpeg)));
    expect(sent.map(({ body }) => body.code ?? body.type).sort()).toEqual([
      'ok',
      'ok',
      'uploads.too-many',
      'uploads.too-many',
    ]);
    await sql.query(
      `update upload set created_at = created_at - interval '31 minutes' where user_id = $1 and bytes = 10`,
      [user.userId],
    );
    expect((await upload(user, jpeg)).body.type).toBe('ok');
  });

  it('is 100 MB that wait to be used', async () => {
    const user = await aUser(database.url);
    await sql.query(
      `insert into upload (id, user_id, state, bytes, stored, created_at)
       values (md5(random()::text), $1, 'waiting', 100 * 1024 * 1024 - 1000, false, now() - interval '2 hours')`,
      [user.userId],
    );
    expect((await upload(user, jpeg)).body.code).toBe('uploads.too-many');
    await sql.query(`update upload set state = 'expired' where user_id = $1`, [user.userId]);
    expect((await upload(user, jpeg)).body.type).toBe('ok');
  });
});

describe('while pictures are decoded', () => {
  it('the gateway answers everybody else', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => aUser(database.url)));
    const large = await aPhoto({ width: 6000, height: 5000 });
    const state = { decoding: true };
    const uploads = Promise.all(users.map((user) => upload(user, large))).finally(() => {
      state.decoding = false;
    });
    let answers = 0;
    while (state.decoding) {
      await fetch(`${app.url}/healthz`);
      if (state.decoding) answers++;
    }
    expect((await uploads).map(({ body }) => body.type)).toEqual(['ok', 'ok', 'ok', 'ok']);
    // Were pictures decoded here, no answer could come between the first and the last of them.
    expect(answers).toBeGreaterThan(20);
  }, 30_000);

  it('one that takes too long is ended, and the next one is decoded', async () => {
    const values = { IMAGE_WORKER: 'dist/server/platform/images/image-worker.js', IMAGE_MEMORY_MIB: 768 };
    const slow = new ImageEncoder({ values: { ...values, IMAGE_TIME_MS: 10 } } as never);
    const request = {
      bytes: await aPhoto({ width: 6000, height: 5000 }),
      kind: 'jpeg' as const,
      pixelsMax: 4e7,
      sideMax: 12_000,
    };
    await expect(slow.encode(request)).rejects.toMatchObject({ reason: 'too-costly' });
    slow.onApplicationShutdown();
    const greedy = new ImageEncoder({ values: { ...values, IMAGE_TIME_MS: 20_000, IMAGE_MEMORY_MIB: 100 } } as never);
    const wide = {
      ...request,
      bytes: aPng({ width: 6000, height: 6000, rows: Buffer.alloc(6001 * 6000) }),
      kind: 'png' as const,
    };
    await expect(greedy.encode(wide)).rejects.toMatchObject({ reason: 'too-costly' });
    greedy.onApplicationShutdown();
    const usual = use(ImageEncoder);
    expect((await usual.encode(request)).length).toBeGreaterThan(1000);
  }, 30_000);

  it('at most so many wait', async () => {
    const encoder = use(ImageEncoder);
    const request = { bytes: jpeg, kind: 'jpeg' as const, pixelsMax: 4e7, sideMax: 12_000 };
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => encoder.encode(request)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(18);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'busy' } });
  });
});
