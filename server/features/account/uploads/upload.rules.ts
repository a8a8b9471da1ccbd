import { UPLOAD_PURPOSES, type UploadPurpose } from '../../../contract/account/uploads.dto.js';

export const FILE_MEGABYTES_MAX = 10;
export const FILE_BYTES_MAX = FILE_MEGABYTES_MAX * 1024 * 1024;
export const PIXELS_MAX = 40_000_000;
export const SIDE_MAX = 12_000;
/** Encoders write about ten; each costs going over the whole picture again, at a few bytes of the file. */
const SCANS_MAX = 64;

export const UPLOADS_PER_HOUR = 20;
export const WAITING_BYTES_MAX = 100 * 1024 * 1024;
/** Of all photos of a user that are kept, handed in or waiting. */
export const STORED_BYTES_MAX = 1000 * 1024 * 1024;
/** A photo that was not used by then can no longer be. */
export const WAITING_MS = 24 * 3_600_000;

const REFERENCE = /^[0-9a-f]{32}$/;

/** Whether the text could be a reference of ours at all. */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** The purpose that a form names; null for none, or for one that we do not know. */
export function purposeOf(text: string | undefined): UploadPurpose | null {
  return UPLOAD_PURPOSES.find((purpose) => purpose === text) ?? null;
}

/** Whether a picture that is gone over so often is decoded at all. */
export function hasFewEnoughScans({ scans }: { scans: number }): boolean {
  return scans <= SCANS_MAX;
}

/** Whether a picture of this size is decoded at all. */
export function hasFewEnoughPixels({ width, height }: { width: number; height: number }): boolean {
  return width <= SIDE_MAX && height <= SIDE_MAX && width * height <= PIXELS_MAX;
}

const LOOKS_USUAL = 10;
const LOOKS_MAX = 100;
/** Nobody turns over more pages than that; further on the list is empty. */
const DEPTH_MAX = 10_000;

export interface ListPlace {
  page: number;
  limit: number;
  offset: number;
}

/** Page and size of a list as a client asks for them: what is out of range is brought into it. */
export function placeIn(page: string | undefined, limit: string | undefined): ListPlace {
  const size = Math.min(wholeOr(limit, LOOKS_USUAL), LOOKS_MAX);
  const number = wholeOr(page, 1);
  return { page: number, limit: size, offset: Math.min((number - 1) * size, DEPTH_MAX) };
}

function wholeOr(text: string | undefined, fallback: number): number {
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Math.max(1, Number.parseInt(text, 10)) : fallback;
}
