/** What the server takes at most. */
export const PHOTO_MEGABYTES_MAX = 10;
const MEGABYTE = 1024 * 1024;
/** A smaller JPEG is sent as it is. */
const SMALL_BYTES = 600 * 1024;
const SIDE_MAX = 2560;

export interface PreparedPhoto {
  file: File;
  /** Whether this browser can draw it; HEIC it often cannot, the server can. */
  drawable: boolean;
}

/**
 * Makes a photo small enough for a phone's line: at most 2560 pixels a side and about 1.5 MB, as JPEG. What this
 * browser cannot decode goes as it is.
 * @throws PhotoTooLarge for what the server would refuse.
 */
export async function compressPhoto(original: File): Promise<PreparedPhoto> {
  const prepared = await tryToCompress(original);
  if (prepared.file.size > PHOTO_MEGABYTES_MAX * MEGABYTE) throw new PhotoTooLarge();
  return prepared;
}

export class PhotoTooLarge extends Error {
  constructor() {
    super('The photo is larger than the server takes.');
    this.name = 'PhotoTooLarge';
  }
}

async function tryToCompress(original: File): Promise<PreparedPhoto> {
  if (original.type === 'image/jpeg' && original.size <= SMALL_BYTES) return { file: original, drawable: true };
  try {
    const { default: compress } = await import('browser-image-compression');
    const file = await compress(original, {
      maxSizeMB: 1.5,
      maxWidthOrHeight: SIDE_MAX,
      initialQuality: 0.86,
      fileType: 'image/jpeg',
      // Its worker is fetched from another site, which the page's policy refuses.
      useWebWorker: false,
    });
    return { file: file.size < original.size ? file : original, drawable: true };
  } catch {
    return { file: original, drawable: false };
  }
}
