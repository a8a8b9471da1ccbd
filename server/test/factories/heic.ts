/**
 * A HEIC photo made from nothing, so that no test needs somebody's file and no encoder: every block of the HEVC picture
 * (ITU-T H.265) is PCM, uncompressed samples, around which only a few bins are arithmetic-coded. The box structure is
 * that of ISO/IEC 23008-12 for a single `hvc1` item, as phones write it.
 */
export interface YuvColour {
  y: number;
  cb: number;
  cr: number;
}

/** Width and height of a block; the picture is 4 by 3 of them: `rangeOfLps` has a row for each. */
const BLOCK = 16;
export const HEIC_WIDTH = 4 * BLOCK;
export const HEIC_HEIGHT = 3 * BLOCK;
/** H.265, table 9-52, last column: the first states of a context that always sees the more probable bin. */
const RANGE_OF_LPS = [240, 227, 216, 205, 195, 185, 175, 166, 158, 150, 142, 135];

const MAIN_STILL_PICTURE = 3;
const LEVEL_3 = 90;

/** The left half in one colour and the right half in another. */
export function aHeic(left: YuvColour, right: YuvColour, said = { width: HEIC_WIDTH, height: HEIC_HEIGHT }): Buffer {
  const parameters: [type: number, unit: Buffer][] = [
    [32, unit(32, videoParameters())],
    [33, unit(33, sequenceParameters())],
    [34, unit(34, pictureParameters())],
  ];
  const slice = unit(20, sliceOf(left, right));
  const picture = Buffer.concat([uint(slice.length, 4), slice]);
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const sized = metaBox(parameters, picture.length, 0, said).length;
  const meta = metaBox(parameters, picture.length, ftyp.length + sized + 8, said);
  return Buffer.concat([ftyp, meta, box('mdat', picture)]);
}

class Bits {
  private readonly bits: number[] = [];

  put(value: number, length: number): this {
    for (let bit = length - 1; bit >= 0; bit--) this.bits.push(Math.floor(value / 2 ** bit) % 2);
    return this;
  }

  /** Unsigned Exp-Golomb code (9.2). */
  golomb(...values: number[]): this {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1));
      this.put(0, length).put(value + 1, length + 1);
    }
    return this;
  }

  zerosToByte(): this {
    while (this.bits.length % 8 !== 0) this.bits.push(0);
    return this;
  }

  /** rbsp_trailing_bits, and byte_alignment of a slice's header. */
  end(): this {
    return this.put(1, 1).zerosToByte();
  }

  bytes(): Buffer {
    return Buffer.from(
      Array.from({ length: this.bits.length / 8 }, (_, at) =>
        Number.parseInt(this.bits.slice(at * 8, at * 8 + 8).join(''), 2),
      ),
    );
  }
}

/** profile_tier_level (7.3.3) for one layer. */
function profile(bits: Bits): Bits {
  bits.put(0, 3).put(MAIN_STILL_PICTURE, 5).put(0x70000000, 32);
  return bits.put(0b1001, 4).put(0, 43).put(0, 1).put(LEVEL_3, 8);
}

function videoParameters(): Bits {
  const bits = new Bits().put(0, 4).put(0b11, 2).put(0, 6).put(0, 3).put(1, 1).put(0xffff, 16);
  return profile(bits).put(1, 1).golomb(0, 0, 0).put(0, 6).golomb(0).put(0, 2).end();
}

function sequenceParameters(): Bits {
  const bits = profile(new Bits().put(0, 4).put(0, 3).put(1, 1));
  // Ids, 4:2:0, size, no window, 8 bits, picture order, buffers.
  bits.golomb(0, 1, HEIC_WIDTH, HEIC_HEIGHT).put(0, 1).golomb(0, 0, 0).put(1, 1).golomb(0, 0, 0);
  // Blocks of 16 that are never split, transforms of 4 to 16, no lists, no AMP, no SAO.
  bits.golomb(1, 0, 0, 2, 0, 0).put(0, 3);
  // PCM of 8 bits in blocks of 16, not filtered.
  bits.put(1, 1).put(7, 4).put(7, 4).golomb(1, 0).put(1, 1);
  return bits.golomb(0).put(0, 5).end();
}

function pictureParameters(): Bits {
  const bits = new Bits().golomb(0, 0).put(0, 2).put(0, 3).put(0, 2).golomb(0, 0, 0).put(0, 3).golomb(0, 0);
  // No offsets, weights, bypass, tiles, wavefronts, nor filters across slices; deblocking is off.
  bits.put(0, 7).put(0b101, 3).put(0, 2).golomb(0).put(0, 2);
  return bits.end();
}

