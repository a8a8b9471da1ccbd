/** The kinds of pictures that are taken in, told by their first bytes and by nothing else. */
export type ImageKind = 'jpeg' | 'png' | 'webp' | 'heic';

export interface ImageHeader {
  kind: ImageKind;
  /** Pixels, as the header says; the largest of all pictures in the file. */
  width: number;
  height: number;
  /** More than one frame: no photo. */
  animated: boolean;
  /** How often a decoder goes over the whole picture: of a progressive JPEG once a scan. */
  scans: number;
}

interface Size {
  width: number;
  height: number;
}

/** The brands of ISO/IEC 23008-12 whose pictures are HEVC, and `mif1`, which phones write beside them. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** More chunks, segments or boxes than any camera writes before the picture itself. */
const PARTS_MAX = 2000;

/** The kind of picture that the first bytes say; null for everything else. */
export function imageKind(bytes: Uint8Array): ImageKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return 'webp';
  if (ascii(bytes, 4, 4) === 'ftyp' && HEIC_BRANDS.has(ascii(bytes, 8, 4))) return 'heic';
  return null;
}

/** Reads kind and size without decoding anything; null when the header is cut off or makes no sense. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const kind = imageKind(bytes);
  if (!kind) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = { jpeg: jpegSize, png: pngSize, webp: webpSize, heic: heicSize }[kind](bytes, view);
    if (!size || size.width < 1 || size.height < 1) return null;
    const scans = kind === 'jpeg' ? jpegScans(bytes, view) : 1;
    return { kind, ...size, animated: isAnimated(kind, bytes, view), scans };
  } catch (error) {
    // Reading past the end: the file is cut off.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** ISO/IEC 10918-1: the size stands in the frame header (SOF). */
function jpegSize(_bytes: Uint8Array, view: DataView): Size | null {
  let at = 2;
  for (let part = 0; part < PARTS_MAX; part++) {
    while (view.getUint8(at) !== 0xff) return null;
    while (view.getUint8(at) === 0xff) at++;
    const marker = view.getUint8(at++);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 3), width: view.getUint16(at + 5) };
    if (marker === 0xd9 || marker === 0xda) return null;
    const alone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    if (!alone) at += view.getUint16(at);
  }
  return null;
}

/** ISO/IEC 10918-1: each scan begins with its header (SOS); a file that ends within one has those that are there. */
function jpegScans(bytes: Uint8Array, view: DataView): number {
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = view.getUint8(at + 1);
    // Between headers lies what was encoded, in which 0xff stands before zero or a restart alone.
    const isHeader =
      view.getUint8(at) === 0xff && marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd8) && marker !== 0xff;
    if (isHeader && marker === 0xd9) break;
    if (marker === 0xda && isHeader) scans++;
    at += isHeader ? 2 + view.getUint16(at + 2) : 1;
  }
  return scans;
}

/** W3C PNG, 11.2.1: IHDR is the first chunk. */
function pngSize(bytes: Uint8Array, view: DataView): Size | null {
  if (ascii(bytes, 12, 4) !== 'IHDR') return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** RFC 9649, 2.5 to 2.7: lossy, lossless and extended form. */
function webpSize(bytes: Uint8Array, view: DataView): Size | null {
  const form = ascii(bytes, 12, 4);
  if (form === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
  if (form === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (form !== 'VP8L') return null;
  const packed = view.getUint32(21, true);
  return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
}

/** ISO/IEC 23008-12: the largest `ispe` in meta/iprp/ipco; a grid and its tiles have one each. */
function heicSize(bytes: Uint8Array, view: DataView): Size | null {
  let size: Size | null = null;
  const walk = (start: number, end: number, depth: number): void => {
    let at = start;
    for (let part = 0; part < PARTS_MAX && at + 8 <= end; part++) {
      const length = view.getUint32(at);
      const name = ascii(bytes, at + 4, 4);
      const next = length === 0 ? end : at + length;
      if (next <= at || (length !== 0 && length < 8)) return;
      if (name === 'meta' && depth === 0) walk(at + 12, Math.min(next, end), 1);
      if ((name === 'iprp' && depth === 1) || (name === 'ipco' && depth === 2))
        walk(at + 8, Math.min(next, end), depth + 1);
      if (name === 'ispe' && depth === 3) {
        size = {
          width: Math.max(size?.width ?? 0, view.getUint32(at + 12)),
          height: Math.max(size?.height ?? 0, view.getUint32(at + 16)),
        };
      }
      at = next;
    }
  };
  walk(0, bytes.length, 0);
  return size;
}

function isAnimated(kind: ImageKind, bytes: Uint8Array, view: DataView): boolean {
  if (kind === 'webp') return ascii(bytes, 12, 4) === 'VP8X' && (view.getUint8(20) & 0x02) !== 0;
  if (kind !== 'png') return false;
  let at = 8;
  for (let part = 0; part < PARTS_MAX && at + 8 <= bytes.length; part++) {
    const name = ascii(bytes, at + 4, 4);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + view.getUint32(at);
  }
  return false;
}

function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
