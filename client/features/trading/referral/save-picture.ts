/** The drawing as a picture file. @throws Error where the browser makes none. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png');
  });
}

/**
 * Saves a picture: on phones through the device's own sheet, which puts it among the photos, elsewhere as a download.
 * @returns false when the user closed the sheet. @throws Error when it could not be saved.
 */
export async function savePicture(picture: Blob, name: string): Promise<boolean> {
  const file = new File([picture], name, { type: picture.type });
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  if (isTouch && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return true;
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return false;
      // Some browsers have a sheet that takes no pictures after all: then it is a download.
    }
  }
  const address = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
