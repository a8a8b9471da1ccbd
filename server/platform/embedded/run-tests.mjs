import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { EVERY_RUN } from '../../../client/test/browser/every-run.mjs';
import { provideChromium } from './services/chromium.mjs';
import { provideNeighbours } from './services/neighbours.mjs';
import { providePlpgsqlCheck } from './services/plpgsql-check.mjs';
import { faketimeLibrary } from '../../test/faults/faketime.mjs';
import { interruptCommands, run } from './commands.mjs';
import { Failure } from './failure.mjs';
import { filesUnder } from './fingerprint.mjs';
import { onInterrupt } from './processes.mjs';
import { startTemporaryServices } from './services/temporary-services.mjs';
import {
  countsOf,
  failedFiles,
  failuresOf,
  recordsIn,
  secondTriesOf,
  selectOrder,
  selectProjects,
  summaryLine,
  total,
  withFilesOf,
} from './test-report.mjs';

/**
 * @typedef {import('./test-report.mjs').Counts} Counts
 * @typedef {import('./test-report.mjs').JestResult} JestResult
 * @typedef {{ root: string, parameters: string[], environment: NodeJS.ProcessEnv }} Options
 */

/** How long Jest may take to end after its results are written; after that something was left open. */
const GRACE_MS = 10_000;
/** More files than these are not late, but wrong. */
const ALONE_MOST = 5;

/**
 * Runs the tests on a Postgres and a Redis of their own and prints the counts as the last line.
 * @param {Options} options `parameters` go to Jest; with none, the dependency rules are checked too
 * @returns {Promise<number>} exit code, not 0 when a test failed or none ran
 */
export async function runTests(options) {
  const { root, environment } = options;
  let interrupted = false;
  onInterrupt(() => {
    interrupted = true;
    interruptCommands();
  });
  const { order, rest: parameters } = selectOrder(options.parameters);
  const selection = selectProjects(parameters);
  const { services, rules } = await prepare(root, parameters.length === 0);
  try {
    const browser = await prepareBrowser(root, selection.projects, environment);
    const isOfServer = selection.projects.includes('server');
    const neighbours = isOfServer ? await prepareNeighbours(root, environment) : {};
    const plpgsqlCheck = isOfServer ? await preparePlpgsqlCheck(root, environment) : {};
    if (isOfServer) await prepareMovedClocks(root);
    if (interrupted) throw new Failure('Interrupted.');
    const { DATABASE_URL: _database, REDIS_URL: _redis, ...clean } = environment;
    const isWhole = options.parameters.length === 0;
    if (isWhole && browser.skipped === 0) sayWhatIsLeftOut(root);
    const tests = await runJest(root, [...selection.rest, '--selectProjects', ...browser.projects], {
      ...clean,
      ...(isWhole ? { BROWSER_TESTS: 'every-run' } : {}),
      ...browser.environment,
      ...neighbours,
      ...plpgsqlCheck,
      TEST_ORDER: order,
      TEST_DATABASE_URL: services.databaseUrl,
      TEST_REDIS_URL: services.redisUrl,
    });
    if (interrupted) throw new Failure('Interrupted.');
    const counts = total([rules, tests, { ...none(), skipped: browser.skipped }]);
    console.log(`\n${summaryLine(counts)}`);
    return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
  } finally {
    await services.stop();
  }
}

/**
 * Which browser tests are for `npm run pages`.
 * @param {string} root
 */
function sayWhatIsLeftOut(root) {
  const files = browserFiles(root).length - EVERY_RUN.length;
  console.log(
    `${files} files of browser tests are left to \`npm run pages\`: a browser takes a core's time for hours.`,
  );
}

/** @param {string} root */
function browserFiles(root) {
  return filesUnder(root, 'client/test/browser').filter((path) => path.endsWith('.spec.ts'));
}

/** @returns {Counts} */
function none() {
  return { passed: 0, failed: 0, skipped: 0 };
}

/**
 * The build, the servers and, if asked for, the rules on who may import whom at the same time.
 * @param {string} root
 * @param {boolean} checksRules
 */
async function prepare(root, checksRules) {
  const [services, built, rules] = await Promise.allSettled([
    startTemporaryServices(root, 'test'),
    build(root),
    checksRules ? checkDependencyRules(root) : none(),
  ]);
  if (services.status === 'rejected') throw services.reason;
  if (built.status === 'fulfilled' && rules.status === 'fulfilled')
    return { services: services.value, rules: rules.value };
  await services.value.stop();
  throw built.status === 'rejected' ? built.reason : /** @type {PromiseRejectedResult} */ (rules).reason;
}

/**
 * Decides whether the browser tests run. On a person's machine without Chromium they are left out, and said so; in
 * CI that is a failure.
 * @param {string} root
 * @param {string[]} projects
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ projects: string[], environment: NodeJS.ProcessEnv, skipped: number }>}
 */
