import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of the named programs that PATH holds, as an absolute path; null when there is none.
 * @param {string[]} names
 * @param {string | undefined} searchPath
 * @returns {string | null}
 */
export function findProgram(names, searchPath = process.env.PATH) {
  const folders = (searchPath ?? '').split(delimiter).filter((folder) => folder.length > 0);
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isProgram);
    if (found) return found;
  }
  return null;
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
