import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../platform/embedded/build.mjs';
import { interruptCommands, run } from '../platform/embedded/commands.mjs';
import { Failure } from '../platform/embedded/failure.mjs';
import { onInterrupt } from '../platform/embedded/processes.mjs';
import { startTemporaryServices } from '../platform/embedded/services/temporary-services.mjs';

// `npm run bench` runs every bench, `npm run bench -- NAME …` the named ones, `npm run bench -- --list` names them.
// Parameters that begin with a dash go to the bench. A bench is server/bench/NAME.ts; a file with a dot in its name
// (fan-out.clients.ts) or in a subfolder belongs to a bench and is not one.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** @returns {Promise<number>} exit code */
export async function runBenches() {
  let interrupted = false;
  onInterrupt(() => {
    interrupted = true;
    interruptCommands();
  });
  await buildServer(root);
  const benches = listBenches();
  const words = process.argv.slice(2);
  if (words.includes('--list')) {
    console.log(benches.join('\n'));
    return 0;
  }
  const first = words.findIndex((word) => word.startsWith('-'));
  const names = first < 0 ? words : words.slice(0, first);
  const unknown = names.find((name) => !benches.includes(name));
  if (unknown) throw new Failure(`There is no bench ${unknown}; there are: ${benches.join(', ')}.`);
  const [processor] = cpus();
  console.log(
    `${cpus().length} x ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  const chosen = names.length > 0 ? names : benches;
  let failed = 0;
  for (const name of chosen) {
    if (interrupted) break;
    failed += (await runBench(name, first < 0 ? [] : words.slice(first))) ? 0 : 1;
  }
  return interrupted || failed > 0 ? 1 : 0;
}

function listBenches() {
  const folder = join(root, 'dist/server/bench');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^[a-z0-9-]+\.js$/.test(name)).map((name) => name.replace(/\.js$/, ''));
}

/**
 * Runs one bench beside a fresh Postgres and Redis of its own.
 * @param {string} name
 * @param {string[]} parameters
 */
async function runBench(name, parameters) {
  console.log(`\n# ${name}\n`);
  const services = await startTemporaryServices(root, 'bench');
  try {
    const secrets = { PASSWORD_PEPPER: randomBytes(32).toString('hex'), SECRET_KEY: randomBytes(32).toString('hex') };
    const env = {
      ...process.env,
      ...secrets,
      DATABASE_URL: services.databaseUrl,
      DATABASE_OWNER_URL: services.ownerUrl,
      REDIS_URL: services.redisUrl,
    };
    const entry = join(root, 'dist/server/bench', `${name}.js`);
    const { code } = await run(process.execPath, [entry, ...parameters], { cwd: root, env, stdio: 'inherit' });
    if (code !== 0) console.error(`The bench ${name} ended with exit code ${code}.`);
    return code === 0;
  } finally {
    await services.stop();
  }
}
