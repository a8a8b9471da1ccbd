import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { compileFunction } from 'node:vm';
import jestRuntime from 'jest-runtime';

/**
 * The package is CommonJS; its class is one step further in where the two kinds of modules meet. Not typed: what is
 * changed below is inside of it, so that its version is pinned.
 */
const Runtime = /** @type {any} */ ('default' in jestRuntime ? jestRuntime.default : jestRuntime);

/**
 * @typedef {(source: string, filename: string) => Function | null} Compile
 * @typedef {{ code: string, sourceMapPath: string | null }} Transformed
 * @typedef {{ transformed: Map<string, Transformed>, compiled: Map<string, { source: string, wrapper: Function }>,
 *   resolved: Map<string, string>, packages: Map<string, string> }} Known
 */

/**
 * What stays true from one test file to the next in a process, by project: a file's transformed text, the function that it
 * compiles to, and where a name leads. Each test file still evaluates every module of its own anew; with the same function
 * it runs as fast as V8 has learned to meanwhile. Files do not change during a run.
 * @type {Map<string, Known>}
 */
const known = new Map();

const load = createRequire(import.meta.url);
const PACKAGES = `${sep}node_modules${sep}`;

/**
 * Jest's own runtime evaluates every module anew for each test file, nearly 4,000 for a file that boots the product,
 * which was a third of the whole suite's processor time. Here Node loads packages, once per process and by the same rules
 * as in the product. The project's own modules stay one file's: features make reasons and invariants known when they are
 * loaded, and which of them a test sees must not depend on what ran before it.
 */
export default class SharedPackagesRuntime extends Runtime {
  /** @param {ConstructorParameters<typeof import('jest-runtime').default>} given */
  constructor(...given) {
    super(...given);
    const { executor, _resolution: resolution } = this;
    const { transformed, compiled, resolved, packages } = knownOf(given[0].id);
    /** @type {Compile} */
    executor.compile = (source, filename) => {
      if (!executor.environment.getVmContext()) return null;
      const before = compiled.get(filename);
      if (before?.source === source) return before.wrapper;
      const wrapper = compileFunction(source, executor.injectedModuleParameters, { filename });
      compiled.set(filename, { source, wrapper });
      return wrapper;
    };
    const { transformCache } = executor;
    const transform = transformCache.transform.bind(transformCache);
    /** @type {(filename: string, options?: { isInternalModule?: boolean }) => string} */
    transformCache.transform = (filename, options) => {
      if (options?.isInternalModule) return transform(filename, options);
      const before = transformed.get(filename);
      if (before) return keep(transformCache, filename, before);
      const code = transform(filename, options);
      transformed.set(filename, transformCache.transforms.get(filename));
      return code;
    };
    resolution.cjsCache = resolved;
    resolution.esmCache = packages;
    // Asked for at a file's end; what is resolved stays.
    resolution.clear = () => resolution.manualMockCache.clear();
  }

  /**
   * @param {string} from
   * @param {string} [moduleName]
   * @param {{ isInternalModule: boolean }} [options]
   * @param {boolean} [isRequireActual]
   */
  requireModule(from, moduleName, options, isRequireActual) {
    if (moduleName && !options?.isInternalModule && !this._resolution.isCoreModule(moduleName)) {
      const path = this._resolution.resolveEsm(from, moduleName);
      if (path.includes(PACKAGES)) return load(path);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
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
function keep({ transforms, sourceMaps }, filename, transformed) {
  transforms.set(filename, transformed);
  if (transformed.sourceMapPath) sourceMaps.set(filename, transformed.sourceMapPath);
  return transformed.code;
}
