import { crc32 as crcOf } from './crc32.js';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A photo of noise, which does not compress away: red on the left, blue on the right. */
export async function aPhoto({ width = 320, height = 240, format = 'jpeg' as 'jpeg' | 'png' | 'webp' } = {}) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    pixels[at + ((at / 3) % width < width / 2 ? 0 : 2)] = 200 + ((at * 7919) % 50);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** A JPEG that says where and with what it was taken, and carries a script in its description. */
export async function aPhotoWithPlace(): Promise<Buffer> {
  return sharp(await aPhoto())
    .withExif({
      IFD0: { ImageDescription: '<?php system("id") ?>', Make: 'CanaryCam' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 39/1',
      },
    })
    .jpeg()
    .toBuffer();
}

/** A progressive JPEG whose last scan comes so many times more: a few bytes each, for each of which all of it is gone over. */
export function aBombOfScans(progressive: Buffer, times: number): Buffer {
  const end = progressive.lastIndexOf(Buffer.from([0xff, 0xd9]));
  const scan = Buffer.from(progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), end));
  // As if nothing had been said of these coefficients before: decoders go along with that as often as it comes.
  scan[1 + scan.readUInt16BE(2)] = 0;
  return Buffer.concat([
    progressive.subarray(0, end),
    ...Array.from({ length: times }, () => scan),
    progressive.subarray(end),
  ]);
}

interface PngParts {
  width: number;
  height: number;
  /** Uncompressed bytes of the picture. */
  rows: Buffer;
  /** Chunks between the header and the picture. */
  extra?: [name: string, body: Buffer][];
}

/** A PNG of 8-bit grey that says whatever it is told to. */
export function aPng({ width, height, rows, extra = [] }: PngParts): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra.map(([name, body]) => chunk(name, body)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crcOf(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
