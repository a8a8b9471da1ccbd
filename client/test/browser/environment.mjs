import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import node from 'jest-environment-node';

/**
 * The package is CommonJS; its class is one step further in where the two kinds of modules meet.
 * @type {typeof import('jest-environment-node').TestEnvironment}
 */
const NodeEnvironment = 'default' in node ? /** @type {any} */ (node.default) : /** @type {any} */ (node);

/** Takes a picture of each open page when a test fails; `npm test` prints at its end where they are. */
export default class BrowserEnvironment extends NodeEnvironment {
  /** @param {ConstructorParameters<typeof NodeEnvironment>} given */
  constructor(...given) {
    super(...given);
    this.file = given[1].testPath;
  }

  /** @param {import('@jest/types').Circus.AsyncEvent | import('@jest/types').Circus.SyncEvent} event */
  async handleTestEvent(event) {
    if (event.name !== 'test_fn_failure' && event.name !== 'hook_failure') return;
    const folder = process.env.FAILURE_FOLDER;
    if (folder === undefined) return;
    const test = fullName(event.test);
    const stem = `${basename(this.file, '.spec.ts')}-${createHash('sha256').update(test).digest('hex').slice(0, 8)}`;
    /** @type {import('./failure-pictures.js').TakePictures | undefined} */
    const takePictures = /** @type {any} */ (this.global).takePictures;
    mkdirSync(folder, { recursive: true });
    const pages = (await takePictures?.(folder, stem)) ?? [];
    writeFileSync(join(folder, `${stem}.json`), JSON.stringify({ file: this.file, test, pages }));
  }
}

/**
 * As Jest reports it; nothing for what fails before or after all tests of a file.
 * @param {import('@jest/types').Circus.TestEntry | undefined} test
 */
function fullName(test) {
  const names = [];
  /** @type {import('@jest/types').Circus.TestEntry | import('@jest/types').Circus.DescribeBlock | undefined} */
  let part = test;
  // The outermost block is Jest's own.
  for (; part?.parent; part = part.parent) names.unshift(part.name);
  return names.join(' ');
}
