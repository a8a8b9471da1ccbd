import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A hash over names and contents of files, equal exactly when nothing changed.
 * @param {string} root folder that the paths start from
 * @param {string[]} paths files, and folders with all they hold; absent ones count as absent
 * @param {(path: string) => boolean} counts whether a file matters; the path is relative to the root
 */
export function fingerprint(root, paths, counts = () => true) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((start) => filesUnder(root, start)).filter(counts)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Every file under a path, sorted, relative to the root.
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
export function filesUnder(root, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [path];
  return readdirSync(absolute)
    .sort()
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => filesUnder(root, join(path, name)));
}

/**
 * The text remembered by {@link remember}, or null.
 * @param {string} file
 */
export function recall(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/**
 * @param {string} file
 * @param {string} text
 */
export function remember(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}
