import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../platform/embedded/build.mjs';
import { interruptCommands, run } from '../../platform/embedded/commands.mjs';
import { Failure } from '../../platform/embedded/failure.mjs';
import { onInterrupt } from '../../platform/embedded/processes.mjs';
import { startTemporaryServices } from '../../platform/embedded/services/temporary-services.mjs';
import { endLeftovers } from '../faults/leftovers.mjs';

// `npm run attack`: all attacks on an installation in production, started for them beside a Postgres and a Redis of its
// own. `--only=transport`: those of one family. `--target=http://127.0.0.1:3000`: those that need to know nothing of the
// inside, on a product that runs. Ends with 1 when any attack is open. Everything stays on loopback.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\/?$/;

/** @returns {Promise<number>} exit code */
export async function runAttacks() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, target: { type: 'string' } } });
  const { only = '', target = '' } = values;
  if (target !== '' && !LOOPBACK.test(target)) {
    throw new Failure(`${target} is not an http address of this machine: attacks stay on it.`);
  }
  onInterrupt(interruptCommands);
  if (target !== '') return attack({ ATTACK_ONLY: only, ATTACK_TARGET: target.replace(/\/$/, '') });
  await buildServer(root);
  const services = await startTemporaryServices(root, 'bench');
  const started = join(tmpdir(), `attack-${process.pid}.pids`);
  try {
    return await attack({
      ATTACK_ONLY: only,
      TEST_DATABASE_URL: services.databaseUrl,
      TEST_REDIS_URL: services.redisUrl,
      FAULTS_PROCESSES: started,
    });
  } finally {
    await endLeftovers(started);
    await services.stop();
  }
}

/**
 * Carries the attacks out; answers 1 when any is open.
 * @param {Record<string, string>} environment
 */
async function attack(environment) {
  const jest = ['node_modules/jest/bin/jest.js', 'server/test/attack/attack.spec.ts', '--selectProjects', 'server'];
  const env = { ...process.env, ATTACK: 'whole', ...environment };
  const { code } = await run(process.execPath, jest, { cwd: root, env, stdio: 'inherit' });
  return code;
}
