import { connect } from 'node:net';
import sharp from 'sharp';
import { ReceiveUpload } from '../../features/account/uploads/receive-upload.js';
import { UPLOADS_PER_HOUR } from '../../features/account/uploads/upload.rules.js';
import { RATE_RULES } from '../../platform/http/rate-limits/rate-classes.js';
import { ImageEncoder } from '../../platform/images/image-encoder.js';
import { inTurn } from '../factories/held-back.js';
import { aBombOfScans, aPhoto, aPng } from '../factories/pictures.js';
import { BOUNDARY, formBytes, type FormPart } from '../factories/upload-form.js';
import { UploadWorld } from '../factories/upload-world.js';
import type { TestUser } from '../factories/users.js';

const MEGABYTE = 1024 * 1024;

let world: UploadWorld;

beforeAll(async () => {
  world = await UploadWorld.open();
}, 60_000);

afterAll(() => world?.close());

describe('the size of the file', () => {
  const padded = (bytes: number) => Buffer.concat([world.jpeg, Buffer.alloc(bytes - world.jpeg.length)]);

  it('may be 10 MB', async () => {
    const user = await world.user();
    expect((await world.upload(user, padded(10 * MEGABYTE))).body.type).toBe('ok');
  });

  it('above it is refused in words, up to 12 MB', async () => {
    const user = await world.user();
    for (const bytes of [10 * MEGABYTE + 1, 12 * MEGABYTE]) {
      const { status, body } = await world.upload(user, padded(bytes));
      expect([status, body.code]).toEqual([200, 'uploads.too-large']);
      expect(body.message).toContain('exceeds the allowed file size');
    }
  });

  it('above 12 MB is not read to its end, and the connection is closed', async () => {
    const user = await world.user();
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
    const impatient = await UploadWorld.open({ UPLOAD_TIME_MS: '1500' });
    try {
      const begun = formBytes([{ name: 'file', body: impatient.jpeg }]).subarray(0, 200);
      const reply = await raw(await impatient.user(), ['Content-Length: 5000'], begun, impatient);
      expect(reply).toContain('"code":"request.malformed"');
    } finally {
      await impatient.close();
    }
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
  function raw(user: TestUser, headers: string[], body: Buffer, at = world): Promise<string> {
    const { hostname, port } = new URL(at.app.url);
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
  const file = (name = 'file'): FormPart => ({ name, body: world.jpeg });
  const text = (name: string, body = 'x'): FormPart => ({ name, filename: null, body });

  it.each<[string, () => Buffer, string]>([
    ['two files in one field', () => formBytes([file(), file()]), 'request.malformed'],
    ['100 files', () => formBytes(Array.from({ length: 100 }, (_, at) => file(`file${at}`))), 'request.malformed'],
    ['a file in another field', () => formBytes([file('purpose')]), 'request.invalid'],
    ['text in the file field', () => formBytes([text('file', world.jpeg.toString('latin1'))]), 'request.invalid'],
    ['an empty field name', () => formBytes([text(''), file('')]), 'request.invalid'],
    [
      '21 fields',
      () => formBytes([...Array.from({ length: 21 }, (_, at) => text(`f${at}`)), file()]),
      'request.malformed',
    ],
    [
      '10,000 parts',
      () => formBytes([...Array.from({ length: 10_000 }, (_, at) => text(`f${at}`)), file()]),
      'request.malformed',
    ],
    ['no end', () => formBytes([file()]).subarray(0, -30), 'request.malformed'],
    ['nothing', () => Buffer.alloc(0), 'request.invalid'],
    ['another boundary', () => formBytes([file()], 'other'), 'request.malformed'],
    [
      'the same field twice',
      () => formBytes([text('purpose', 'deposit'), text('purpose', 'verification'), file()]),
      'request.malformed',
    ],
    ['a prototype as a field', () => formBytes([text('__proto__'), text('constructor'), file()]), 'request.malformed'],
  ])('with %s is refused', async (_name, make, code) => {
    const user = await world.user();
    const sent = await world.send(user, make());
    expect([sent.status, sent.body.code]).toEqual([200, code]);
  });

  it.each(['a.jpg.php', 'a.php%00.jpg', '../../x.jpg', 'n'.repeat(300), 'q\\"uote.jpg', ''])(
    'calls its file %j, which nobody reads',
    async (filename) => {
      const user = await world.user();
      const { body } = await world.upload(user, world.jpeg, { filename, type: 'text/html' });
      expect(body.message).toMatch(/^[0-9a-f]{32}$/);
      const reply = await world.view(body.message, user.token);
      expect(reply.headers.get('content-disposition')).toBe('attachment; filename="photo.jpg"');
    },
  );

  it('takes nested names as names and passes over what it does not know', async () => {
    const user = await world.user();
    const parts = [text('a[b][c][d]', '1'), text('purpose', 'nonsense'), file()];
    expect((await world.send(user, formBytes(parts))).body.type).toBe('ok');
  });

  it('without a boundary, or as another content type, is refused', async () => {
    const user = await world.user();
    const none = await world.send(user, formBytes([file()]), { 'content-type': 'multipart/form-data' });
    expect([none.status, none.body.code]).toEqual([200, 'request.malformed']);
    const json = await world.send(user, Buffer.from('{}'), { 'content-type': 'application/json' });
    expect([json.status, json.body.code]).toEqual([200, 'request.unsupported-type']);
    const mixed = await world.send(user, formBytes([file()]), {
      'content-type': `multipart/mixed; boundary=${BOUNDARY}`,
    });
    expect([mixed.status, mixed.body.code]).toEqual([200, 'request.unsupported-type']);
  });

  it('is understood by no other call', async () => {
    const user = await world.user();
    const reply = await fetch(`${world.app.url}/api/get/lang`, {
      method: 'POST',
      body: new Uint8Array(formBytes([file()])),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: user.token },
    });
    expect((await reply.json()).code).toBe('request.unsupported-type');
  });
});

describe('how often one user may begin an upload', () => {
  it('is as often as photos are kept in an hour, and those that come to nothing count', async () => {
    const counted = await UploadWorld.open({ RATE_FACTOR: '1' });
    try {
      const [user, other] = [await counted.user(), await counted.user()];
      const statuses: number[] = [];
      for (let time = 0; time < 21; time += 1) statuses.push((await counted.send(user, Buffer.alloc(0))).status);
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
      expect((await counted.upload(other, counted.jpeg)).body.type).toBe('ok');
    } finally {
      await counted.close();
    }
  });

  it('is never refused to who keeps within the photos of an hour', () => {
    expect(RATE_RULES.upload).toEqual({ calls: UPLOADS_PER_HOUR, seconds: 3600 });
  });
});

describe('how much one user may upload', () => {
  it('is 20 photos in an hour, however many come at once', async () => {
    const user = await world.user();
    await world.sql.query(
      `insert into upload (id, user_id, state, bytes, stored, created_at)
       select md5(random()::text), $1, 'refused', 10, false, now() - interval '30 minutes' from generate_series(1, 18)`,
      [user.userId],
    );
    const sent = await Promise.all(Array.from({ length: 4 }, () => world.upload(user, world.jpeg)));
    expect(sent.map(({ body }) => body.code ?? body.type).sort()).toEqual([
      'ok',
      'ok',
      'uploads.too-many',
      'uploads.too-many',
    ]);
    await world.sql.query(
      `update upload set created_at = created_at - interval '31 minutes' where user_id = $1 and bytes = 10`,
      [user.userId],
    );
    expect((await world.upload(user, world.jpeg)).body.type).toBe('ok');
  });

  it('is 100 MB that wait to be used', async () => {
    const user = await world.user();
    await world.sql.query(
      `insert into upload (id, user_id, state, bytes, stored, created_at)
       values (md5(random()::text), $1, 'waiting', 100 * 1024 * 1024 - 1000, false, now() - interval '2 hours')`,
      [user.userId],
    );
    expect((await world.upload(user, world.jpeg)).body.code).toBe('uploads.too-many');
    await world.sql.query(`update upload set state = 'expired' where user_id = $1`, [user.userId]);
    expect((await world.upload(user, world.jpeg)).body.type).toBe('ok');
  });

  it('is 1,000 MB that are kept, handed in or not; what is removed counts no more', async () => {
    const user = await world.user();
    await world.sql.query(
      `insert into upload (id, user_id, purpose, used_for, used_at, state, bytes, stored, created_at)
       select md5(random()::text), $1, 'deposit', 'test', now(), 'used', 10 * 1024 * 1024, true, now() - interval '2 days'
         from generate_series(1, 100)`,
      [user.userId],
    );
    expect((await world.upload(user, world.jpeg)).body.code).toBe('uploads.too-many');
    await world.sql.query(
      `update upload set stored = false, state = 'discarded', removed_at = now()
        where id = (select id from upload where user_id = $1 and state = 'used' limit 1)`,
      [user.userId],
    );
    expect((await world.upload(user, world.jpeg)).body.type).toBe('ok');
  });
});

describe('a photo one below, at and one above what its owner may have', () => {
  const MEBIBYTE = 1024 * 1024;
  const receive = (userId: string) => () =>
    world.use(ReceiveUpload).execute({ userId, purpose: null, bytes: world.jpeg });

  it('is the 19th, the 20th and the 21st of an hour', async () => {
    const { userId } = await world.user();
    await world.sql.query(
      `insert into upload (id, user_id, state, bytes, stored, created_at)
       select md5(random()::text), $1, 'refused', 10, false, now() - interval '30 minutes' from generate_series(1, 18)`,
      [userId],
    );
    const tries = Array.from({ length: 3 }, () => receive(userId));
    expect(await inTurn(tries)).toEqual(['done', 'done', 'uploads.too-many']);
  });

  it.each([
    ['waiting', 100, -1, 'done'],
    ['waiting', 100, 0, 'done'],
    ['waiting', 100, 1, 'uploads.too-many'],
    ['used', 1000, -1, 'done'],
    ['used', 1000, 0, 'done'],
    ['used', 1000, 1, 'uploads.too-many'],
  ])('with what is %s, of %i MiB, comes to it and %i bytes: %s', async (state, most, beyond, outcome) => {
    const { userId } = await world.user();
    const others = most * MEBIBYTE - world.jpeg.length + beyond;
    await world.sql.query(
      `insert into upload (id, user_id, purpose, used_for, used_at, state, bytes, stored, created_at)
       select md5(random()::text), $1, 'deposit', case when $2 = 'used' then 'test' end, case when $2 = 'used' then now() end,
              $2, bytes, $2 = 'used', now() - interval '2 hours' from unnest($3::integer[]) bytes`,
      [userId, state, [MEBIBYTE, others - MEBIBYTE]],
    );
    expect(await inTurn([receive(userId)])).toEqual([outcome]);
  });
});

describe('while pictures are decoded', () => {
  it('the gateway answers everybody else', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => world.user()));
    const large = await aPhoto({ width: 6000, height: 5000 });
    const state = { decoding: true };
    const uploads = Promise.all(users.map((user) => world.upload(user, large))).finally(() => {
      state.decoding = false;
    });
    let answers = 0;
    while (state.decoding) {
      await fetch(`${world.app.url}/healthz`);
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
    const usual = world.use(ImageEncoder);
    expect((await usual.encode(request)).length).toBeGreaterThan(1000);
  }, 30_000);

  it('a progressive JPEG that would be gone over too often is ended by its time, if it ever came so far', async () => {
    const values = { IMAGE_WORKER: 'dist/server/platform/images/image-worker.js', IMAGE_MEMORY_MIB: 768 };
    const encoder = new ImageEncoder({ values: { ...values, IMAGE_TIME_MS: 1000 } } as never);
    const flat = { width: 6000, height: 6000, channels: 3, background: '#336699' } as const;
    const plain = await sharp({ create: flat }).jpeg({ progressive: true }).toBuffer();
    const bytes = aBombOfScans(plain, 3000);
    expect(bytes.length - plain.length).toBeLessThan(10 * MEGABYTE);
    const request = { bytes, kind: 'jpeg' as const, pixelsMax: 4e7, sideMax: 12_000 };
    await expect(encoder.encode(request)).rejects.toMatchObject({ reason: 'too-costly' });
    encoder.onApplicationShutdown();
  }, 60_000);

  it('at most so many wait', async () => {
    const encoder = world.use(ImageEncoder);
    const request = { bytes: world.jpeg, kind: 'jpeg' as const, pixelsMax: 4e7, sideMax: 12_000 };
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => encoder.encode(request)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(18);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'busy' } });
  });
});
