import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { existsSync } from 'node:fs';

/** Which specs can notice a change of a file, the likeliest first. */
export class SpecOrder {
  /** @type {Map<string, Set<string>>} */
  #reached = new Map();
  /** How often each spec was the one that noticed, for a file and for all. @type {Map<string, number>} */
  #kills = new Map();
  /** @type {Map<string, string>} */
  #texts = new Map();

  /**
   * @param {string} root
   * @param {{ spec: string, seconds: number }[]} specs with how long they take
   */
  constructor(root, specs) {
    this.root = root;
    this.specs = specs;
  }

  /**
   * @param {string} path
   * @returns {string[]}
   */
  for(path) {
    return this.specs
      .filter(({ spec }) => path.endsWith('.sql') || this.#reach(spec).has(path))
      .map(({ spec, seconds }) => ({ spec, seconds, rank: this.#rank(spec, path) }))
      .sort((one, other) => other.rank - one.rank || one.seconds - other.seconds)
      .map(({ spec }) => spec);
  }

  /**
   * @param {string} spec
   * @param {string} path
   */
  noteKill(spec, path) {
    for (const key of [spec, `${spec} ${path}`]) this.#kills.set(key, (this.#kills.get(key) ?? 0) + 1);
  }

  /**
   * @param {string} spec
   * @param {string} path
   */
  #rank(spec, path) {
    const stem = basename(path).replace(/\.(ts|sql)$/, '');
    const isNamed = basename(spec).startsWith(stem) || this.#text(spec).includes(stem);
    const isNear = dirname(spec) === dirname(path).replace(/\/sql$/, '');
    const here = this.#kills.get(`${spec} ${path}`) ?? 0;
    return here * 100 + (isNamed ? 20 : 0) + (isNear ? 10 : 0) + Math.min(9, this.#kills.get(spec) ?? 0);
  }

  /**
   * The files that a file imports, and those that they import.
   * @param {string} start
   */
  #reach(start) {
    const known = this.#reached.get(start);
    if (known) return known;
    const reached = new Set([start]);
    for (const path of reached) for (const next of this.#imports(path)) reached.add(next);
    this.#reached.set(start, reached);
    return reached;
  }

  /** @param {string} path */
  #imports(path) {
    return [...this.#text(path).matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)]
      .map(([, name = '']) => join(dirname(path), name.replace(/\.js$/, '.ts')))
      .filter((name) => existsSync(join(this.root, name)));
  }

  /** @param {string} path */
  #text(path) {
    const text = this.#texts.get(path) ?? readFileSync(join(this.root, path), 'utf8');
    this.#texts.set(path, text);
    return text;
  }
}
