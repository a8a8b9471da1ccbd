import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Of what the product itself hashes and seals with. */
export const SECRET_LENGTH_MIN = 32;
/** Of passwords between its own servers that somebody has chosen. */
const GIVEN_LENGTH_MIN = 12;

/** Bits enough for every use; hexadecimal, so that it can stand in an address as it is. */
const SECRET_BYTES = 32;
/** Rights of anybody but the owner. */
const FOREIGN_RIGHTS = 0o077;

/**
 * The secret of this installation that lies under the name, made at the first call. Of processes that come at once one
 * makes it and all read the same: a hard link appears whole or not at all, and never in the place of another.
 * @throws Error when the file is readable for others or holds no secret. A new one in its place would lose what was sealed.
 */
export function ownSecret(folder: string, name: string, given?: string): string {
  const file = join(folder, name);
  return readOwn(file) ?? makeOwn(folder, file, given);
}

/** Moves a secret to another folder, which may be another disk: it is gone from the first when it stands in the second. */
export function moveOwn(name: string, from: string, to: string): void {
  const former = readOwn(join(from, name));
  if (former === null) return;
  if (ownSecret(to, name, former) !== former) throw new Error(`${join(to, name)} holds another secret than ${from}.`);
  rmSync(join(from, name));
}

/** Writes a file beside the secrets that follows from them, whole or not at all, for its owner's eyes only. */
export function replaceOwn(folder: string, name: string, text: string): void {
  const draft = join(folder, `${name}.${process.pid}-${randomBytes(6).toString('hex')}`);
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  renameSync(draft, join(folder, name));
}

/** A secret of a file that somebody else keeps, of Docker or Kubernetes for example. */
export function secretOfFile(file: string): string {
  return readFileSync(file, 'utf8').trim();
}

function makeOwn(folder: string, file: string, given = randomBytes(SECRET_BYTES).toString('hex')): string {
  if (given.length < GIVEN_LENGTH_MIN)
    throw new Error(`${file}: at least ${GIVEN_LENGTH_MIN} characters are required.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(handle, `${given}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
    syncFolder(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = readOwn(file);
  if (secret === null) throw new Error(`${file} went away while it was being made.`);
  return secret;
}

/** The name, too, is on the disk before anything is sealed. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function readOwn(file: string): string | null {
  let secret: string;
  try {
    secret = secretOfFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if ((statSync(file).mode & FOREIGN_RIGHTS) !== 0) {
    throw new Error(
      `${file} can be read by others than its owner: chmod 600 it, and replace it if others have been there.`,
    );
  }
  if (secret.length < GIVEN_LENGTH_MIN) {
    throw new Error(
      `${file} holds no secret. Put it back from a backup: with another one, what it sealed cannot be read.`,
    );
  }
  return secret;
}
