import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { loadModule } from 'libpg-query';
import { buildServer } from '../../platform/embedded/build.mjs';
import { Failure } from '../../platform/embedded/failure.mjs';
import { onInterrupt } from '../../platform/embedded/processes.mjs';
import { startTemporaryServices } from '../../platform/embedded/services/temporary-services.mjs';
import { FEATURES, filesOf } from './features.mjs';
import { mutantsOf, sample } from './mutants.mjs';
import { explanationOf, reportOf, scoreOf } from './report.mjs';
import { SpecOrder } from './specs.mjs';
import { Templates } from './templates.mjs';
import { Trials } from './trials.mjs';

/**
 * @typedef {import('./mutants.mjs').Mutant} Mutant
 * @typedef {import('./report.mjs').Result} Result
 * @typedef {import('./report.mjs').Explained} Explained
 */

// `npm run mutants -- [feature …] [--sample=100] [--seed=1] [--only=PATH] [--specs=PATH] [--again] [--list]`: changes the
// stored functions, stores and use cases of features, one place at a time and never on the disk, and asks whether a spec fails.
// `--again` asks only for those that survived the run before unexplained or took too long in it. What was found is in
// `.data/mutants`.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
/** Of the mutants that are not explained, what must be noticed. */
const GOAL = 90;
/** What a test says when it had too little of the machine. */
const MACHINE = /timeout|timed out|too long|terminated/i;
/** Pairs of commands that meet in each race: each mutant has them all, so they are fewer than in the tests. */
const RACES = '10';
/** So often the specs run on the product as it is: they must pass, else nothing that fails says anything. */
const CONTROL_EVERY = 50;

/** @returns {Promise<number>} exit code */
export async function runMutants() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      specs: { type: 'string', default: '' },
      again: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  for (const number of [values.sample, values.seed])
    if (!/^[1-9][0-9]{0,8}$/.test(number)) throw new Failure(`${number} is no whole number above 0.`);
  const unknown = positionals.filter((name) => !(name in FEATURES));
  if (unknown.length > 0)
    throw new Failure(`There is no feature ${unknown[0]}; there are: ${Object.keys(FEATURES).join(', ')}.`);
  await loadModule();
  const names = positionals.length > 0 ? positionals : Object.keys(FEATURES);
  const plans = names.map((name) => planOf(name, values));
  if (values.list) {
    list(plans);
    return 0;
  }
  // Specs run programs of the build, too.
  await buildServer(root);
  return runAll(plans);
}

/**
 * @typedef {{ name: string, mutants: Mutant[], previous: Result[], specs: string[] }} Plan `kept` are results of the run before
 */

/**
 * @param {string} name
 * @param {{ sample: string, seed: string, only: string, specs: string, again: boolean }} options
 * @returns {Plan}
 */
function planOf(name, { sample: size, seed, only, specs: asked, again }) {
  const feature = FEATURES[name];
  if (!feature) throw new Failure(`There is no feature ${name}.`);
  const { sources, specs: known } = filesOf(root, feature);
  const specs = known.filter((path) => path.includes(asked));
  const all = sources.filter((path) => path.includes(only)).flatMap((path) => mutantsOf(root, path));
  if (!again) return { name, mutants: sample(all, Number(size), Number(seed)), previous: [], specs };
  const before = existsSync(fileOf(name))
    ? /** @type {Result[]} */ (JSON.parse(readFileSync(fileOf(name), 'utf8')))
    : [];
  const reasons = explained();
  const unsure = before.filter((result) => isUnsure(result) && explanationOf(result, reasons) === undefined);
  const mutants = all.filter((mutant) => unsure.some((result) => isSame(result, mutant)));
  return { name, mutants, previous: before, specs };
}

/** @param {Result} result */
function isUnsure({ outcome, by }) {
  return !['killed', 'invalid'].includes(outcome) || MACHINE.test(by ?? '');
}

/** @returns {Explained[]} */
function explained() {
  return JSON.parse(readFileSync(join(root, 'server/test/mutants/survivors.json'), 'utf8'));
}

/**
 * @param {Pick<Result, 'path' | 'before' | 'after' | 'nth'>} one
 * @param {Pick<Result, 'path' | 'before' | 'after' | 'nth'>} other
 */
function isSame(one, other) {
  return one.path === other.path && one.before === other.before && one.after === other.after && one.nth === other.nth;
}

/** @param {string} name */
function fileOf(name) {
  return join(root, `.data/mutants/${name}.json`);
}

/** @param {Plan[]} plans */
function list(plans) {
  for (const { name, mutants } of plans) {
    for (const { path, line, rule, before, after } of mutants)
      console.log(`${path}:${line} (${rule})\n  - ${before}\n  + ${after}`);
    console.log(`${name}: ${mutants.length} mutants`);
  }
}

