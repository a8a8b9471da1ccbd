import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * @typedef {import('./worker.mjs').Order} Order
 * @typedef {{ spec: string, failed: string | null, seconds: number }} SpecResult
 * @typedef {{ outcome: 'survived' | 'killed' | 'timed out', results: SpecResult[] }} Trial
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 */

/** Modules that were replaced stay in memory; a fresh process has none of them. */
const TRIALS_OF_A_PROCESS = 25;

/** Runs specs in a process that has the packages loaded, one trial at a time. */
export class Trials {
  /** @type {ChildProcess | null} */
  #child = null;
  #count = 0;
  /** @type {(SpecResult | null)[]} */
  #messages = [];
  /** @type {((message: SpecResult | null) => void) | null} */
  #waiter = null;

  /**
   * @param {string} root
   * @param {NodeJS.ProcessEnv} environment
   */
  constructor(root, environment) {
    this.root = root;
    this.environment = environment;
  }

  /**
   * @param {Order} order
   * @param {(spec: string) => number} limitOf how many seconds a spec may take; more counts as failed
   * @returns {Promise<Trial>}
   */
  async run(order, limitOf) {
    if (this.#count >= TRIALS_OF_A_PROCESS) await this.stop();
    const child = (this.#child ??= this.#start());
    this.#count += 1;
    /** @type {SpecResult[]} */
    const results = [];
    child.send(order);
    for (const spec of order.specs) {
      const result = await this.#next(limitOf(spec));
      if (result === null) {
        await this.stop();
        return {
          outcome: 'timed out',
          results: [...results, { spec, failed: 'took too long', seconds: limitOf(spec) }],
        };
      }
      results.push(result);
      if (result.failed === null) continue;
      // What fails outside of a test may leave something behind.
      if (/^(around|while)/.test(result.failed)) await this.stop();
      else await this.#next(60);
      return { outcome: 'killed', results };
    }
    await this.#next(60);
    return { outcome: 'survived', results };
  }

  async stop() {
    const child = this.#child;
    this.#child = null;
    this.#count = 0;
    // Who waits for it waits no longer.
    if (this.#waiter) this.#note(null);
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #start() {
    const child = fork(join(this.root, 'server/test/mutants/worker.mjs'), [this.root], {
      cwd: this.root,
      env: this.environment,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#messages = [];
    child.on('message', (message) => this.#note(/** @type {SpecResult} */ (message)));
    child.on('exit', () => child === this.#child && this.#note(null));
    return child;
  }

  /**
   * The process's next message; null when there is none in time or the process ended.
   * @param {number} seconds
   * @returns {Promise<SpecResult | null>}
   */
  async #next(seconds) {
    const known = this.#messages.shift();
    if (known !== undefined) return known;
    const message = new Promise((resolve) => {
      this.#waiter = resolve;
    });
    const limit = setTimeout(() => this.#note(null), seconds * 1000);
    try {
      return await message;
    } finally {
      clearTimeout(limit);
    }
  }

  /**
   * Messages may come together, before anybody waits for the second one.
   * @param {SpecResult | null} message
   */
  #note(message) {
    const waiter = this.#waiter;
    this.#waiter = null;
    if (waiter) waiter(message);
    else this.#messages.push(message);
  }
}
