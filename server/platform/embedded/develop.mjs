import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from 'chokidar';
import { startApart } from './commands.mjs';
import { Launcher } from './launcher.mjs';
import { freePort, isFree } from './services/ports.mjs';
import { isAlive, stop } from './processes.mjs';
import { Restarter } from './restarter.mjs';

const PAGE_PORT = 5173;
const COMPILED = /Found 0 errors?\. Watching|Found 0 error\(s\)\. Watching/;

/**
 * The product with the compilers watching. Vite serves the page and passes calls on to the server, which is restarted whenever its code
 * compiles or a stored function changes.
 * @param {Omit<import('./launch.mjs').Options, 'compile'>} options
 * @returns {Promise<number>} exit code
 */
export async function develop({ root, environment, data }) {
  const pagePort = (await isFree(PAGE_PORT)) ? PAGE_PORT : await freePort();
  // The page comes from vite's address, so its sockets name that origin.
  const page = `http://localhost:${pagePort}`;
  const origins = [page, environment.ALLOWED_ORIGINS].filter(Boolean).join(',');
  const launcher = new Launcher(root, { ...environment, ALLOWED_ORIGINS: origins }, data);
  // What the compiler has just written is run as it is, without the bundler's seconds.
  launcher.programs = 'dist/server';
  const watchers = /** @type {import('./launcher.mjs').Apart[]} */ ([]);
  /** @type {import('chokidar').FSWatcher | undefined} */
  let storedFunctions;
  try {
    await launcher.prepare(async () => undefined);
    const restarter = new Restarter(launcher, () => {
      console.log(`Ready: ${page} (server: ${launcher.address()})`);
      storedFunctions ??= watchStoredFunctions(root, restarter);
    });
    watchers.push(await watchServer(root, restarter), await watchClient(launcher, pagePort));
    while (!launcher.interrupted) {
      if (watchers.some((watcher) => !isAlive(watcher.identity))) return 1;
      await restarter.restartIfDue();
      await sleep(50);
    }
    return 0;
  } catch (error) {
    if (launcher.interrupted) return 0;
    throw error;
  } finally {
    await storedFunctions?.close();
    await Promise.all(watchers.map((watcher) => stop(watcher.identity, 2000)));
    await launcher.stop();
  }
}

/**
 * @param {string} root
 * @param {Restarter} restarter
 */
async function watchServer(root, restarter) {
  // What the watcher writes to dist/ answers to no stamp; the next `npm start` must build again.
  rmSync(join(root, 'dist/.built-server'), { force: true });
  const parameters = ['node_modules/@nestjs/cli/bin/nest.js', 'build', '--watch', '--preserveWatchOutput'];
  const watcher = await startApart(process.execPath, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  if (!watcher.child.stdout) throw new Error('The compiler has no output.');
  createInterface({ input: watcher.child.stdout }).on('line', (line) => {
    console.log(line);
    if (COMPILED.test(line)) restarter.due = true;
  });
  return watcher;
}

/**
 * No compiler speaks of stored functions: it copies their files, and those that differ are installed before the server starts.
 * @param {string} root
 * @param {Restarter} restarter
 */
function watchStoredFunctions(root, restarter) {
  /** @type {(path: string, stats?: import('node:fs').Stats) => boolean} */
  const ignored = (path, stats) => stats?.isFile() === true && !path.endsWith('.sql');
  return watch(join(root, 'dist/server'), { ignored, ignoreInitial: true }).on('all', () => {
    restarter.due = true;
  });
}

/**
 * @param {Launcher} launcher whose address vite passes calls on to
 * @param {number} port
 */
function watchClient(launcher, port) {
  const parameters = [
    'node_modules/vite/bin/vite.js',
    'client',
    '-c',
    'client/vite.config.ts',
    '--clearScreen',
    'false',
  ];
  return startApart(process.execPath, [...parameters, '--port', String(port), '--strictPort'], {
    cwd: launcher.root,
    env: { ...process.env, SERVER_URL: launcher.address() },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
