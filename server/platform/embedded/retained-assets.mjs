import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @typedef {{ at: string, files: string[] }} Build when it was made, and its files, each named after its contents
 */

/** A page that is open asks for files of the build that it came from: the last so many are there beside the newest. */
const RETAINED_BUILDS = 5;
// Earlier images carry their list under this name.
const LIST = 'kept-builds.json';
const ASSETS = 'client/assets';

/**
 * Puts the files of earlier builds beside those of the newest one. They are named after their contents, so none stands in the
 * place of another; what they are called from, the page itself, is the newest's alone.
 * @param {string} before `dist` of the image before, as it lies somewhere; empty where there is none
 * @param {string} dist `dist` of the newest build
 * @param {Date} now
 * @param {number} most
 */
export function retainAssets(before, dist, now, most = RETAINED_BUILDS) {
  const own = filesIn(join(dist, ASSETS));
  const retained = buildsOf(before).slice(0, most);
  mkdirSync(join(dist, ASSETS), { recursive: true });
  for (const file of new Set(retained.flatMap(({ files }) => files))) {
    const from = join(before, ASSETS, file);
    if (!own.includes(file) && existsSync(from)) cpSync(from, join(dist, ASSETS, file));
  }
  const builds = [{ at: now.toISOString(), files: own }, ...retained];
  writeFileSync(join(dist, LIST), `${JSON.stringify(builds)}\n`);
}

/**
 * The builds whose files lie there, the newest first. One that was made before there was a list is its files.
 * @param {string} dist
 * @returns {Build[]}
 */
function buildsOf(dist) {
  const list = join(dist, LIST);
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8'));
  const files = filesIn(join(dist, ASSETS));
  return files.length === 0 ? [] : [{ at: new Date(0).toISOString(), files }];
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [before = '', dist = 'dist'] = process.argv.slice(2);
  retainAssets(before, dist, new Date());
}
