import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Failure } from './failure.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {object} JestResult the parts of Jest's --json file that are used
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites files that could not be run at all
 * @property {boolean} success
 * @property {{ name: string, status: string, message: string,
 *   assertionResults: { fullName: string, status: string, retryReasons?: string[], failureMessages?: string[] }[] }[]} testResults
 */

/**
 * What Jest counted. A file that could not be run has no tests of its own and counts as one failure.
 * @param {JestResult} result
 * @returns {Counts}
 */
export function countsOf(result) {
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/**
 * @typedef {object} FailureRecord what a browser test leaves behind when it fails
 * @property {string} file
 * @property {string} test empty for what fails before or after all tests of the file
 * @property {{ address: string, picture: string | null, errors: string[] }[]} pages
 */

/** Characters of a reason, so that many of them are still read at the end of a long output. */
const REASON_LENGTH = 240;

/**
 * What a test said when it failed, in one line.
 * @param {string[] | undefined} messages
 * @returns {string[]}
 */
function reasonOf(messages) {
  // The reporter colours what differs.
  const text = stripVTControlCharacters(messages?.at(-1) ?? '').split(/\n\s+at /)[0] ?? '';
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? [] : [`    ${line.slice(0, REASON_LENGTH)}`];
}

/**
 * Each failure by its name and its reason, and for a browser test each page below it: its address, its screenshot, its last errors.
 * @param {JestResult} result
 * @param {string} root taken off the paths
 * @param {FailureRecord[]} records
 * @returns {string[]}
 */
export function failuresOf(result, root, records) {
  const short = (/** @type {string} */ path) => path.replace(`${root}/`, '');
  const pagesOf = (/** @type {string} */ file, /** @type {string[]} */ ...tests) =>
    records
      .filter((record) => record.file === file && tests.includes(record.test))
      .flatMap(({ pages }) => pages)
      .flatMap(({ address, picture, errors }) => [
        `    ${picture === null ? 'no screenshot' : short(picture)}  ${address}`,
        ...errors.map((error) => `      ${error}`),
      ]);
  return result.testResults.flatMap((file) => {
    const name = short(file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) {
      const tests = failed.flatMap(({ fullName, failureMessages }) => [
        `${name} › ${fullName}`,
        ...reasonOf(failureMessages),
        ...pagesOf(file.name, fullName),
      ]);
      return [...tests, ...pagesOf(file.name, '')];
    }
    return file.status === 'failed' ? [`${name} could not be run`, ...pagesOf(file.name, '')] : [];
  });
}

/**
 * The tests that failed first and passed when they were tried again.
 * @param {JestResult} result
 * @param {string} root taken off the paths
 * @returns {string[]}
 */
export function secondTriesOf(result, root) {
  return result.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status, retryReasons }) => status === 'passed' && (retryReasons?.length ?? 0) > 0)
      .map(({ fullName }) => `${file.name.replace(`${root}/`, '')} › ${fullName}`),
  );
}

/**
 * The files of which something failed or which could not be run.
 * @param {JestResult} result
 * @returns {string[]}
 */
export function failedFiles(result) {
  return result.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** Of a test that failed beside others. */
const BESIDE_OTHERS = 'It failed beside others and was tried alone.';

/**
 * A run in which the files of another one, tried again, take the places of what they were.
 * @param {JestResult} first
 * @param {JestResult} again
 * @returns {JestResult}
 */
export function withFilesOf(first, again) {
  const files = first.testResults.map((before) => {
    const after = again.testResults.find(({ name }) => name === before.name);
    return after ? namedAgain(before, after) : before;
  });
  const count = (/** @type {string} */ status) =>
    files.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    numRuntimeErrorTestSuites: again.numRuntimeErrorTestSuites,
    success: again.success,
    testResults: files,
  };
}

/**
 * @param {JestResult['testResults'][number]} before
 * @param {JestResult['testResults'][number]} after
 */
function namedAgain(before, after) {
  const failed = before.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  // A file that could not be run had no tests of its own: all of them were late.
  const wasLate = (/** @type {string} */ name) => failed.length === 0 || failed.includes(name);
  const assertionResults = after.assertionResults.map((test) =>
    wasLate(test.fullName) ? { ...test, retryReasons: [...(test.retryReasons ?? []), BESIDE_OTHERS] } : test,
  );
  return { ...after, assertionResults };
}

/**
 * What the failed browser tests of a run left behind.
 * @param {string} folder
 * @returns {FailureRecord[]}
 */
export function recordsIn(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/**
 * @param {Counts[]} parts
 * @returns {Counts}
 */
export function total(parts) {
  const sum = (/** @type {keyof Counts} */ key) => parts.reduce((value, part) => value + part[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/**
 * The line that everybody, people and machines, reads.
 * @param {Counts} counts
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const ORDER = '--order=';

/**
 * Takes the order of the files out of the parameters; Jest knows no such option.
 * @param {string[]} parameters
 * @returns {{ order: 'usual' | 'reversed', rest: string[] }}
 */
export function selectOrder(parameters) {
  const orders = parameters.filter((word) => word.startsWith(ORDER)).map((word) => word.slice(ORDER.length));
  const unknown = orders.find((order) => order !== 'reversed');
  if (unknown !== undefined)
    throw new Failure(`There is no order "${unknown}" of test files; --order=reversed is one.`);
  return {
    order: orders.length > 0 ? 'reversed' : 'usual',
    rest: parameters.filter((word) => !word.startsWith(ORDER)),
  };
}

export const PROJECTS = ['server', 'client', 'browser'];
/** Of `npm run engines` alone: it takes two browsers more. */
const OTHERS = ['engines'];

/**
 * Takes the chosen projects out of Jest's parameters. Jest's own `--selectProjects` swallows file patterns behind it;
 * here a word that is no project is a pattern.
 * @param {string[]} parameters
 * @returns {{ projects: string[], rest: string[] }}
 */
export function selectProjects(parameters) {
  const projects = /** @type {string[]} */ ([]);
  const rest = /** @type {string[]} */ ([]);
  let selecting = false;
  for (const word of parameters) {
    const [option, value] = word.split('=', 2);
    if (option === '--selectProjects') {
      selecting = true;
      if (value) projects.push(value);
    } else if (selecting && [...PROJECTS, ...OTHERS].includes(word)) projects.push(word);
    else {
      selecting = false;
      rest.push(word);
    }
  }
  return { projects: projects.length > 0 ? projects : PROJECTS, rest };
}
