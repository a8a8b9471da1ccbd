import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertKey, type StoragePort } from './storage-port.js';

/** Readable for the product's own user only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Files in a folder of this machine. Several processes may share it. */
export class LocalFolderStorage implements StoragePort {
  constructor(private readonly folder: string) {}

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    // A reader sees the whole file or none, and after a power cut it is the same.
    const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
    try {
      const file = await open(draft, 'wx', FILE_MODE);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Buffer | null> {
    try {
      return await readFile(this.pathOf(key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  private pathOf(key: string): string {
    assertKey(key);
    return join(this.folder, key);
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
