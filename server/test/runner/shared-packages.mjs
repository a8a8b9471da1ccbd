import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { compileFunction } from 'node:vm';
import CachedModulesRuntime from './cached-modules.mjs';

const load = createRequire(import.meta.url);
const PACKAGES = `${sep}node_modules${sep}`;

/**
 * What files compile to, by project. Each test file still evaluates every module of its own anew; with the same function it
 * runs as fast as V8 has learned to meanwhile.
 * @type {Map<string, Map<string, { source: string, wrapper: Function }>>}
 */
const functions = new Map();

/**
 * Jest's own runtime evaluates every module anew for each test file, nearly 4,000 for a file that boots the product,
 * which was a third of the whole suite's processor time. Here Node loads packages, once per process and by the same rules
 * as in the product. The project's own modules stay one file's: features make reasons and invariants known when they are
 * loaded, and which of them a test sees must not depend on what ran before it.
 */
export default class SharedPackagesRuntime extends CachedModulesRuntime {
  /** @param {ConstructorParameters<typeof import('jest-runtime').default>} given */
  constructor(...given) {
    super(...given);
    const { executor } = this;
    const compiled = functions.get(given[0].id) ?? new Map();
    functions.set(given[0].id, compiled);
    // There is one realm, so that the function itself can be kept.
    /** @type {(source: string, filename: string) => Function | null} */
    executor.compile = (source, filename) => {
      if (!executor.environment.getVmContext()) return null;
      const before = compiled.get(filename);
      if (before?.source === source) return before.wrapper;
      const wrapper = compileFunction(source, executor.injectedModuleParameters, { filename });
      compiled.set(filename, { source, wrapper });
      return wrapper;
    };
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
