import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { command } from './failure.mjs';
import { Launcher } from './launcher.mjs';
import { freePort, isFree } from './services/ports.mjs';
import { isAlive, startApart, stop } from './processes.mjs';
import { Restarter } from './restarter.mjs';

// `npm run dev`: the product with the compilers watching. Vite serves the page and passes calls on to the server,
// which is restarted whenever its code compiles.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const PAGE_PORT = 5173;
const COMPILED = /Found 0 errors?\. Watching|Found 0 error\(s\)\. Watching/;

await command(async () => {
  const pagePort = (await isFree(PAGE_PORT)) ? PAGE_PORT : await freePort();
  // The page comes from vite's address, so its sockets name that origin.
  const page = `http://localhost:${pagePort}`;
  const origins = [page, process.env.ALLOWED_ORIGINS].filter(Boolean).join(',');
  const launcher = new Launcher(root, { ...process.env, ALLOWED_ORIGINS: origins });
  // What the compiler has just written is run as it is, without the bundler's seconds.
  launcher.programs = 'dist/server';
  const watchers = /** @type {import('./launcher.mjs').Apart[]} */ ([]);
  try {
    await launcher.prepare(async () => undefined);
    const restarter = new Restarter(launcher, () => console.log(`Ready: ${page} (server: ${launcher.address()})`));
    watchers.push(await watchServer(restarter), await watchClient(pagePort, launcher.address()));
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
    await Promise.all(watchers.map((watcher) => stop(watcher.identity, 2000)));
    await launcher.stop();
  }
});

/** @param {Restarter} restarter */
async function watchServer(restarter) {
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
 * @param {number} port
 * @param {string} server address that vite passes calls on to
 */
function watchClient(port, server) {
  const parameters = [
    'node_modules/vite/bin/vite.js',
    'client',
    '-c',
    'client/vite.config.ts',
    '--clearScreen',
    'false',
  ];
  return startApart(process.execPath, [...parameters, '--port', String(port), '--strictPort'], {
    cwd: root,
    env: { ...process.env, SERVER_URL: server },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
