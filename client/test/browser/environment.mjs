import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import OneRealmEnvironment from '../../../server/test/runner/one-realm.mjs';

/** Takes a picture of each open page when a test fails; `npm test` prints at its end where they are. */
export default class BrowserEnvironment extends OneRealmEnvironment {
  /** @param {[import('@jest/environment').JestEnvironmentConfig, import('@jest/environment').EnvironmentContext]} given */
  constructor(...given) {
    super(given[0]);
    this.file = given[1].testPath;
  }

  /** @override */
  async teardown() {
    await super.teardown();
    Reflect.deleteProperty(globalThis, 'takePictures');
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