/** An I slice of PCM blocks: part_mode (always 2Nx2N), pcm_flag, samples, end_of_slice_segment_flag (7.3.8). */
function sliceOf(left: YuvColour, right: YuvColour): Bits {
  const bits = new Bits().put(0b10, 2).golomb(0, 2, 0).end();
  let coder = new ArithmeticCoder(bits);
  const blocks = (HEIC_WIDTH / BLOCK) * (HEIC_HEIGHT / BLOCK);
  for (let block = 0; block < blocks; block++) {
    coder.probable(RANGE_OF_LPS[block] ?? 0);
    coder.terminate(1);
    bits.zerosToByte();
    const { y, cb, cr } = (block * BLOCK) % HEIC_WIDTH < HEIC_WIDTH / 2 ? left : right;
    for (let sample = 0; sample < BLOCK * BLOCK; sample++) bits.put(y, 8);
    for (let sample = 0; sample < (BLOCK * BLOCK) / 4; sample++) bits.put(cb, 8);
    for (let sample = 0; sample < (BLOCK * BLOCK) / 4; sample++) bits.put(cr, 8);
    coder = new ArithmeticCoder(bits);
    coder.terminate(block === blocks - 1 ? 1 : 0);
  }
  return bits.zerosToByte();
}

/** As much of the encoder of 9.3.4 as such a slice needs. */
class ArithmeticCoder {
  private low = 0;
  private range = 510;
  private first = true;
  private outstanding = 0;

  constructor(private readonly bits: Bits) {}

  probable(lps: number): void {
    this.range -= lps;
    this.renormalise();
  }

  terminate(bin: 0 | 1): void {
    this.range -= 2;
    if (bin === 1) {
      this.low += this.range;
      this.range = 2;
      this.renormalise();
      this.put((this.low >> 9) & 1);
      this.bits.put(((this.low >> 7) & 3) | 1, 2);
    } else this.renormalise();
  }

  private renormalise(): void {
    while (this.range < 256) {
      if (this.low < 256) this.put(0);
      else if (this.low >= 512) {
        this.low -= 512;
        this.put(1);
      } else {
        this.low -= 256;
        this.outstanding++;
      }
      this.range *= 2;
      this.low *= 2;
    }
  }

  private put(bit: number): void {
    if (this.first) this.first = false;
    else this.bits.put(bit, 1);
    for (; this.outstanding > 0; this.outstanding--) this.bits.put(1 - bit, 1);
  }
}

/** A NAL unit (7.3.1), with the bytes that keep a start code from appearing inside. */
function unit(type: number, bits: Bits): Buffer {
  const bytes: number[] = [type << 1, 1];
  let zeros = 0;
  for (const byte of bits.bytes()) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}

function metaBox(
  parameters: [number, Buffer][],
  length: number,
  offset: number,
  said: { width: number; height: number },
): Buffer {
  const handler = full('hdlr', 0, uint(0, 4), Buffer.from('pict'), Buffer.alloc(13));
  const primary = full('pitm', 0, uint(1, 2));
  const place = full(
    'iloc',
    0,
    uint(0x4400, 2),
    uint(1, 2),
    uint(1, 2),
    uint(0, 2),
    uint(1, 2),
    uint(offset, 4),
    uint(length, 4),
  );
  const entry = full('infe', 2, uint(1, 2), uint(0, 2), Buffer.from('hvc1\0'));
  const items = full('iinf', 0, uint(1, 2), entry);
  const size = full('ispe', 0, uint(said.width, 4), uint(said.height, 4));
  const properties = box('ipco', decoderBox(parameters), size);
  const owners = full('ipma', 0, uint(1, 4), uint(1, 2), Buffer.from([2, 0x81, 0x02]));
  return full('meta', 0, handler, primary, place, items, box('iprp', properties, owners));
}

function decoderBox(parameters: [number, Buffer][]): Buffer {
  const head = Buffer.from([
    1,
    MAIN_STILL_PICTURE,
    0x70,
    0,
    0,
    0,
    0x90,
    0,
    0,
    0,
    0,
    0,
    LEVEL_3,
    0xf0,
    0,
    0xfc,
    0xfd,
    0xf8,
    0xf8,
    0,
    0,
    0x0f,
  ]);
  const arrays = parameters.map(([type, bytes]) =>
    Buffer.concat([Buffer.from([0x80 | type]), uint(1, 2), uint(bytes.length, 2), bytes]),
  );
  return box('hvcC', head, Buffer.from([arrays.length]), ...arrays);
}

function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint(body.length + 8, 4), Buffer.from(name), body]);
}

function full(name: string, version: number, ...parts: Buffer[]): Buffer {
  return box(name, uint(version * 2 ** 24, 4), ...parts);
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
