import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { identify, isAlive, stop } from '../processes.mjs';

/**
 * @typedef {import('../processes.mjs').Identity} Identity
 * @typedef {{ launcher: Identity, started: Record<string, Identity>, databaseUrl?: string, redisUrl?: string }} HolderRecord
 *   who holds the data folder, what it started, and where its servers listen
 */

/** Postgres allocates its log in pieces of 16 MiB; with less than a few of them free nothing can be promised. */
const LEAST_FREE_MIB = 96;

/**
 * The folder that keeps everything between two starts. Only one launcher works on it at a time.
 */
export class DataFolder {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.lockFile = join(path, 'launcher.json');
    /** @type {HolderRecord} */
    this.record = { launcher: identify(process.pid), started: {} };
  }

  /**
   * Makes the folder and takes it for this process. What a crashed launcher left running is stopped first.
   * Refuses when another launcher works on it or the disk is nearly full.
   */
  async take() {
    mkdirSync(this.path, { recursive: true });
    this.requireSpace();
    const draft = `${this.lockFile}.${process.pid}`;
    this.write(draft);
    try {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        try {
          // A hard link appears whole or not at all, and not over an existing file.
          linkSync(draft, this.lockFile);
          return;
        } catch (error) {
          if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
        }
        await this.removeStale();
      }
      throw new Failure(`The data folder ${this.path} is being taken by several launchers at once; start only one.`);
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** What the launcher that holds the folder wrote, or null when no living launcher holds it. */
  holder() {
    const record = this.read(this.lockFile);
    return record && isAlive(record.launcher) ? record : null;
  }

  /**
   * Notes a started server, so that a later launcher can stop it should this one be killed.
   * @param {string} name
   * @param {Identity} identity
   */
  note(name, identity) {
    this.record.started[name] = identity;
    this.save();
  }

  /** Writes the record whole, so that a reader never meets half of it. */
  save() {
    const draft = `${this.lockFile}.${process.pid}`;
    this.write(draft);
    renameSync(draft, this.lockFile);
  }

  /** Gives the folder back. */
  release() {
    if (this.read(this.lockFile)?.launcher.pid === process.pid) rmSync(this.lockFile, { force: true });
  }

  requireSpace() {
    const { bavail, bsize } = statfsSync(this.path);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    if (free >= LEAST_FREE_MIB) return;
    throw new Failure(
      `The disk is full: ${this.path} has ${free} MiB free, at least ${LEAST_FREE_MIB} MiB are needed.`,
    );
  }

  async removeStale() {
    const holder = this.read(this.lockFile);
    if (holder && isAlive(holder.launcher)) throw new Failure(this.alreadyRuns(holder));
    // Whoever moves the stale record away owns the cleaning; the others find it gone and try again.
    const moved = `${this.lockFile}.stale-${process.pid}`;
    try {
      renameSync(this.lockFile, moved);
    } catch {
      return;
    }
    const stale = this.read(moved);
    if (stale && isAlive(stale.launcher)) {
      // Another launcher took the folder between the two looks: give it its record back.
      renameSync(moved, this.lockFile);
      throw new Failure(this.alreadyRuns(stale));
    }
    rmSync(moved, { force: true });
    const left = Object.entries(stale?.started ?? {}).filter(([, identity]) => isAlive(identity));
    for (const [name, identity] of left.reverse()) {
      console.log(`Stopping ${name} (process ${identity.pid}), left running by a launcher that was killed.`);
      await stop(identity, 10_000);
    }
  }

  /** @param {HolderRecord} holder */
  alreadyRuns(holder) {
    return (
      `The product already runs from ${this.path} (process ${holder.launcher.pid}). ` +
      'Stop it first, or set DATA_FOLDER to another folder.'
    );
  }

  /** @param {string} file */
  write(file) {
    writeFileSync(file, `${JSON.stringify(this.record, null, 2)}\n`, { mode: 0o600 });
  }

  /**
   * @param {string} file
   * @returns {HolderRecord | null}
   */
  read(file) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EACCES') throw error;
      return null;
    }
  }
}
