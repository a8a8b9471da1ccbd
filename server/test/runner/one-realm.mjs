import { createContext } from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * Jest's environment of Node without a realm of its own: tests see the globals of the process itself, so that packages
 * which are loaded once per process (`shared-packages.mjs`) and the code under test agree on what an `Error` or a `Date`
 * is. Fake timers, spies and the process's settings are taken back at the end of each file, as anywhere else.
 */
export default class OneRealmEnvironment {
  /** @param {import('@jest/environment').JestEnvironmentConfig} config */
  constructor({ projectConfig }) {
    this.global = /** @type {import('@jest/types').Global.Global} */ (/** @type {unknown} */ (globalThis));
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.fakeTimers = null;
    /** Nothing runs in it: Jest asks only whether the environment still stands. */
    this.context = /** @type {import('node:vm').Context | null} */ (createContext({}));
    this.settings = { ...process.env };
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    this.context = null;
    for (const name of Object.keys(process.env)) if (!(name in this.settings)) delete process.env[name];
    Object.assign(process.env, this.settings);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.context;
  }
}
