import { sep } from 'node:path';
import { compileFunction } from 'node:vm';
import jestRuntime from 'jest-runtime';

/**
 * The package is CommonJS; its class is one step further in where the two kinds of modules meet. Not typed: what is
 * changed below is inside of it, so that its version is pinned.
 */
const Runtime = /** @type {any} */ ('default' in jestRuntime ? jestRuntime.default : jestRuntime);

/**
 * @typedef {{ code: string, sourceMapPath: string | null }} Transformed
 * @typedef {{ source: string, data: Buffer | undefined }} Compiled
 * @typedef {{ transformed: Map<string, Transformed>, compiled: Map<string, Compiled>,
 *   resolved: Map<string, string>, packages: Map<string, string> }} Known
 */

/**
 * What stays true from one test file to the next in a process, by project: a file's transformed text, what V8 made of it,
 * and where a name leads. Files do not change during a run.
 * @type {Map<string, Known>}
 */
const known = new Map();

/** The package that runs the tests of a file. */
const CIRCUS = `${sep}jest-circus${sep}`;

/** Jest's runtime, which keeps what it found out about a file for the next test file of the same process. */
export default class CachedModulesRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof import('jest-runtime').default>} given */
  constructor(...given) {
    super(...given);
    const { executor, _resolution: resolution } = this;
    const { transformed, compiled, resolved, packages } = knownOf(given[0].id);
    const { transformCache } = executor;
    const transform = transformCache.transform.bind(transformCache);
    /** @type {(filename: string, options?: { isInternalModule?: boolean }) => string} */
    transformCache.transform = (filename, options) => {
      if (options?.isInternalModule) return transform(filename, options);
      const before = transformed.get(filename);
      if (before) return saveModule(transformCache, filename, before);
      const code = transform(filename, options);
      transformed.set(filename, transformCache.transforms.get(filename));
      return code;
    };
    /** @type {(source: string, filename: string) => Function | null} */
    executor.compile = (source, filename) => {
      const parsingContext = executor.environment.getVmContext();
      if (!parsingContext) return null;
      const before = compiled.get(filename);
      const cachedData = before?.source === source ? before.data : undefined;
      const wrapper = compileFunction(source, executor.injectedModuleParameters, {
        filename,
        parsingContext,
        ...(cachedData ? { cachedData } : { produceCachedData: true }),
      });
      if (!cachedData) compiled.set(filename, { source, data: wrapper.cachedData });
      return wrapper;
    };
    resolution.cjsCache = resolved;
    resolution.esmCache = packages;
    // Asked for at a file's end; what is resolved stays.
    resolution.clear = () => resolution.manualMockCache.clear();
  }

  /**
   * @param {string} from
   * @param {string} [to]
   */
  requireInternalModule(from, to) {
    const isOneByOne = this._config.displayName?.name !== 'browser';
    if (isOneByOne && to === 'node:async_hooks' && from.includes(CIRCUS)) return { AsyncLocalStorage: CurrentTest };
    return super.requireInternalModule(from, to);
  }
}

/**
 * What Jest's own code keeps per test, in place of an `AsyncLocalStorage`, with which Node 20 follows every promise of
 * the process: a tenth of the processor time of tests that ask a database. Tests of a file run one after the other, but
 * for the browser's, so that the test that runs is the one that an error belongs to.
 */
class CurrentTest {
  /** @type {unknown} */
  store = undefined;

  getStore() {
    return this.store;
  }

  /**
   * @param {unknown} store
   * @param {() => unknown} work
   */
  run(store, work) {
    const before = this.store;
    const end = () => {
      this.store = before;
    };
    this.store = store;
    const result = work();
    if (result instanceof Promise) return result.finally(end);
    end();
    return result;
  }
}

/** @param {string} project */
function knownOf(project) {
  const before = known.get(project);
  if (before) return before;
  const fresh = { transformed: new Map(), compiled: new Map(), resolved: new Map(), packages: new Map() };
  known.set(project, fresh);
  return fresh;
}

/**
 * As Jest's own does it: what it reports of a failure's place in the source comes from these.
 * @param {{ transforms: Map<string, Transformed>, sourceMaps: Map<string, string> }} transformCache
 * @param {string} filename
 * @param {Transformed} transformed
 */
function saveModule({ transforms, sourceMaps }, filename, transformed) {
  transforms.set(filename, transformed);
  if (transformed.sourceMapPath) sourceMaps.set(filename, transformed.sourceMapPath);
  return transformed.code;
}
