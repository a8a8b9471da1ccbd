import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.mjs';
import { Failure } from './failure.mjs';
import { filesUnder, fingerprint, recall, remember } from './fingerprint.mjs';

const TEST_ONLY = /\.spec\.tsx?$|^(server|client)\/test\//;

/**
 * Builds the server (with the benches) and the client, each only when its sources changed since its last build.
 * @param {string} root
 */
export async function build(root) {
  await Promise.all([buildServer(root), buildClient(root)]);
}

/**
 * Compiles the server into dist/ and bundles its programs when a source changed.
 * @param {string} root
 */
export async function buildServer(root) {
  const counts = (/** @type {string} */ path) =>
    (/\.(ts|json|sql)$/.test(path) || path.endsWith('/bundle.mjs')) && !TEST_ONLY.test(path);
  const sources = ['server', 'nest-cli.json', 'package.json', 'package-lock.json'];
  await buildWhenChanged(root, 'server', fingerprint(root, sources, counts), 'dist/programs/main.js', async () => {
    const result = await run(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build'], { cwd: root });
    if (result.code !== 0) return result;
    removeOrphans(root);
    return run(process.execPath, ['server/platform/embedded/bundle.mjs'], { cwd: root });
  });
}

/**
 * Builds the client into dist/client when a source changed.
 * @param {string} root
 */
export async function buildClient(root) {
  if (!existsSync(join(root, 'client/index.html'))) {
    console.log('There is no client/index.html: the client is not built.');
    return;
  }
  const counts = (/** @type {string} */ path) => !TEST_ONLY.test(path);
  const sources = ['client', 'server/contract', 'package.json', 'package-lock.json'];
  await buildWhenChanged(root, 'client', fingerprint(root, sources, counts), 'dist/client/index.html', () =>
    run(process.execPath, ['node_modules/vite/bin/vite.js', ...CLIENT_BUILD], { cwd: root }),
  );
}

/** Parameters of vite, the same as in package.json's `build:client`. */
const CLIENT_BUILD = ['build', 'client', '-c', 'client/vite.config.ts', '--logLevel', 'warn'];

/**
 * @param {string} root
 * @param {'server' | 'client'} part
 * @param {string} state fingerprint of the sources
 * @param {string} product a file that a finished build has
 * @param {() => Promise<{ code: number, output: string }>} compile
 */
async function buildWhenChanged(root, part, state, product, compile) {
  const stamp = join(root, `dist/.built-${part}`);
  if (recall(stamp) === state && existsSync(join(root, product))) return;
  console.log(`Building the ${part} …`);
  const result = await compile();
  if (result.code !== 0) {
    process.stderr.write(result.output);
    throw new Failure(`The ${part} could not be built; the compiler's words are above.`);
  }
  remember(stamp, state);
}

/**
 * Removes compiled files whose source is gone, because a program or a bench that no longer exists must not run.
 * @param {string} root
 */
function removeOrphans(root) {
  for (const path of filesUnder(root, 'dist/server')) {
    const source = path.replace(/^dist\//, '').replace(/\.js(\.map)?$/, '.ts');
    if (/\.(js(\.map)?|sql)$/.test(path) && !existsSync(join(root, source))) rmSync(join(root, path));
  }
}
