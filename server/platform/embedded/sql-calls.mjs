import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './fingerprint.mjs';

/** A statement that is a call and nothing else, as a literal. */
const CALL = /(['"`])\s*select\s+(?:\*\s+from\s+)?(\w+)\s*\((?:(?!\1)[^;])*\)(?:\s+as\s+"?\w+"?)?\s*\1/g;

/**
 * Where the product calls a stored function by the places of its arguments, though `call-function.ts` calls it by their names.
 * Within a larger statement, SQL is what it is;
 * benches have connections of the driver alone.
 * @param {string} root
 * @param {string[]} names of all stored functions
 * @returns {string[]} one line a call
 */
export function callsByPlace(root, names) {
  const known = new Set(names);
  const sources = filesUnder(root, 'server').filter(
    (path) => path.endsWith('.ts') && !/\.spec\.ts$|^server\/(test|bench)\//.test(path),
  );
  return sources.flatMap((path) =>
    namesCalledIn(readFileSync(join(root, path), 'utf8'))
      .filter((name) => known.has(name))
      .map((name) => `${path}: ${name} is called by the places of its arguments: use call-function.ts`),
  );
}

/** @param {string} text */
export function namesCalledIn(text) {
  return [...text.matchAll(CALL)].map(([, , name]) => /** @type {string} */ (name));
}
