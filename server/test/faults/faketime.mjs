import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDebian, librariesIn, unpackPackages } from '../../platform/embedded/services/debian-packages.mjs';

const LIBRARY = 'faketime/libfaketimeMT.so.1';

/**
 * The library that gives a process a clock of its own (tests): the system's, or that of the distribution's package,
 * unpacked into the folder.
 * @param {string} folder
 * @returns {Promise<string | null>} its path; null where it cannot be had
 */
export async function faketimeLibrary(folder) {
  const place = join(folder, 'faketime');
  const found = within('/') ?? within(place);
  if (found || !isDebian() || !(await unpackPackages(['libfaketime'], place))) return found;
  return within(place);
}

/** @param {string} root */
function within(root) {
  const paths = librariesIn(root).split(':');
  return paths.map((path) => join(path, LIBRARY)).find((path) => existsSync(path)) ?? null;
}
