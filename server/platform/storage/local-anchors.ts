import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnchorPort, assertAnchorKey } from './anchor-port.js';

/** Read-only, for the product's own user too. */
const FILE_MODE = 0o400;
const FOLDER_MODE = 0o700;
/** What is being written has no key yet. */
const DRAFT = '.draft-';

/** Anchors as files of this machine: beside the database, and as safe from its owner as the machine's other users are. */
export class LocalAnchors implements AnchorPort {
  constructor(private readonly folder: string) {}

  async putOnce(key: string, text: string): Promise<boolean> {
    assertAnchorKey(key);
    await mkdir(this.folder, { recursive: true, mode: FOLDER_MODE });
    // Nobody finds half of one under its key, also where the process ends in between.
    const draft = join(this.folder, `${DRAFT}${randomUUID()}`);
    const file = await open(draft, 'wx', FILE_MODE);
    try {
      await file.writeFile(text);
      await file.sync();
      await link(draft, join(this.folder, key));
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await file.close();
      await unlink(draft);
    }
  }

  async get(key: string): Promise<string | null> {
    assertAnchorKey(key);
    try {
      return await readFile(join(this.folder, key), 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async list(limit: number, after = ''): Promise<string[]> {
    try {
      const keys = await readdir(this.folder);
      return keys
        .filter((key) => key > after && !key.startsWith(DRAFT))
        .sort()
        .slice(0, limit);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