/** @param {Plan[]} plans */
async function runAll(plans) {
  const services = await startTemporaryServices(root, 'test');
  const { DATABASE_URL: _database, REDIS_URL: _redis, TEST_TEMPLATE: _template, ...clean } = process.env;
  const trials = new Trials(root, {
    ...clean,
    TEST_DATABASE_URL: services.databaseUrl,
    TEST_REDIS_URL: services.redisUrl,
    RACES,
  });
  let isInterrupted = false;
  onInterrupt(() => {
    isInterrupted = true;
    void trials.stop();
  });
  try {
    let isBelow = false;
    for (const plan of plans) {
      const results = await runPlan(plan, trials, new Templates(services.databaseUrl), () => isInterrupted);
      const reasons = explained();
      console.log(`\n${plan.name}\n${reportOf(results, reasons)}\n`);
      isBelow ||= scoreOf(results, reasons).scoreOfReal < GOAL;
      if (isInterrupted) throw new Failure('Interrupted.');
    }
    return isBelow ? 1 : 0;
  } finally {
    await trials.stop();
    await services.stop();
  }
}

/**
 * @param {Plan} plan
 * @param {Trials} trials
 * @param {Templates} templates
 * @param {() => boolean} isInterrupted
 * @returns {Promise<Result[]>}
 */
async function runPlan({ name, mutants, previous, specs }, trials, templates, isInterrupted) {
  const seconds = await control(trials, specs);
  const order = new SpecOrder(
    root,
    specs.map((spec) => ({ spec, seconds: seconds.get(spec) ?? 0 })),
  );
  let results = [...previous];
  for (const [place, mutant] of mutants.entries()) {
    if (place > 0 && place % CONTROL_EVERY === 0) await control(trials, specs);
    const result = await tryOne(mutant, { trials, templates, order, seconds, isInterrupted });
    if (isInterrupted()) break;
    results = [...results.filter((other) => !isSame(other, result)), result];
    console.log(
      `${name} ${place + 1}/${mutants.length} ${result.outcome} ${result.seconds.toFixed(0)} s ${mutant.path}:${mutant.line}`,
    );
    mkdirSync(join(root, '.data/mutants'), { recursive: true });
    writeFileSync(fileOf(name), `${JSON.stringify(results, null, 1)}\n`);
  }
  return results;
}

/**
 * @param {Mutant} mutant
 * @param {{ trials: Trials, templates: Templates, order: SpecOrder, seconds: Map<string, number>,
 *   isInterrupted: () => boolean }} means
 * @returns {Promise<Result>}
 */
async function tryOne(mutant, { trials, templates, order, seconds, isInterrupted }) {
  const { path, line, rule, before, after, nth, source } = mutant;
  const start = performance.now();
  /** @type {(outcome: Result['outcome'], by: string | null) => Result} */
  const ended = (outcome, by) => {
    const took = (performance.now() - start) / 1000;
    return { path, line, rule, before, after, nth, outcome, by, seconds: took };
  };
  const isSql = path.endsWith('.sql');
  const template = isSql && mutant.isValid ? await templates.with(source) : null;
  if (isSql && template === null) return ended('invalid', null);
  const instead = isSql ? null : { path, source };
  const asked = { specs: order.for(path), instead, template };
  // Four times what it takes without a change, and a minute: the machine may have become busy.
  const limitOf = (/** @type {string} */ spec) => (seconds.get(spec) ?? 0) * 4 + 60;
  let { outcome, results } = await trials.run(asked, limitOf);
  // What may have been the machine's fault is asked once more.
  const mayBeMachine = outcome === 'timed out' || MACHINE.test(results.at(-1)?.failed ?? '');
  if (mayBeMachine && !isInterrupted()) ({ outcome, results } = await trials.run(asked, limitOf));
  const last = results.at(-1);
  if (outcome !== 'survived' && last) order.noteKill(last.spec, path);
  await templates.tidy();
  return ended(outcome, outcome === 'survived' ? null : `${last?.spec}: ${last?.failed}`);
}

/**
 * The specs on the product as it is.
 * @param {Trials} trials
 * @param {string[]} specs
 * @returns {Promise<Map<string, number>>} how many seconds each takes
 */
async function control(trials, specs) {
  const { outcome, results } = await trials.run({ specs, instead: null, template: null }, () => 600);
  const last = results.at(-1);
  if (outcome !== 'survived') throw new Failure(`${last?.spec} fails without any change: ${last?.failed}`);
  return new Map(results.map(({ spec, seconds }) => [spec, seconds]));
}
