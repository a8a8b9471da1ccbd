import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run } from './commands.mjs';
import { Failure } from './failure.mjs';

/**
 * The tests on the Node that the image has.
 * @param {string} root
 * @param {string[]} parameters
 * @returns {Promise<number>} exit code
 */
export async function testOnImageNode(root, parameters) {
  const version = imageNode(readFileSync(join(root, 'server/deploy/Dockerfile'), 'utf8'));
  const node = await provideNode(root, version);
  const asked = await run(node, ['--version']);
  console.log(`On Node ${asked.output.trim()}, as the image.`);
  const environment = { ...process.env, PATH: [dirname(node), process.env.PATH ?? ''].join(delimiter) };
  const { code } = await run(node, ['server/platform/embedded/test.mjs', ...parameters], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  return code;
}

/**
 * The version that the image's first line says behind its digest's tag.
 * @param {string} dockerfile
 */
function imageNode(dockerfile) {
  const version = /^# Node (\d+\.\d+\.\d+)\b/m.exec(dockerfile)?.[1];
  if (!version) throw new Failure('server/deploy/Dockerfile does not say which Node it has.');
  return version;
}

/**
 * The program of the npm package `node`, which has one package for each platform.
 * @param {string} root
 * @param {string} version
 */
async function provideNode(root, version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(root, `.data/node-${version}`);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  // A folder of its own: what is installed there is no package of the product.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  console.log(`Fetching Node ${version} into the data folder …`);
  const parameters = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `${name}@${version}`,
  ];
  const { code, output } = await run('npm', parameters, { cwd: folder });
  if (code === 0 && existsSync(program)) return program;
  process.stderr.write(output);
  throw new Failure(`Node ${version} could not be fetched; npm's words are above.`);
}
