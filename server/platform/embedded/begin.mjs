import { resolve } from 'node:path';
import { Failure } from './failure.mjs';
import { install } from './install.mjs';
import { isInterrupted, onInterrupt } from './processes.mjs';
import { DataFolder } from './services/data-folder.mjs';

/**
 * Takes the data folder and installs the packages, and only then loads the rest: this file and what it imports are on Node alone, as
 * everything that runs before the packages are there must be.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 * @param {(data: DataFolder) => Promise<number>} load imports the rest and runs it; it gives the folder back
 * @returns {Promise<number>} exit code, 0 after Ctrl-C
 */
export async function begin(root, environment, load) {
  const data = new DataFolder(resolve(root, environment.DATA_FOLDER ?? '.data'));
  onInterrupt(() => console.log('\nStopping …'));
  await data.take();
  try {
    await install(root);
    if (isInterrupted()) throw new Failure('Interrupted.');
  } catch (error) {
    data.release();
    // What Ctrl-C cut off fails in its own ways; the person asked for it.
    if (isInterrupted()) return 0;
    throw error;
  }
  return load(data);
}

/**
 * Installs the packages for what runs beside the product, unless that runs from the ones that would be replaced.
 * @param {string} root
 */
export async function installBeside(root) {
  const running = new DataFolder(resolve(root, '.data'));
  await install(root, () => {
    const holder = running.holder();
    return holder && `The packages must be replaced, but the product runs from them (process ${holder.launcher.pid}).`;
  });
}
