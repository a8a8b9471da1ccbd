import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TapeSample } from '../markets/tape.dto.js';

/** The grid of the tape. */
export const TAPE_STEP_MS = 1000;

/** The step of a market with spot alone: a price that was confirmed since its sample before is one of its sample. */
export const SPOT_ALONE_MS = 10 * TAPE_STEP_MS;
export const TAPE_HOUR_MS = 3_600_000;
/** What stands before the first sample of a market. */
export const TAPE_START = '0'.repeat(64);

/** What the hash of a sample covers. */
export type TapeContent = Omit<TapeSample, 'hash' | 'prevHash'>;

/**
 * The hash of a sample: SHA-256 of the UTF-8 lines `tape1`, market id, second, sequence, index, index state, mark,
 * last, live constituents, origin, constituents as JSON, hash of the sample before; nothing stands for null.
 * @returns 64 hexadecimal digits.
 */
export function tapeHash(marketId: number, sample: TapeContent, prevHash: string): string {
  const { s, sequence, index, indexState, mark, last, live, origin, constituents } = sample;
  const known = [marketId, s, sequence, index ?? '', indexState, mark ?? '', last ?? '', live, origin];
  const lines = ['tape1', ...known, JSON.stringify(constituents), prevHash];
  return bytesToHex(sha256(utf8ToBytes(lines.join('\n'))));
}

/**
 * The first sample of a slice whose hash is not that of its content, or that does not follow the one before it.
 * @returns its place, -1 when the whole slice is sound.
 */
export function firstBrokenSample(marketId: number, samples: readonly TapeSample[]): number {
  return samples.findIndex((sample, place) => {
    const before = samples[place - 1];
    if (tapeHash(marketId, sample, sample.prevHash) !== sample.hash) return true;
    if (before === undefined) return false;
    return sample.prevHash !== before.hash || sample.sequence !== before.sequence + 1 || sample.s <= before.s;
  });
}

/** Root of the Merkle tree of RFC 9162, 2.1.1 (SHA-256) over the leaves. All are hexadecimal text. */
export function merkleRoot(leaves: readonly string[]): string {
  return bytesToHex(rootOf(leaves.map((leaf) => leafHash(leaf))));
}

/** The hashes beside the way from a leaf to the root, nearest first (RFC 9162, 2.1.3.1). */
export function merklePath(leaves: readonly string[], place: number): string[] {
  return pathOf(
    leaves.map((leaf) => leafHash(leaf)),
    place,
  ).map(bytesToHex);
}

/** Whether the leaf is at this place in the tree of `count` leaves with this root (RFC 9162, 2.1.3.2). */
export function isInTree(leaf: string, place: number, count: number, path: readonly string[], root: string): boolean {
  if (!Number.isSafeInteger(place) || place < 0 || place >= count) return false;
  const climbed = climb(leafHash(leaf), place, count, path.map(hexToBytes));
  return climbed !== null && bytesToHex(climbed) === root;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

function leafHash(leaf: string): Uint8Array {
  return sha256(concatBytes(LEAF, hexToBytes(leaf)));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE, left, right));
}

/** The largest power of two that is smaller than the count. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (only === undefined) return sha256(new Uint8Array());
  if (hashes.length === 1) return only;
  const split = splitOf(hashes.length);
  return nodeHash(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
}

function pathOf(hashes: readonly Uint8Array[], place: number): Uint8Array[] {
  if (hashes.length <= 1) return [];
  const split = splitOf(hashes.length);
  const [left, right] = [hashes.slice(0, split), hashes.slice(split)];
  return place < split ? [...pathOf(left, place), rootOf(right)] : [...pathOf(right, place - split), rootOf(left)];
}

/** Null when the path has not the length that the place has. */
function climb(leaf: Uint8Array, place: number, count: number, path: readonly Uint8Array[]): Uint8Array | null {
  if (count === 1) return path.length === 0 ? leaf : null;
  const beside = path.at(-1);
  if (beside === undefined) return null;
  const split = splitOf(count);
  const below = path.slice(0, -1);
  if (place < split) {
    const left = climb(leaf, place, split, below);
    return left && nodeHash(left, beside);
  }
  const right = climb(leaf, place - split, count - split, below);
  return right && nodeHash(beside, right);
}
