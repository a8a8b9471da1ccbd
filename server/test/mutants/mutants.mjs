import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionEdits, isFunction } from './sql-mutants.mjs';
import { typescriptEdits } from './typescript-mutants.mjs';

/**
 * @typedef {{ path: string, line: number, rule: string, before: string, after: string, nth: number, source: string,
 *   isValid: boolean }} Mutant `before` and `after` are the whole lines that it changes, `nth` which of those in the file
 *   that read the same, `source` the whole file that it makes
 */

/**
 * All mutants of a file. Call `loadModule` of libpg-query before.
 * @param {string} root
 * @param {string} path from the root
 * @returns {Mutant[]}
 */
export function mutantsOf(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const isSql = path.endsWith('.sql');
  /** @type {Map<string, number>} */
  const counts = new Map();
  return (isSql ? functionEdits(text) : typescriptEdits(text)).map(({ rule, start, end, replacement }) => {
    const source = text.slice(0, start) + replacement + text.slice(end);
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const until = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
    const before = oneLine(text.slice(from, until));
    const after = oneLine(text.slice(from, start) + replacement + text.slice(end, until));
    const nth = (counts.get(`${before}\n${after}`) ?? 0) + 1;
    counts.set(`${before}\n${after}`, nth);
    return {
      path,
      line: text.slice(0, start).split('\n').length,
      rule,
      before,
      after,
      nth,
      source,
      isValid: !isSql || isFunction(source),
    };
  });
}

/** @param {string} text */
function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * So many of a list, the same ones for the same seed, in the order of the list.
 * @template Item
 * @param {Item[]} items
 * @param {number} count
 * @param {number} seed
 * @returns {Item[]}
 */
export function sample(items, count, seed) {
  let state = seed >>> 0;
  const random = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const places = items.map((_, place) => ({ place, rank: random() })).sort((one, other) => one.rank - other.rank);
  const chosen = new Set(places.slice(0, count).map(({ place }) => place));
  return items.filter((_, place) => chosen.has(place));
}
