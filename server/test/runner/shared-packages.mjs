import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { compileFunction } from 'node:vm';
import jestRuntime from 'jest-runtime';

/**
 * The package is CommonJS; its class is one step further in where the two kinds of modules meet. Not typed: what is
 * changed below is inside of it, so that its version is pinned.
 */
const Runtime = /** @type {any} */ ('default' in jestRuntime ? jestRuntime.default : jestRuntime);

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
    const { executor } = this;
    /** @type {(source: string, filename: string) => Function | null} */
    executor.compile = (source, filename) =>
      executor.environment.getVmContext() && compileFunction(source, executor.injectedModuleParameters, { filename });
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
