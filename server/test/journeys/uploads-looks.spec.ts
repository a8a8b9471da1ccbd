import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import sharp, { type Region } from 'sharp';
import { ExpireUploads } from '../../features/account/uploads/expire-uploads.js';
import { UseUploads, GetUpload } from '../../features/account/uploads/index.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { SealedFiles } from '../../platform/storage/sealed-files.js';
import { aPhoto } from '../factories/pictures.js';
import { formBytes, type FormPart } from '../factories/upload-form.js';
import { UploadWorld } from '../factories/upload-world.js';

let world: UploadWorld;

beforeAll(async () => {
  // No worker: its cleaning would ask the database beside what is counted here.
  world = await UploadWorld.open({ ROLES: 'gateway' });
}, 60_000);

afterAll(() => world?.close());

describe('who may look at a photo', () => {
  it('is its owner, and a reviewer once it was handed in; all others learn nothing', async () => {
    const [owner, other, gone] = await Promise.all([world.user(), world.user(), world.user()]);
    const reference = (await world.upload(owner, world.jpeg)).body.message;
    await world.sql.query(`update account_session set ended_at = now(), end_reason = 'revoked' where user_id = $1`, [
      gone.userId,
    ]);

    const own = await world.view(reference, owner.token);
    expect(own.status).toBe(200);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="photo.jpg"',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });

    const foreign = await world.view(reference, other.token);
    const missing = await world.view('0'.repeat(32), other.token);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(await foreign.text()).toBe(await missing.text());
    for (const token of ['', 'null', gone.token]) {
      const reply = await world.view(reference, token);
      expect(await reply.json()).toMatchObject({ type: '999' });
    }
    for (const wrong of ['1', 'A'.repeat(32), `${reference}0`, '..%2f..%2fetc', reference.toUpperCase()]) {
      expect((await world.view(wrong, owner.token)).status).toBe(404);
    }

    const reviewer = { login: 'rita', operatorId: '7' };
    await expect(world.use(GetUpload).execute(reference, reviewer)).rejects.toMatchObject({
      code: 'uploads.not-found',
    });
    await world.handIn(owner, [reference]);
    expect((await world.use(GetUpload).execute(reference, reviewer)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

    const looks = await fetch(`${world.app.url}/api/upload/views?page=1&limit=5`, {
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
    await expect(world.sql.query('update upload_view set operator_id = null')).rejects.toThrow('written once');
    for (const [query, page, limit, rows] of [
      ['page=2&limit=1', 2, 1, 1],
      ['page=0&limit=0', 1, 1, 1],
      ['page=-1&limit=abc', 1, 10, 2],
      ['page=999999999&limit=1000', 999_999_999, 100, 0],
    ] as const) {
      const reply = await fetch(`${world.app.url}/api/upload/views?${query}`, {
        headers: { authorization: owner.token },
      });
      const { message } = (await reply.json()) as { message: { page: number; limit: number; list: unknown[] } };
      expect([message.page, message.limit, message.list.length]).toEqual([page, limit, rows]);
    }
    expect(
      await (await fetch(`${world.app.url}/api/upload/views`, { headers: { authorization: other.token } })).json(),
    ).toMatchObject({
      message: { count: 0, list: [] },
    });
  });

  it('asks the database the same for a photo of somebody else and for none, so that no time tells them apart', async () => {
    const [owner, other] = await Promise.all([world.user(), world.user()]);
    const reference = (await world.upload(owner, world.jpeg)).body.message;
    const deposit = (await world.upload(owner, world.jpeg)).body.message;
    await world.handIn(owner, [deposit]);
    const asked: string[] = [];
    const { query } = Client.prototype as unknown as { query: (this: Client, ...given: unknown[]) => unknown };
    const watch = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...given: unknown[]
    ) {
      const [first] = given as [string | { text?: string }];
      const text = typeof first === 'string' ? first : (first?.text ?? '');
      // Sessions are looked up, and kept for a while, whatever is asked for.
      if (/upload/.test(text)) asked.push(text);
      return query.apply(this, given) as never;
    } as never);
    try {
      const work: string[][] = [];
      for (const wanted of [reference, deposit, '0'.repeat(32), 'f'.repeat(32), reference]) {
        asked.length = 0;
        expect((await world.view(wanted, other.token)).status).toBe(404);
        work.push([...asked]);
      }
      expect(work[0]?.length).toBeGreaterThan(0);
      for (const statements of work) expect(statements).toEqual(work[0]);
      // Its owner's look is written down, which others are not to tell from the time.
      asked.length = 0;
      expect((await world.view(reference, owner.token)).status).toBe(200);
      expect(asked.length).toBeGreaterThan(work[0]?.length ?? 0);
    } finally {
      watch.mockRestore();
    }
  });

  it('is nobody whom a page of another site sends: neither with the cookie nor with the header that it would ask for', async () => {
    const owner = await world.user();
    const reference = (await world.upload(owner, world.jpeg)).body.message;
    const address = `${world.app.url}/api/upload/${reference}`;
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
    for (const cookie of [`session=${owner.token}`, `__Host-session=${owner.token}`]) {
      for (const headers of [{ cookie }, { cookie, ...foreign }]) {
        const reply = await fetch(address, { headers });
        expect(await reply.json()).toMatchObject({ type: '999' });
      }
    }
    const preflight = await fetch(address, {
      method: 'OPTIONS',
      headers: {
        ...foreign,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    const withToken = await fetch(address, { headers: { ...foreign, authorization: owner.token } });
    for (const { headers } of [preflight, withToken]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('gets the whole of it, whatever range is asked for', async () => {
    const owner = await world.user();
    const reference = (await world.upload(owner, world.jpeg)).body.message;
    const headers = { authorization: owner.token, range: 'bytes=0-0,5-10,999999999-' };
    const reply = await fetch(`${world.app.url}/api/upload/${reference}`, { headers });
    expect(reply.status).toBe(200);
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  });

  it('is told by a changed file that something is wrong, and nothing else', async () => {
    const owner = await world.user();
    const reference = (await world.upload(owner, world.jpeg)).body.message;
    const key = `uploads/${reference.slice(0, 2)}/${reference}`;
    const other = (await world.upload(owner, world.jpeg)).body.message;
    copyFileSync(
      join(world.dataFolder, 'files', `uploads/${other.slice(0, 2)}/${other}`),
      join(world.dataFolder, 'files', key),
    );
    expect((await world.view(reference, owner.token)).status).toBe(500);
  });
});

describe('a reference', () => {
  it('is good for its owner, for its purpose, and once', async () => {
    const [owner, other] = await Promise.all([world.user(), world.user()]);
    const purpose: FormPart = { name: 'purpose', filename: null, body: 'deposit' };
    const sent = await world.send(owner, formBytes([purpose, { name: 'file', body: world.jpeg }]));
    const reference = sent.body.message;
    const unknown = { code: 'uploads.unknown' };
    await expect(world.handIn(other, [reference], 'deposit')).rejects.toMatchObject(unknown);
    await expect(world.handIn(owner, [reference], 'verification')).rejects.toMatchObject(unknown);
    await expect(world.handIn(owner, [reference, reference], 'deposit')).rejects.toMatchObject(unknown);
    await expect(world.handIn(owner, [reference, '0'.repeat(32)], 'deposit')).rejects.toMatchObject(unknown);
    await world.handIn(owner, [reference], 'deposit');
    await expect(world.handIn(owner, [reference], 'deposit')).rejects.toMatchObject(unknown);
  });

  it('is used by one of many at the same time', async () => {
    const owner = await world.user();
    const reference = (await world.upload(owner, world.jpeg)).body.message;
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => world.handIn(owner, [reference])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('ends after a day, with its file', async () => {
    const owner = await world.user();
    const reference = (await world.upload(owner, world.jpeg)).body.message;
    await world.sql.query(`update upload set created_at = now() - interval '25 hours' where id = $1`, [reference]);
    await expect(world.handIn(owner, [reference])).rejects.toMatchObject({ code: 'uploads.unknown' });
    expect(await world.use(ExpireUploads).execute()).toBeGreaterThan(0);
    expect((await world.view(reference, owner.token)).status).toBe(404);
    expect(() => readFileSync(join(world.dataFolder, 'files/uploads', reference.slice(0, 2), reference))).toThrow(
      'ENOENT',
    );
    expect(await world.use(ExpireUploads).execute()).toBe(0);
  });

  it('keeps no younger one when its file cannot be removed, and says so', async () => {
    const owner = await world.user();
    const [first, second] = [
      (await world.upload(owner, world.jpeg)).body.message,
      (await world.upload(owner, world.jpeg)).body.message,
    ];
    await world.sql.query(`update upload set created_at = now() - interval '26 hours' where id = $1`, [first]);
    await world.sql.query(`update upload set created_at = now() - interval '25 hours' where id = $1`, [second]);
    const files = world.use(SealedFiles);
    const remove = files.remove.bind(files);
    const failing = jest
      .spyOn(files, 'remove')
      .mockImplementation((key) => (key.includes(first) ? Promise.reject(new Error('held back')) : remove(key)));
    await expect(world.use(ExpireUploads).execute()).rejects.toThrow('held back');
    const stored = await world.sql.query('select id from upload where stored and id = any ($1)', [[first, second]]);
    expect(stored.rows).toEqual([{ id: first }]);
    failing.mockRestore();
    expect(await world.use(ExpireUploads).execute()).toBe(1);
  });
});

describe('what a reviewer sees', () => {
  it('carries the reviewer’s name and the time all over, and the kept photo does not', async () => {
    const owner = await world.user();
    const dark = await aPhoto({ width: 640, height: 480 });
    const reference = (await world.upload(owner, dark)).body.message;
    await world.handIn(owner, [reference]);
    const own = await world.picture(owner, reference);
    const looks = world.use(GetUpload);
    const [rita, otto] = await Promise.all([
      looks.execute(reference, { operatorId: '7', login: 'rita' }),
      looks.execute(reference, { operatorId: '8', login: 'otto' }),
    ]);
    expect(await sharp(rita).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
    // Every quarter of the picture is another one than the owner's, and rita's is another one than otto's.
    for (const [left, top] of [
      [0, 0],
      [320, 0],
      [0, 240],
      [320, 240],
    ] as const) {
      const part = { left, top, width: 320, height: 240 };
      expect(await difference(own, rita, part)).toBeGreaterThan(4);
      expect(await difference(otto, rita, part)).toBeGreaterThan(0.5);
    }
    expect((await world.picture(owner, reference)).equals(own)).toBe(true);
  });

  /** How far two pictures are apart, on the average of all pixels of the part; 0 to 255. */
  async function difference(left: Buffer, right: Buffer, part: Region): Promise<number> {
    const [one, other] = await Promise.all([left, right].map((each) => sharp(each).extract(part).raw().toBuffer()));
    if (!one || !other) throw new Error('No pixels');
    return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
  }
});

describe('a photo that has served', () => {
  const close = (reference: string) =>
    world.use(Transactions).run((tx) => world.use(UseUploads).close(tx, [reference]));
  const age = (reference: string, days: number) =>
    world.sql.query('update upload set closed_at = closed_at - make_interval(days => $2) where id = $1', [
      reference,
      days,
    ]);
  const rowOf = async (reference: string) =>
    (
      await world.sql.query('select state, stored, removed_at is not null as removed from upload where id = $1', [
        reference,
      ])
    ).rows[0];

  it("goes a year after the decision, with a line in its owner's list; its row stays", async () => {
    const owner = await world.user();
    const [served, open, young] = await Promise.all(
      [0, 1, 2].map(async () => (await world.upload(owner, world.jpeg)).body.message),
    );
    if (!served || !open || !young) throw new Error('Not taken');
    await world.handIn(owner, [served, open, young]);
    await close(served);
    await close(young);
    await age(served, 366);
    await age(young, 364);
    expect(await world.use(ExpireUploads).execute()).toBe(1);
    expect(await rowOf(served)).toEqual({ state: 'retired', stored: false, removed: true });
    expect(() => readFileSync(world.fileOf(served))).toThrow('ENOENT');
    expect((await world.view(served, owner.token)).status).toBe(404);
    const reviewer = { operatorId: '7', login: 'rita' };
    await expect(world.use(GetUpload).execute(served, reviewer)).rejects.toMatchObject({ code: 'uploads.not-found' });
    for (const uploadId of [open, young]) expect((await world.view(uploadId, owner.token)).status).toBe(200);
    const looks = await fetch(`${world.app.url}/api/upload/views`, { headers: { authorization: owner.token } });
    const { message } = (await looks.json()) as { message: { list: object[] } };
    expect(message.list).toContainEqual(
      expect.objectContaining({ reference: served, act: 'removed', viewer: 'nobody' }),
    );
    expect(await world.use(ExpireUploads).execute()).toBe(0);
  });

  it('stays when its matter was opened again', async () => {
    const owner = await world.user();
    const reference = (await world.upload(owner, world.jpeg)).body.message;
    await world.handIn(owner, [reference]);
    await close(reference);
    await age(reference, 400);
    await world.use(Transactions).run((tx) => world.use(UseUploads).reopen(tx, [reference]));
    expect(await world.use(ExpireUploads).execute()).toBe(0);
    expect((await world.view(reference, owner.token)).status).toBe(200);
  });
});
