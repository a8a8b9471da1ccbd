import { declaredExports, isTest, mentionsElsewhere, readSources } from './source-exports.mjs';

/**
 * Rules that only tests call, and names of front doors that nobody imports. A rule that stored functions alone compute has
 * its form for their parity test in `server/test/reference-forms.ts`.
 * @param {string} root
 * @returns {string[]} one line a fault
 */
export function unusedExports(root) {
  const { files, taken } = readSources(root);
  const takers = new Map();
  for (const each of taken) {
    const key = `${each.target} ${each.name}`;
    takers.set(key, [...(takers.get(key) ?? []), each]);
  }
  /** @type {(target: string, name: string, seen?: Set<string>) => boolean} */
  const isTaken = (target, name, seen = new Set()) => {
    if (seen.has(`${target} ${name}`)) return false;
    seen.add(`${target} ${name}`);
    return [...(takers.get(`${target} ${name}`) ?? []), ...(takers.get(`${target} *`) ?? [])].some(
      ({ from, passedOnAs }) => {
        if (isTest(from)) return false;
        return passedOnAs === null || isTaken(from, passedOnAs === '*' ? name : passedOnAs, seen);
      },
    );
  };
  const faults = [];
  for (const [path, file] of files) {
    if (!path.endsWith('.rules.ts')) continue;
    for (const [name, declaration] of declaredExports(file))
      if (!isTaken(path, name) && !mentionsElsewhere(file, name, declaration))
        faults.push(`${path}: nothing but tests uses ${name}`);
  }
  for (const { from, target, name, passedOnAs } of taken)
    if (isFrontDoor(from) && passedOnAs !== null && passedOnAs !== '*' && !isTaken(from, passedOnAs))
      faults.push(`${from}: nobody imports ${passedOnAs} (${name} of ${target})`);
  return faults.sort();
}

/** @param {string} path */
function isFrontDoor(path) {
  return /^(server|client)\/features\/.*\/index\.tsx?$/.test(path);
}
