import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from './fingerprint.mjs';
import { isTest } from './source-exports.mjs';

/** `class EndSessions … execute(` up to the next class of the file. */
const CLASS = /^export (?:abstract )?class (\w+)[\s\S]*?(?=^export (?:abstract )?class |$(?![\s\S]))/gm;
const EXECUTES = /^ {2}(?:async )?execute\(/m;
const INJECTED = /private readonly (\w+): (\w+)/g;

/**
 * Fields into which a use case is injected under another name than its own: a call must say the verb,
 * `this.endSessions.execute(…)`. A store that has such a method is a store all the same.
 * @param {string} root
 * @returns {string[]} one line a fault
 */
export function misnamedUseCases(root) {
  const texts = filesUnder(root, 'server')
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !isTest(path))
    .map((path) => /** @type {const} */ ([path, readFileSync(join(root, path), 'utf8')]));
  const useCases = new Set(
    texts.flatMap(([, text]) =>
      [...text.matchAll(CLASS)].filter(([body]) => EXECUTES.test(body)).map(([, name]) => name),
    ),
  );
  return texts.flatMap(([path, text]) =>
    [...text.matchAll(INJECTED)]
      .filter(([, field, type]) => useCases.has(type) && !type?.endsWith('Store') && field !== fieldOf(type ?? ''))
      .map(([, field, type]) => `${path}: ${type} is injected as ${field}, not as ${fieldOf(type ?? '')}`),
  );
}

/** @param {string} name */
function fieldOf(name) {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
