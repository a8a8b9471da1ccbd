import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDebian, librariesIn, unpackPackages } from './debian-packages.mjs';
import { Failure } from '../failure.mjs';
import { findProgram, isProgram } from './programs.mjs';
import { run } from '../commands.mjs';

/** @typedef {{ path: string, env: NodeJS.ProcessEnv }} Program */

/** The npm package that compiles Redis; not among our dependencies, because its installation downloads sources. */
const COMPILING_PACKAGE = 'redis-memory-server@0.17.1';

/**
 * A Redis server program: the one on PATH, else one fetched into the data folder, where the next start finds it.
 * @param {string} folder the launcher's data folder
 * @returns {Promise<Program>}
 */
export async function redisProgram(folder) {
  const installed = findProgram(['redis-server', 'valkey-server', 'keydb-server']);
  if (installed) return { path: installed, env: process.env };
  const found = unpacked(folder) ?? compiled(folder);
  if (found) return found;
  const fetched = (await fromDistribution(folder)) ?? (await fromBrew()) ?? (await fromNpm(folder));
  if (fetched) return fetched;
  throw new Failure(
    'There is no Redis: install `redis-server` or `valkey-server` with your package manager, or set REDIS_URL.',
  );
}

/**
 * @param {string} folder
 * @returns {Program | null}
 */
function unpacked(folder) {
  const place = join(folder, 'redis-bin');
  const path = join(place, 'usr/bin/redis-server');
  return isProgram(path) ? { path, env: { ...process.env, LD_LIBRARY_PATH: librariesIn(place) } } : null;
}

/**
 * @param {string} folder
 * @returns {Promise<Program | null>}
 */
async function fromDistribution(folder) {
  if (!isDebian()) return null;
  console.log("Fetching the distribution's Redis into the data folder …");
  const done = await unpackPackages(['redis-server', 'redis-tools'], join(folder, 'redis-bin'));
  return done ? unpacked(folder) : null;
}

/** @returns {Promise<Program | null>} */
async function fromBrew() {
  const brew = findProgram(['brew']);
  if (!brew) return null;
  console.log('Installing Redis with brew …');
  await run(brew, ['install', '--quiet', 'redis']);
  const prefix = await run(brew, ['--prefix', 'redis']);
  const path = join(prefix.output.trim(), 'bin/redis-server');
  return isProgram(path) ? { path, env: process.env } : null;
}

/**
 * @param {string} folder
 * @returns {Promise<Program | null>}
 */
async function fromNpm(folder) {
  console.log('Compiling Redis with the npm package redis-memory-server (a few minutes, once) …');
  const place = join(folder, 'redis-npm');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  const env = { ...process.env, REDISMS_DOWNLOAD_DIR: join(place, 'binaries') };
  const parameters = ['install', '--prefix', place, '--no-audit', '--no-fund', '--loglevel=error', COMPILING_PACKAGE];
  await run('npm', parameters, { cwd: place, env }).catch(() => undefined);
  return compiled(folder);
}

/**
 * @param {string} folder
 * @returns {Program | null}
 */
function compiled(folder) {
  const place = join(folder, 'redis-npm/binaries');
  if (!existsSync(place)) return null;
  const names = /** @type {string[]} */ (readdirSync(place, { recursive: true }));
  const path = names.map((name) => join(place, name)).find((name) => name.endsWith('/redis-server') && isProgram(name));
  return path ? { path, env: process.env } : null;
}
