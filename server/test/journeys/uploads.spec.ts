import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { aHeic, HEIC_HEIGHT, HEIC_WIDTH } from '../factories/heic.js';
import { aBombOfScans, aPhoto, aPhotoWithPlace, aPng } from '../factories/pictures.js';
import { UploadWorld } from '../factories/upload-world.js';

let world: UploadWorld;

beforeAll(async () => {
  world = await UploadWorld.open();
}, 60_000);

afterAll(() => world?.close());

describe('an upload', () => {
  it('of each kind is taken and comes back as a JPEG of the same picture', async () => {
    const user = await world.user();
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const { body } = await world.upload(user, await aPhoto({ format }), {
        type: 'application/octet-stream',
        filename: 'x',
      });
      expect(body).toEqual({ type: 'ok', message: expect.stringMatching(/^[0-9a-f]{32}$/) });
      const stored = await world.picture(user, body.message);
      const { data, info } = await sharp(stored).raw().toBuffer({ resolveWithObject: true });
      expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
      const right = info.width * info.channels - info.channels;
      expect(data[0]).toBeGreaterThan(150);
      expect(data[2]).toBeLessThan(100);
      expect(data[right]).toBeLessThan(100);
      expect(data[right + 2]).toBeGreaterThan(150);
    }
  });

  it('of an iPhone, as HEIC, is taken too and becomes a JPEG', async () => {
    const user = await world.user();
    // Red and blue by ITU-R BT.601, full range.
    const heic = aHeic({ y: 76, cb: 85, cr: 255 }, { y: 29, cb: 255, cr: 107 });
    const { body } = await world.upload(user, heic, { type: 'image/heic', filename: 'IMG_0001.HEIC' });
    expect(body.type).toBe('ok');
    const stored = await world.picture(user, body.message);
    const { data, info } = await sharp(stored).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ format: 'raw', width: HEIC_WIDTH, height: HEIC_HEIGHT });
    const right = (info.width - 1) * info.channels;
    expect([data[0], data[2], data[right], data[right + 2]].map((value) => ((value ?? 0) > 128 ? 1 : 0))).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('as HEIC is judged by its pixels before anything is decoded', async () => {
    const user = await world.user();
    const grey = { y: 100, cb: 128, cr: 128 };
    const huge = await world.upload(user, aHeic(grey, grey, { width: 12_001, height: 10 }));
    expect(huge.body.code).toBe('uploads.too-many-pixels');
    const cut = aHeic(grey, grey);
    expect((await world.upload(user, cut.subarray(0, cut.length - 2000))).body.code).toBe('uploads.unreadable');
  });

  it('keeps nothing of the place and the camera, nor of a script in them', async () => {
    const user = await world.user();
    const taken = await aPhotoWithPlace();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    expect(taken.includes('CanaryCam')).toBe(true);
    const stored = await world.picture(user, (await world.upload(user, taken)).body.message);
    const { exif, xmp, iptc, icc } = await sharp(stored).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const trace of ['CanaryCam', '<?php', 'Exif', 'GPS']) expect(stored.includes(trace)).toBe(false);
  });

  it('stands upright, whatever the camera wrote about it', async () => {
    const user = await world.user();
    const lying = await sharp(world.jpeg).withMetadata({ orientation: 6 }).toBuffer();
    const stored = await world.picture(user, (await world.upload(user, lying)).body.message);
    expect(await sharp(stored).metadata()).toMatchObject({ width: 240, height: 320 });
  });

  it('lies sealed in the storage', async () => {
    const user = await world.user();
    const { body } = await world.upload(user, world.jpeg);
    const file = readFileSync(join(world.dataFolder, 'files/uploads', body.message.slice(0, 2), body.message));
    expect(file.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    // Sealed under a key that it names.
    expect(file[0]).toBe(2);
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
    ['JPEG and HTML behind it', async () => Buffer.concat([world.jpeg, html]), '<script>'],
    ['JPEG and ZIP behind it', async () => Buffer.concat([world.jpeg, zip]), 'META-INF'],
    [
      'JPEG with HTML in a comment',
      async () => Buffer.concat([world.jpeg.subarray(0, 2), comment(html), world.jpeg.subarray(2)]),
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
    const user = await world.user();
    const sent = await make();
    expect(sent.includes(trace)).toBe(true);
    const { body } = await world.upload(user, sent);
    expect(body.type).toBe('ok');
    expect((await world.picture(user, body.message)).includes(trace)).toBe(false);
  });
});

describe('what is no photo', () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]);

  it.each<[string, () => Promise<Buffer>, string]>([
    ['no byte', async () => Buffer.alloc(0), 'uploads.unreadable'],
    ['one byte', async () => Buffer.from([0xff]), 'uploads.unreadable'],
    ['only a header', async () => world.jpeg.subarray(0, 20), 'uploads.unreadable'],
    ['a JPEG cut in its header', async () => world.jpeg.subarray(0, 100), 'uploads.unreadable'],
    ['a JPEG cut in its picture', async () => world.jpeg.subarray(0, world.jpeg.length / 2), 'uploads.unreadable'],
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
    ['TIFF', async () => sharp(world.jpeg).tiff().toBuffer(), 'uploads.unsupported-type'],
    ['BMP', async () => bmp, 'uploads.unsupported-type'],
    ['AVIF', async () => sharp(world.jpeg).resize(32).avif().toBuffer(), 'uploads.unsupported-type'],
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
      'a progressive JPEG of 110 scans',
      async () => aBombOfScans(await sharp(world.jpeg).jpeg({ progressive: true }).toBuffer(), 100),
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
    const user = await world.user();
    const { status, body } = await world.upload(user, await make());
    expect([status, body.type, body.code]).toEqual([200, 'error', code]);
    expect(body.message.length).toBeGreaterThan(5);
  });

  it('a progressive JPEG as encoders write it is taken', async () => {
    const user = await world.user();
    const progressive = await sharp(world.jpeg).jpeg({ progressive: true }).toBuffer();
    for (const scans of [0, 50]) {
      expect((await world.upload(user, aBombOfScans(progressive, scans))).body.type).toBe('ok');
    }
  });

  it('a small picture that is said to be huge is not decoded, and a compressed desert is', async () => {
    const user = await world.user();
    // 5,000 x 5,000 of one colour: a few kilobytes that become 25 megabytes, within the limits.
    const desert = aPng({ width: 5000, height: 5000, rows: Buffer.alloc(5001 * 5000) });
    expect(desert.length).toBeLessThan(40_000);
    const { body } = await world.upload(user, desert);
    expect(await sharp(await world.picture(user, body.message)).metadata()).toMatchObject({
      width: 4096,
      height: 4096,
    });
  });

  it('leaves no file behind', async () => {
    const user = await world.user();
    await world.upload(user, world.jpeg.subarray(0, world.jpeg.length / 2));
    const { rows } = await world.sql.query<{ id: string }>('select id from upload where user_id = $1', [user.userId]);
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? '';
    const folder = join(world.dataFolder, 'files/uploads', id.slice(0, 2));
    let names: string[] = [];
    try {
      names = readdirSync(folder);
    } catch {
      // No photo was ever kept there.
    }
    expect(names.some((name) => name.startsWith(id))).toBe(false);
  });
});
