import { existsSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { transformSync } from '@swc/core';

/**
 * Node's loader of CommonJS, of which these parts are older than their types.
 * @type {any}
 */
const loader = Module;

/** The same as `jest.config.mjs` says. */
const COMPILER = /** @type {import('@swc/core').Options} */ ({
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
});

/**
 * Loads the product's TypeScript in this process, with one file read otherwise than it is on the disk: packages are
 * loaded once for all mutants, which is most of what a test run takes.
 */
export class SpecLoader {
  /** @type {Map<string, { source: string, code: string }>} */
  #compiled = new Map();
  /** @type {{ path: string, source: string } | null} */
  #instead = null;

  /** @param {string} root */
  constructor(root) {
    this.server = join(root, 'server') + sep;
    this.require = createRequire(join(root, 'jest.config.mjs'));
    this.#takeOver();
  }

  /**
   * From now on this file reads so; null for none.
   * @param {{ path: string, source: string } | null} instead
   */
  replace(instead) {
    this.#instead = instead;
  }

  /** The modules of the server are loaded afresh; packages are kept. */
  forget() {
    for (const path of Object.keys(this.require.cache))
      if (path.startsWith(this.server)) delete this.require.cache[path];
  }

  #takeOver() {
    const resolve = loader._resolveFilename;
    loader._resolveFilename = (
      /** @type {string} */ request,
      /** @type {any} */ parent,
      /** @type {any[]} */ ...rest
    ) => {
      const isOurs = request.startsWith('.') && request.endsWith('.js') && parent?.filename?.startsWith(this.server);
      if (isOurs) {
        const source = join(parent.path, `${request.slice(0, -3)}.ts`);
        if (existsSync(source)) return source;
      }
      return resolve.call(loader, request, parent, ...rest);
    };
    const load = loader._load;
    // The package of Jest's own globals works nowhere else; they are those of this process.
    loader._load = (/** @type {string} */ request, /** @type {any[]} */ ...rest) =>
      request === '@jest/globals' ? globalThis : load.call(loader, request, ...rest);
    loader._extensions['.ts'] = (/** @type {any} */ module, /** @type {string} */ path) =>
      module._compile(this.#compile(path), path);
  }

  /** @param {string} path */
  #compile(path) {
    const source = this.#instead?.path === path ? this.#instead.source : readFileSync(path, 'utf8');
    const known = this.#compiled.get(path);
    if (known?.source === source) return known.code;
    const { code } = transformSync(source, { ...COMPILER, filename: path });
    this.#compiled.set(path, { source, code });
    return code;
  }
}
