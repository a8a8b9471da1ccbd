import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { assertKey, type StoragePort } from './storage-port.js';

/** Readable for the product's own user only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** What is being written has no key yet. */
const DRAFT = '.draft';
const DRAFT_BYTES = 6;
const DRAFT_NAME = /^[0-9a-f]{12}$/;

/** Files in a folder of this machine. Several processes may share it. */
export class LocalFolderStorage implements StoragePort {
  constructor(private readonly folder: string) {}

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = this.pathOf(key);
    await this.draft(
      path,
      (file) => file.writeFile(bytes),
      (draft) => rename(draft, path),
    );
  }

  async get(key: string): Promise<Buffer | null> {
    try {
      return await readFile(this.pathOf(key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** With what a process that fell over left of it: nothing else would ever find that. */
  async remove(key: string): Promise<void> {
    const path = this.pathOf(key);
    await rm(path, { force: true });
    for (const draft of await draftsOf(path)) await rm(draft, { force: true });
  }

  async addFile(key: string, source: string): Promise<boolean> {
    const path = this.pathOf(key);
    const copy = async (file: FileHandle) => {
      for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) await file.writeFile(chunk);
    };
    try {
      // A name that is taken is refused by a link, and would be replaced by a renaming.
      await this.draft(path, copy, async (draft) => {
        await link(draft, path);
        await rm(draft);
      });
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }

  async open(key: string): Promise<Readable | null> {
    try {
      const file = createReadStream(this.pathOf(key));
      await once(file, 'open');
      return file;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async list(folder: string, limit: number, after = ''): Promise<string[]> {
    assertKey(folder);
    try {
      const entries = await readdir(join(this.folder, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(DRAFT))
        .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)))
        .filter((key) => key > after)
        .sort()
        .slice(0, limit);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** A reader sees the whole file or none, and after a power cut it is the same. */
  private async draft(
    path: string,
    write: (file: FileHandle) => Promise<void>,
    place: (draft: string) => Promise<void>,
  ): Promise<void> {
    const made = await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    const draft = `${path}.${randomBytes(DRAFT_BYTES).toString('hex')}${DRAFT}`;
    try {
      const file = await open(draft, 'wx', FILE_MODE);
      try {
        await write(file);
        await file.sync();
      } finally {
        await file.close();
      }
      await place(draft);
      await syncFolders(dirname(path), made === undefined ? dirname(path) : dirname(made));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  private pathOf(key: string): string {
    assertKey(key);
    return join(this.folder, key);
  }
}

/** What is being written of the file, or was when its process fell over; of no other whose name begins so. */
async function draftsOf(path: string): Promise<string[]> {
  const [folder, begin] = [dirname(path), `${basename(path)}.`];
  try {
    const names = (await readdir(folder)).filter((name) => name.startsWith(begin) && name.endsWith(DRAFT));
    const isDraft = (name: string) => DRAFT_NAME.test(name.slice(begin.length, -DRAFT.length));
    return names.filter(isDraft).map((name) => join(folder, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Names in a folder, and it in the one above, up to the last that has something new. */
async function syncFolders(first: string, last: string): Promise<void> {
  for (let path = first; ; path = dirname(path)) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    if (path === last) return;
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
