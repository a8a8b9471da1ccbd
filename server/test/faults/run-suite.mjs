import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildServer } from '../../platform/embedded/build.mjs';
import { interruptCommands, run } from '../../platform/embedded/commands.mjs';
import { Failure } from '../../platform/embedded/failure.mjs';
import { onInterrupt } from '../../platform/embedded/processes.mjs';
import { provideNeighbours } from '../../platform/embedded/services/neighbours.mjs';
import { startTemporaryServices } from '../../platform/embedded/services/temporary-services.mjs';
import { behind } from '../behind.mjs';
import { endLeftovers } from './leftovers.mjs';
import { SUITES } from './suites.mjs';

// `npm run races -- --pairs=200`, `npm run duplicates -- --count=10000`, `npm run kills -- --kills=50`,
// `npm run fuzz -- --requests=20000`, `npm run faults -- --kills=50 --flushes=10 --stops=10`,
// `npm run failover -- --failovers=20`, `npm run redis-failover -- --failovers=10`, `npm run cluster-failover -- --failovers=10`, `npm run restore-drill -- --seconds=60`, `npm run blackhole -- --holes=20 --seconds=60`, `npm run clocks -- --rounds=5 --seconds=15`, `npm run bad-ticks -- --ticks=100000`, `npm run crash-windows`, `npm run journeys`,
// `npm run rebates -- --pairs=200 --kills=50`, `npm run allotments -- --kills=50`, `npm run trading-model -- --runs=200`, `npm run mutate-books`, `npm run balancer -- --sockets=2000`, `npm run rolling -- --rounds=20 --sockets=2000`, `npm run pooler -- --commands=2000`, `npm run old-build -- --seconds=60`, `npm run growth -- --users=60 --rounds=3`, `npm run soak -- --minutes=60 --sockets=1000 --lanes=40`: the fault suites at full length, beside a Postgres (fsync on) and a Redis of their
// own, everything on loopback. `npm test` runs the same suites short. `--seed` repeats a run.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** @returns {Promise<number>} exit code */
export async function runSuite() {
  const [name = '', ...parameters] = process.argv.slice(2);
  const suite = SUITES[name];
  if (!suite) throw new Failure(`There is no suite ${name}; there are: ${Object.keys(SUITES).join(', ')}.`);
  const { values } = parseArgs({
    args: parameters,
    options: Object.fromEntries([...Object.keys(suite.sizes), 'seed'].map((option) => [option, { type: 'string' }])),
  });
  const sizes = Object.entries({ ...suite.sizes, ...values }).map(([option, size]) => [option, String(size)]);
  for (const [, number = ''] of sizes) {
    if (!/^[1-9][0-9]{0,8}$/.test(number)) throw new Failure(`${number} is no whole number above 0.`);
  }
  onInterrupt(interruptCommands);
  await buildServer(root);
  const services = await startTemporaryServices(root, 'bench');
  const started = join(tmpdir(), `faults-${process.pid}.pids`);
  const certificates = mkdtempSync(join(tmpdir(), 'journeys-'));
  try {
    const env = {
      ...process.env,
      ...(await provideNeighbours(join(root, '.data'), process.env)).found,
      TEST_DATABASE_URL: services.databaseUrl,
      TEST_REDIS_URL: services.redisUrl,
      FAULTS_PROCESSES: started,
      ...Object.fromEntries(sizes.map(([option = '', size]) => [`FAULTS_${option.toUpperCase()}`, size])),
      // Every window whole, unless some are named; it is not sized.
      ...(name === 'crash-windows' ? { CRASH_WINDOWS: process.env.CRASH_WINDOWS ?? 'all' } : {}),
      ...(name === 'journeys' ? behind(process.env.TEST_THROUGH ?? 'balancer,pooler', certificates) : {}),
      ...(name === 'mutate-books' ? { MUTATE_BOOKS: 'whole' } : {}),
    };
    const specs = [suite.spec ?? `server/test/faults/${name}.spec.ts`].flat();
    const jest = ['node_modules/jest/bin/jest.js', ...specs, '--selectProjects', 'server'];
    const { code } = await run(process.execPath, jest, { cwd: root, env, stdio: 'inherit' });
    return code;
  } finally {
    await endLeftovers(started);
    await services.stop();
    rmSync(certificates, { recursive: true, force: true });
  }
}
