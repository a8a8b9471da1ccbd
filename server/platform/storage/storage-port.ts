import type { Readable } from 'node:stream';

/**
 * Where files lie: a folder, or an object store. Never the web root; whoever reads asks a handler that knows who may.
 * Keys are made by us: lower-case letters, digits, `-` and `/`, and at the end what kind of file it is, as `.ndjson.gz`.
 */
export abstract class StoragePort {
  /** Keeps the bytes under the key, all or nothing; what was there is replaced. */
  abstract put(key: string, bytes: Uint8Array): Promise<void>;

  /** Null when there is nothing under the key. */
  abstract get(key: string): Promise<Buffer | null>;

  /** Removes what is under the key, if anything is. */
  abstract remove(key: string): Promise<void>;

  /** Keeps a file of this machine, however large, where nothing is yet. False: something is there, and stays as it is. */
  abstract addFile(key: string, path: string): Promise<boolean>;

  /** The bytes as they come, for what is too large to be held at once. Null when there is nothing under the key. */
  abstract open(key: string): Promise<Readable | null>;

  /** Keys of a folder and those below it, in their order, at most so many, after the given one. */
  abstract list(folder: string, limit: number, after?: string): Promise<string[]>;
}

const KEY = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*(\.[a-z0-9]+){0,2}$/;
const KEY_LENGTH_MAX = 200;

/** @throws Error for a key that could mean anything but a place below the root. */
export function assertKey(key: string): void {
  if (key.length > KEY_LENGTH_MAX || !KEY.test(key)) throw new Error('This is no key of a stored file');
}
