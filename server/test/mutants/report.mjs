/**
 * @typedef {'killed' | 'timed out' | 'survived' | 'invalid'} Outcome
 * @typedef {{ path: string, line: number, rule: string, before: string, after: string, nth: number, outcome: Outcome,
 *   by: string | null, seconds: number }} Result `by` says which test noticed
 * @typedef {{ path: string, before: string, after: string, nth?: number, reason: string }} Explained a survivor that was read:
 *   no input tells it from the product; `nth` where the file has several that read the same
 * @typedef {{ mutants: number, killed: number, timedOut: number, survived: number, explained: number, invalid: number,
 *   score: number, scoreOfReal: number }} Score shares of 100 of the valid ones, and of those that are not explained
 */

/**
 * @param {Result[]} results
 * @param {Explained[]} explained
 * @returns {Score}
 */
export function scoreOf(results, explained) {
  const count = (/** @type {Outcome} */ outcome) => results.filter((result) => result.outcome === outcome).length;
  const survivors = results.filter(({ outcome }) => outcome === 'survived');
  const equal = survivors.filter((result) => explanationOf(result, explained) !== undefined).length;
  // What took too long may be the machine's: nobody has noticed it yet.
  const noticed = count('killed');
  const valid = noticed + count('timed out') + survivors.length;
  const share = (/** @type {number} */ of) => (of === 0 ? 100 : (noticed / of) * 100);
  return {
    mutants: results.length,
    killed: count('killed'),
    timedOut: count('timed out'),
    survived: survivors.length,
    explained: equal,
    invalid: count('invalid'),
    score: share(valid),
    scoreOfReal: share(valid - equal),
  };
}

/**
 * @param {Pick<Result, 'path' | 'before' | 'after' | 'nth'>} result
 * @param {Explained[]} explained
 */
export function explanationOf(result, explained) {
  return explained.find(
    ({ path, before, after, nth = 1 }) =>
      path === result.path && before === result.before && after === result.after && nth === result.nth,
  )?.reason;
}

/**
 * The table by file and the list of those that survived.
 * @param {Result[]} results
 * @param {Explained[]} explained
 * @returns {string}
 */
export function reportOf(results, explained) {
  const paths = [...new Set(results.map(({ path }) => path))];
  const lines = paths.map((path) => {
    const ofPath = results.filter((result) => result.path === path);
    return row(path.replace('server/features/', ''), scoreOf(ofPath, explained));
  });
  const survivors = results.filter(({ outcome }) => outcome === 'survived');
  return [
    `${'file'.padEnd(58)} mutants killed timed-out survived explained invalid  score  without explained`,
    ...lines,
    row('all', scoreOf(results, explained)),
    '',
    ...survivors.flatMap((result) => survivor(result, explanationOf(result, explained))),
    ...results.filter(({ outcome }) => outcome === 'timed out').flatMap((result) => survivor(result, undefined)),
  ].join('\n');
}

/**
 * @param {string} name
 * @param {Score} score
 */
function row(name, { mutants, killed, timedOut, survived, explained, invalid, score, scoreOfReal }) {
  const counts = [
    [mutants, 7],
    [killed, 6],
    [timedOut, 9],
    [survived, 8],
    [explained, 9],
    [invalid, 7],
  ].map(([count, width]) => String(count).padStart(width ?? 0));
  return `${name.padEnd(58)} ${counts.join(' ')} ${score.toFixed(1).padStart(6)} ${scoreOfReal.toFixed(1).padStart(6)}`;
}

/**
 * @param {Result} result
 * @param {string | undefined} reason
 */
function survivor({ path, line, rule, before, after, outcome }, reason) {
  return [
    `${outcome.toUpperCase()} ${path}:${line} (${rule})`,
    `  - ${before}`,
    `  + ${after}`,
    ...(reason ? [`  = ${reason}`] : []),
  ];
}
