import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildServer } from './build.mjs';
import { DataFolder } from './services/data-folder.mjs';
import { interruptCommands, run } from './commands.mjs';
import { Failure } from './failure.mjs';
import { onInterrupt } from './processes.mjs';
import { startServices } from './services/services.mjs';

/**
 * @typedef {import('./services/services.mjs').Name} Name
 * @typedef {{ root: string, program: string, parameters: string[], environment: NodeJS.ProcessEnv,
 *   compile?: (root: string) => Promise<void> }} Options
 */

/** What each program needs beside itself; one that is not listed needs nothing. */
const NEEDS = /** @type {Record<string, Name[]>} */ ({
  'server/import.js': ['postgres'],
  'programs/verify-books.js': ['postgres'],
  'programs/begin-anchors.js': ['postgres'],
  'programs/verify-audit.js': ['postgres'],
  'server/operator.js': ['postgres'],
  'programs/doctor.js': ['postgres', 'redis'],
  'server/crash.js': ['postgres', 'redis'],
});

/** What looks, and says something of what was seen, brings no database up to date that somebody has given: that is no upgrade. */
const ONLY_LOOKS = ['doctor', 'verify-archive', 'verify-books', 'verify-audit', 'begin-anchors'].map(
  (name) => `programs/${name}.js`,
);

/**
 * Builds when a source changed and runs a compiled program to its end, with the embedded servers that it needs: those
 * of the running product when it runs, else its own, on the same data.
 * @param {Options} options
 * @returns {Promise<number>} the program's exit code; 0 after Ctrl-C
 */
export async function runProgram({ root, program, parameters, environment, compile = buildServer }) {
  let interrupted = false;
  onInterrupt(() => {
    interrupted = true;
    interruptCommands();
  });
  const data = new DataFolder(resolve(root, environment.DATA_FOLDER ?? '.data'));
  await compile(root);
  const entry = join(root, 'dist', program);
  if (program === '' || !existsSync(entry)) throw new Failure(`There is no program dist/${program}.`);
  const servers = await provide(root, data, NEEDS[program] ?? [], environment);
  try {
    const env = { ...environment, ...servers.environment };
    const isOthers = Boolean(environment.DATABASE_URL) && ONLY_LOOKS.includes(program);
    if (servers.fresh && !isOthers) {
      const owner = { ...env, ...(servers.ownerUrl ? { DATABASE_OWNER_URL: servers.ownerUrl } : {}) };
      const migration = await run(process.execPath, [join(root, 'dist/programs/migrate.js')], {
        cwd: root,
        env: owner,
      });
      if (migration.code !== 0) throw new Failure(`The database could not be brought up to date: ${migration.output}`);
    }
    const { code } = await run(process.execPath, [entry, ...parameters], { cwd: root, env, stdio: 'inherit' });
    return interrupted ? 0 : code;
  } finally {
    await servers.stop();
  }
}

/**
 * @param {string} root
 * @param {DataFolder} data
 * @param {Name[]} needs
 * @param {NodeJS.ProcessEnv} environment
 */
async function provide(root, data, needs, environment) {
  const given = { postgres: environment.DATABASE_URL, redis: environment.REDIS_URL };
  const nothing = async () => undefined;
  if (needs.every((name) => given[name])) return { environment: {}, fresh: needs.length > 0, stop: nothing };
  const holder = data.holder();
  if (holder) {
    if (!holder.databaseUrl) throw new Failure('The product is just starting; try again when it is ready.');
    return { environment: addresses(holder), fresh: false, stop: nothing };
  }
  await data.take();
  const onStarted = (/** @type {string} */ name, /** @type {import('./services/postgres.mjs').Service} */ service) =>
    data.note(name, service.identity);
  const choice = { root, folder: data.path, programs: data.path, needs, durable: true, given, onStarted };
  try {
    const services = await startServices(choice);
    const stop = async () => {
      await services.stop();
      data.release();
    };
    return { environment: addresses(services), ownerUrl: services.ownerUrl, fresh: true, stop };
  } catch (error) {
    data.release();
    throw error;
  }
}

/** @param {{ databaseUrl?: string, redisUrl?: string }} servers */
function addresses({ databaseUrl, redisUrl }) {
  return { ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...(redisUrl ? { REDIS_URL: redisUrl } : {}) };
}
