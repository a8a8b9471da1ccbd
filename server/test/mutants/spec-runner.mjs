import { createRequire } from 'node:module';

/** @typedef {{ spec: string, failed: string | null, seconds: number }} SpecResult `failed` names the first test that failed */

const TEST_TIMEOUT_MS = 60_000;
const fromJest = createRequire(createRequire(import.meta.url).resolve('jest/package.json'));
const fromCore = createRequire(fromJest.resolve('@jest/core'));
const fromCircus = createRequire(fromCore.resolve('jest-circus'));
/** @type {any} */
const circus = fromCore('jest-circus');

/** Runs spec files by Jest's own runner of tests, in this process, each up to its first failed test. */
export class SpecRunner {
  /** @type {string | null} */
  #failed = null;

  /** @param {import('./spec-loader.mjs').SpecLoader} loader */
  constructor(loader) {
    this.loader = loader;
    loader.require('reflect-metadata');
    this.jest = provideGlobals();
    circus.addEventHandler((/** @type {any} */ event) => this.#note(event));
    const blame = (/** @type {unknown} */ error) => circus.getState().currentlyRunningTest?.errors.push([error, error]);
    process.on('uncaughtException', blame);
    process.on('unhandledRejection', blame);
  }

  /**
   * @param {string} spec absolute path
   * @returns {Promise<SpecResult>}
   */
  async run(spec) {
    const start = performance.now();
    this.#failed = null;
    circus.resetState();
    circus.getState().testTimeout = TEST_TIMEOUT_MS;
    /** @type {Record<symbol, unknown>} */ (globalThis)[Symbol.for('TEST_TIMEOUT_SYMBOL')] = undefined;
    try {
      this.loader.require(spec);
      const { unhandledErrors } = await circus.run();
      if (unhandledErrors.length > 0) this.#failed ??= `around the tests: ${unhandledErrors[0]}`;
    } catch (error) {
      this.#failed ??= `while loading: ${String(error)}`;
    } finally {
      // A file that ended early may have left them.
      this.jest.useRealTimers?.();
      this.jest.restoreAllMocks?.();
    }
    return { spec, failed: this.#failed, seconds: (performance.now() - start) / 1000 };
  }

  /** @param {any} event */
  #note(event) {
    // What follows the first failure tells nothing more; the file's `afterAll` still runs.
    if (event.name === 'test_start' && this.#failed !== null) event.test.mode = 'skip';
    if (event.name !== 'test_done' || event.test.errors.length === 0) return;
    const [first] = event.test.errors.flat();
    this.#failed ??= `${nameOf(event.test)}: ${String(first?.message ?? first).slice(0, 400)}`;
  }
}

/** @param {any} test */
function nameOf(test) {
  const names = [];
  for (let block = test; block.parent; block = block.parent) names.unshift(block.name);
  return names.join(' ');
}

/** What test files find without an import. */
function provideGlobals() {
  const { jestExpect } = fromCircus('@jest/expect');
  const { ModuleMocker } = fromCircus('jest-mock');
  const mocker = new ModuleMocker(globalThis);
  const jest = /** @type {Record<string, (...given: any[]) => unknown>} */ ({
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    setTimeout: (/** @type {number} */ milliseconds) => {
      circus.getState().testTimeout = milliseconds;
    },
    ...fakeTimers(),
  });
  const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
  const globals = { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, expect: jestExpect, jest };
  Object.assign(globalThis, globals);
  return jest;
}

/** Jest's fake timers, under the names that its global has for them. */
function fakeTimers() {
  const { ModernFakeTimers } = fromCore('@jest/fake-timers');
  const timers = new ModernFakeTimers({ config: { fakeTimers: {}, rootDir: '/' }, global: globalThis });
  return Object.fromEntries(
    [
      'useFakeTimers',
      'useRealTimers',
      'advanceTimersByTime',
      'advanceTimersByTimeAsync',
      'advanceTimersToNextTimer',
      'getTimerCount',
    ].map((name) => [name, (/** @type {unknown[]} */ ...given) => timers[name](...given)]),
  );
}
