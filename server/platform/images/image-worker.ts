import sharp, { type Sharp } from 'sharp';
import type { ImageAnswer, ImageRequest, MarkRequest } from './image-messages.js';
import { markPicture } from './mark.rules.js';

// The decoding process. It reads pictures that nobody has checked, so it has no configuration, no database and no
// secrets, and whoever started it ends it when it takes too long or too much.

/** No side of a kept picture is longer: enough to read an ID, and nothing for a screen to choke on. */
const OUTPUT_SIDE_MAX = 4096;
const QUALITY = 85;
const SECONDS = 5;

sharp.cache(false);
sharp.concurrency(1);

function answer(message: ImageAnswer): void {
  process.send?.(message);
}

process.on('disconnect', () => process.exit(0));
process.on('message', (request: ImageRequest | MarkRequest) => {
  const work = 'mark' in request ? mark(request) : encode(request);
  work.then(
    (picture) => answer({ picture }),
    () => answer({ picture: null }),
  );
});
answer({ ready: true });

/** The picture anew, as JPEG, upright, in sRGB, with nothing of the file but its pixels. */
async function encode(request: ImageRequest): Promise<Buffer> {
  const source = request.kind === 'heic' ? await decodeHeic(request) : openPicture(request);
  return source
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: OUTPUT_SIDE_MAX, height: OUTPUT_SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** The same picture under its mark. */
async function mark({ bytes, mark: text }: MarkRequest): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  return sharp(bytes)
    .timeout({ seconds: SECONDS })
    .composite([{ input: Buffer.from(markPicture(text, { width, height })) }])
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

function openPicture({ bytes, pixelsMax }: ImageRequest): Sharp {
  return sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true, pages: 1 });
}

/** libheif applies the file's own rotation itself. */
async function decodeHeic({ bytes, pixelsMax, sideMax }: ImageRequest): Promise<Sharp> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new Error('no picture');
  const width = image.get_width();
  const height = image.get_height();
  if (width * height > pixelsMax || Math.max(width, height) > sideMax) throw new Error('too many pixels');
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (result) => (result ? resolve() : reject(new Error('not decoded'))));
  });
  image.free();
  return sharp(data, { raw: { width, height, channels: 4 } });
}
