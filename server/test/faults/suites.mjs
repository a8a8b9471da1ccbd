import { execFileSync } from 'node:child_process';
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
import { endLeftovers } from './leftovers.mjs';

// `npm run races -- --pairs=200`, `npm run duplicates -- --count=10000`, `npm run kills -- --kills=50`,
// `npm run fuzz -- --requests=20000`, `npm run faults -- --kills=50 --flushes=10 --stops=10`,
// `npm run failover -- --failovers=20`, `npm run redis-failover -- --failovers=10`, `npm run cluster-failover -- --failovers=10`, `npm run restore-drill -- --seconds=60`, `npm run blackhole -- --holes=20 --seconds=60`, `npm run clocks -- --rounds=5 --seconds=15`, `npm run bad-ticks -- --ticks=100000`, `npm run crash-windows`, `npm run journeys`,
// `npm run rebates -- --pairs=200 --kills=50`, `npm run allotments -- --kills=50`, `npm run trading-model -- --runs=200`, `npm run mutate-books`, `npm run balancer -- --sockets=2000`, `npm run rolling -- --rounds=20 --sockets=2000`, `npm run pooler -- --commands=2000`, `npm run growth -- --users=60 --rounds=3`, `npm run soak -- --minutes=60 --sockets=1000 --lanes=40`: the fault suites at full length, beside a Postgres (fsync on) and a Redis of their
// own, everything on loopback. `npm test` runs the same suites short. `--seed` repeats a run.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** What each suite is sized by, with its full length, and where it is when not beside this file under its name. */
const SUITES = /** @type {Record<string, { sizes: Record<string, string>, spec?: string }>} */ ({
  races: {
    sizes: { pairs: '200' },
    spec: String.raw`server/test/faults/(races|lock-races|deleverage-races)\.spec\.ts`,
  },
  duplicates: { sizes: { count: '10000' } },
  kills: { sizes: { kills: '50' } },
  fuzz: { sizes: { requests: '20000' } },
  faults: {
    sizes: { kills: '50', flushes: '10', stops: '10', minutes: '240' },
    spec: 'server/test/faults/workers.spec.ts',
  },
  failover: { sizes: { failovers: '20', minutes: '240' }, spec: 'server/test/faults/workers.spec.ts' },
  'restore-drill': { sizes: { seconds: '60' } },
  'redis-failover': { sizes: { failovers: '10' } },
  'cluster-failover': { sizes: { failovers: '10' } },
  blackhole: {
    sizes: { holes: '20', seconds: '60' },
    spec: String.raw`server/test/faults/(redis-)?blackhole\.spec\.ts`,
  },
  clocks: { sizes: { rounds: '5', seconds: '15' } },
  'bad-ticks': { sizes: { ticks: '100000' } },
  rebates: { sizes: { pairs: '200', kills: '50' } },
  allotments: { sizes: { kills: '50' } },
  'trading-model': { sizes: { runs: '200' }, spec: 'server/test/journeys/trading.model.spec.ts' },
  balancer: { sizes: { sockets: '2000' }, spec: 'server/test/balancer/balancer.spec.ts' },
  rolling: { sizes: { rounds: '20', sockets: '2000' }, spec: 'server/test/balancer/rolling.spec.ts' },
  pooler: { sizes: { commands: '2000' }, spec: 'server/test/pooler/pooler.spec.ts' },
  growth: { sizes: { users: '60', rounds: '3' }, spec: 'server/test/growth/growth.spec.ts' },
  soak: { sizes: { minutes: '60', sockets: '1000', lanes: '40' }, spec: String.raw`server/test/soak/soak\.spec\.ts` },
  'mutate-books': { sizes: {} },
  journeys: { sizes: {}, spec: String.raw`server/test/(journeys|old-clients)/.*\.spec\.ts` },
  'crash-windows': { sizes: {}, spec: 'server/test/journeys/crash-windows.spec.ts' },
});

/**
 * What journeys through these (`balancer`, `pooler`) need. The balancer's certificate is of this run, so that the tests'
 * processes trust it from their start.
 * @param {string} among
 * @param {string} folder where the certificate is put
 */
function behind(among, folder) {
  if (!among.includes('balancer')) return { TEST_THROUGH: among };
  const path = join(folder, 'certificate.pem');
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=trade.example -addext subjectAltName=IP:127.0.0.1';
  execFileSync('openssl', [...words.split(' '), '-keyout', `${path}.key`, '-out', path], { stdio: 'ignore' });
  return { TEST_THROUGH: among, TEST_CERTIFICATE: path, NODE_EXTRA_CA_CERTS: path };
}

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
    const spec = suite.spec ?? `server/test/faults/${name}.spec.ts`;
    const jest = ['node_modules/jest/bin/jest.js', spec, '--selectProjects', 'server'];
    const { code } = await run(process.execPath, jest, { cwd: root, env, stdio: 'inherit' });
    return code;
  } finally {
    await endLeftovers(started);
    await services.stop();
    rmSync(certificates, { recursive: true, force: true });
  }
}
