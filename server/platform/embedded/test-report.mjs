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
 *   assertionResults: { fullName: string, status: string }[] }[]} testResults
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
 * One line for each failure.
 * @param {JestResult} result
 * @param {string} root taken off the file names
 * @returns {string[]}
 */
export function failuresOf(result, root) {
  return result.testResults.flatMap((file) => {
    const name = file.name.replace(`${root}/`, '');
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0) return failed.map((test) => `${name} › ${test.fullName}`);
    return file.status === 'failed' ? [`${name} could not be run`] : [];
  });
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

export const PROJECTS = ['server', 'client', 'browser'];

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
    } else if (selecting && PROJECTS.includes(word)) projects.push(word);
    else {
      selecting = false;
      rest.push(word);
    }
  }
  return { projects: projects.length > 0 ? projects : PROJECTS, rest };
}