async function prepareBrowser(root, projects, environment) {
  const files = browserFiles(root);
  if (!projects.includes('browser')) return { projects, environment: {}, skipped: 0 };
  const left = projects.filter((project) => project !== 'browser');
  if (files.length === 0 && left.length > 0) return { projects: left, environment: {}, skipped: 0 };
  const chromium = await provideChromium(join(root, '.data'), environment);
  if (chromium) return { projects, environment: { CHROMIUM_PATH: chromium }, skipped: 0 };
  const reason = 'there is no Chromium and it could not be fetched: install it, or set CHROMIUM_PATH';
  if (environment.CI === 'true' || left.length === 0) throw new Failure(`The browser tests cannot run: ${reason}.`);
  console.log(`\n*** ${files.length} files of browser tests are SKIPPED: ${reason}. ***\n`);
  return { projects: left, environment: { SKIP_BROWSER: reason }, skipped: files.length };
}

/**
 * What stands beside the product in earnest: the balancer, the pooler, and what reads its alarms. On a person's machine without them their tests are
 * left out, and said so; in CI that is a failure.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function prepareNeighbours(root, environment) {
  const { found, missing } = await provideNeighbours(join(root, '.data'), environment);
  if (missing.length === 0) return found;
  const words = `there is no ${missing.join(' and no ')} and it could not be fetched: install it (promtool comes with prometheus, kubectl with kubernetes-client, amtool with prometheus-alertmanager)`;
  if (environment.CI === 'true') throw new Failure(`The tests with real neighbours cannot run: ${words}.`);
  console.log(`\n*** The tests with ${missing.join(' and ')} are SKIPPED: ${words}. ***\n`);
  return found;
}

/**
 * What reads the bodies of the stored functions. It is of Debian's newest suite, which nobody can promise to have it: without it
 * that test says so, here as in CI.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function preparePlpgsqlCheck(root, environment) {
  const { found, missing } = await providePlpgsqlCheck(root, environment);
  if (missing === null) return found;
  console.log(
    `\n*** The bodies of the stored functions are NOT CHECKED: there is no ${missing} and it could not be fetched. ***\n`,
  );
  return { PLPGSQL_CHECK_MISSING: missing };
}

/**
 * What gives a process of a test a clock of its own. Without it the tests of clocks that jump say so; `npm run clocks` fails.
 * @param {string} root
 */
async function prepareMovedClocks(root) {
  if (await faketimeLibrary(join(root, '.data'))) return;
  console.log('\n*** No clock is MOVED: there is no libfaketime and it could not be fetched. ***\n');
}

/**
 * The rules on who may import whom count as one test.
 * @param {string} root
 * @returns {Promise<Counts>}
 */
async function checkDependencyRules(root) {
  const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  const folders = ['server', 'client'].filter((folder) => existsSync(join(root, folder)));
  const result = await run(process.execPath, [program, ...folders], { cwd: root });
  if (result.code === 0) return { ...none(), passed: 1 };
  console.log(`Dependency rules are broken:\n${result.output}`);
  return { ...none(), failed: 1 };
}

/**
 * @param {string} root
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Counts>}
 */
async function runJest(root, parameters, env) {
  const pictures = join(root, '.data/failures');
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(join(root, '.data'), { recursive: true });
  const own = { ...env, FAILURE_FOLDER: pictures };
  const first = await resultOf(root, parameters, own);
  if (first === null) return { ...none(), failed: 1 };
  const late = env.CI === 'true' ? failedFiles(first) : [];
  const result = late.length > 0 && late.length <= ALONE_MOST ? await tryAlone(root, first, own) : first;
  const counts = countsOf(result);
  const failures = failuresOf(result, root, recordsIn(pictures));
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
  const unsteady = secondTriesOf(result, root);
  if (unsteady.length > 0)
    console.log(`\nPassed on the second try only:\n${unsteady.map((line) => `  ${line}`).join('\n')}`);
  // A reason that is no test's (a global set-up, say) must not pass unseen.
  return result.success || counts.failed > 0 || counts.passed === 0 ? counts : { ...counts, failed: 1 };
}

/**
 * What three processes on a busy machine were late for is tried once more with the machine for itself, and named. What is
 * wrong fails there too.
 * @param {string} root
 * @param {JestResult} first
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<JestResult>}
 */
async function tryAlone(root, first, env) {
  const files = failedFiles(first);
  const names = failuresOf(first, root, []);
  console.log(`\nFailed beside others, tried once more alone:\n${names.map((line) => `  ${line}`).join('\n')}\n`);
  const again = await resultOf(root, ['--maxWorkers=1', '--runTestsByPath', ...files], env);
  return again === null ? first : withFilesOf(first, again);
}

/**
 * @param {string} root
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<JestResult | null>} null, and said so, when Jest wrote none
 */
async function resultOf(root, parameters, env) {
  const file = join(root, `.data/jest-${process.pid}.json`);
  const all = ['node_modules/jest/bin/jest.js', ...parameters, '--json', `--outputFile=${file}`];
  try {
    await endsAfterResults(
      file,
      run(process.execPath, all, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] }),
    );
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    console.log('Jest ended without results; its words are above.');
    return null;
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Waits for Jest, but not for ever for what a test left open.
 * @param {string} file
 * @param {Promise<{ code: number }>} jest
 */
async function endsAfterResults(file, jest) {
  let written = 0;
  const watch = setInterval(() => {
    if (!existsSync(file)) return;
    written ||= performance.now();
    if (performance.now() - written < GRACE_MS) return;
    console.log('A test left something open and Jest did not end by itself; it was stopped.');
    interruptCommands();
    clearInterval(watch);
  }, 250);
  try {
    await jest;
  } finally {
    clearInterval(watch);
  }
}
