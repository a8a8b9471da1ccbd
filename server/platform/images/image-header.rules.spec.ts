import { assert, constantFrom, nat, property, uint8Array } from 'fast-check';
import sharp from 'sharp';
import { aBombOfScans, aPng } from '../../test/factories/pictures.js';
import { readImageHeader } from './image-header.rules.js';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

describe('the header of a picture', () => {
  it.each<[string, () => Promise<Buffer>, string]>([
    ['JPEG', () => picture(321, 45).jpeg().toBuffer(), 'jpeg'],
    ['progressive JPEG', () => picture(321, 45).jpeg({ progressive: true }).toBuffer(), 'jpeg'],
    [
      'JPEG with metadata',
      () =>
        picture(321, 45)
          .withExif({ IFD0: { Make: 'x'.repeat(3000) } })
          .jpeg()
          .toBuffer(),
      'jpeg',
    ],
    ['PNG', () => picture(321, 45).png().toBuffer(), 'png'],
    ['lossy WebP', () => picture(321, 45).webp().toBuffer(), 'webp'],
    ['lossless WebP', () => picture(321, 45).webp({ lossless: true }).toBuffer(), 'webp'],
    [
      'WebP with metadata',
      () =>
        picture(321, 45)
          .withExif({ IFD0: { Make: 'x' } })
          .webp()
          .toBuffer(),
      'webp',
    ],
  ])('of a %s', async (_name, make, kind) => {
    expect(readImageHeader(await make())).toMatchObject({ kind, width: 321, height: 45, animated: false });
  });

  it('counts the scans of a JPEG, and none that is written elsewhere in the file', async () => {
    const plain = await picture(321, 45).jpeg().toBuffer();
    const progressive = await picture(321, 45).jpeg({ progressive: true }).toBuffer();
    expect(readImageHeader(plain)?.scans).toBe(1);
    // Of libjpeg's own script for colour pictures.
    expect(readImageHeader(progressive)?.scans).toBe(10);
    expect(readImageHeader(aBombOfScans(progressive, 500))?.scans).toBe(510);
    // The small picture in it, and what follows its end, are none of its own.
    const thumbnail = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 2 + 6]), Buffer.from([0xff, 0xda, 0, 1, 0xff, 0xda])]);
    const inside = Buffer.concat([plain.subarray(0, 2), thumbnail, plain.subarray(2), progressive]);
    expect(readImageHeader(inside)?.scans).toBe(1);
    expect(readImageHeader(await picture(9, 9).png().toBuffer())?.scans).toBe(1);
  });

  it('tells that a picture moves', async () => {
    const pixels = Buffer.concat([Buffer.alloc(10 * 10 * 3, 20), Buffer.alloc(10 * 10 * 3, 200)]);
    const frames = await sharp(pixels, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
      .webp({ loop: 0, delay: [50, 50] })
      .toBuffer();
    expect(readImageHeader(frames)).toMatchObject({ kind: 'webp', animated: true });
    const png = aPng({ width: 4, height: 4, rows: Buffer.alloc(20), extra: [['acTL', Buffer.alloc(8)]] });
    expect(readImageHeader(png)).toMatchObject({ kind: 'png', animated: true });
  });

  it('is read or not, but never throws and never hangs, whatever the bytes are', async () => {
    const starts = [
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.from('RIFF\0\0\0\0WEBPVP8X', 'latin1'),
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      await picture(30, 20).jpeg().toBuffer(),
    ];
    assert(
      property(constantFrom(...starts), uint8Array({ maxLength: 300 }), nat(400), (start, rest, cut) => {
        const header = readImageHeader(Buffer.concat([start.subarray(0, cut), rest]));
        expect(header === null || (header.width > 0 && header.height > 0)).toBe(true);
      }),
      { numRuns: 4096 },
    );
  });

  it('of boxes inside boxes without an end is no header', () => {
    const box = (name: string, body: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length + 8);
      return Buffer.concat([length, Buffer.from(name), body]);
    };
    let body: Buffer = Buffer.alloc(0);
    for (let depth = 0; depth < 200; depth++) body = box('meta', Buffer.concat([Buffer.alloc(4), body]));
    expect(readImageHeader(Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0')), body]))).toBeNull();
  });
});
