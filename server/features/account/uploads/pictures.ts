import { Refusal } from '../../../platform/http/refusal.js';
import type { ImageEncoder } from '../../../platform/images/image-encoder.js';
import { type ImageHeader, imageKind, readImageHeader } from '../../../platform/images/image-header.rules.js';
import { ImageFailure } from '../../../platform/images/image-worker-process.js';
import {
  FILE_BYTES_MAX,
  FILE_MEGABYTES_MAX,
  hasFewEnoughPixels,
  hasFewEnoughScans,
  PIXELS_MAX,
  SIDE_MAX,
} from './upload.rules.js';

/** Shorter than any picture. */
const BYTES_MIN = 16;

/**
 * What can be said of a picture without decoding anything.
 * @throws Refusal `uploads.too-large`, `uploads.unsupported-type`, `uploads.too-many-pixels`, `uploads.unreadable`.
 */
export function judgePicture(bytes: Buffer): ImageHeader {
  if (bytes.length > FILE_BYTES_MAX) throw new Refusal('uploads.too-large', { megabytes: FILE_MEGABYTES_MAX });
  if (bytes.length < BYTES_MIN) throw new Refusal('uploads.unreadable');
  if (!imageKind(bytes)) throw new Refusal('uploads.unsupported-type');
  const header = readImageHeader(bytes);
  if (!header || !hasFewEnoughScans(header)) throw new Refusal('uploads.unreadable');
  if (header.animated) throw new Refusal('uploads.unsupported-type');
  if (!hasFewEnoughPixels(header)) throw new Refusal('uploads.too-many-pixels');
  return header;
}

/**
 * The picture made anew from its pixels.
 * @throws Refusal `uploads.unreadable`, or `request.unavailable` when too many pictures wait already.
 */
export async function encodePicture(images: ImageEncoder, bytes: Buffer, { kind }: ImageHeader): Promise<Buffer> {
  try {
    return await images.encode({ bytes, kind, pixelsMax: PIXELS_MAX, sideMax: SIDE_MAX });
  } catch (error) {
    if (!(error instanceof ImageFailure)) throw error;
    throw new Refusal(error.reason === 'busy' ? 'request.unavailable' : 'uploads.unreadable');
  }
}
