import { setTimeout as sleep } from 'node:timers/promises';
import { build } from './build.mjs';
import { Launcher } from './launcher.mjs';

/**
 * @typedef {object} Options
 * @property {string} root the checkout
 * @property {NodeJS.ProcessEnv} environment
 * @property {import('./services/data-folder.mjs').DataFolder} data taken already, given back here
 * @property {() => Promise<void>} [compile] builds what changed
 */

/**
 * Starts everything, waits for Ctrl-C or for the end of a part, and stops everything again: server, Redis, Postgres.
 * @param {Options} options
 * @returns {Promise<number>} exit code 0 after Ctrl-C; rejects when a part could not start or ended by itself
 */
export async function launch({ root, environment, data, compile = () => build(root) }) {
  const launcher = new Launcher(root, environment, data);
  try {
    await launcher.prepare(compile);
    await launcher.migrate();
    launcher.goOn();
    await launcher.startServer();
    console.log(`Ready: ${launcher.address()}`);
    while (!launcher.interrupted) {
      launcher.requireAlive();
      await sleep(100);
    }
    return 0;
  } catch (error) {
    // What Ctrl-C cut off fails in its own ways; the person asked for it.
    if (launcher.interrupted) return 0;
    throw error;
  } finally {
    await launcher.stop();
  }
}
