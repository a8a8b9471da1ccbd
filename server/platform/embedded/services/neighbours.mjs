import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isDebian, librariesIn, loaderIn, unpackPackages } from './debian-packages.mjs';
import { findProgram, isProgram } from './programs.mjs';
import { run } from '../commands.mjs';

/**
 * @typedef {object} Neighbour
 * @property {string} variable says where it is
 * @property {string} package of the distribution
 * @property {string} program where the package has it
 * @property {Later} [later] where this release of the distribution may have one that is too old
 */

/**
 * @typedef {object} Later
 * @property {string} from the first version that will do, as it says it itself
 * @property {string} release of Debian that has it
 */

/** What stands beside the product where it runs in earnest, and in tests: by its name. */
const NEIGHBOURS = /** @type {Readonly<Record<string, Neighbour>>} */ ({
  haproxy: { variable: 'HAPROXY_PATH', package: 'haproxy', program: 'usr/sbin/haproxy' },
  pgbouncer: { variable: 'PGBOUNCER_PATH', package: 'pgbouncer', program: 'usr/sbin/pgbouncer' },
  // Prometheus' own judge of rules, which comes with it.
  promtool: { variable: 'PROMTOOL_PATH', package: 'prometheus', program: 'usr/bin/promtool' },
  // What says who is told of an alarm, and its judge.
  alertmanager: {
    variable: 'ALERTMANAGER_PATH',
    package: 'prometheus-alertmanager',
    program: 'usr/bin/prometheus-alertmanager',
  },
  amtool: { variable: 'AMTOOL_PATH', package: 'prometheus-alertmanager', program: 'usr/bin/amtool' },
  // Kustomize, which says what patches come to.
  kubectl: { variable: 'KUBECTL_PATH', package: 'kubernetes-client', program: 'usr/bin/kubectl' },
  // Debian 12's does not know Postgres 18, and before this version keys of encryption could be weak. It takes variables that begin
  // with its name for settings.
  pgbackrest: {
    variable: 'BACKREST_PATH',
    package: 'pgbackrest',
    program: 'usr/bin/pgbackrest',
    later: { from: '2.59.3', release: 'forky' },
  },
});
/** Where distributions keep services, which the search path of an ordinary user lacks. */
const SERVICE_FOLDERS = ['/usr/local/sbin', '/usr/sbin'];

/**
 * The neighbours: those named, those installed, or those fetched from the distribution into the data folder.
 * @param {string} folder data folder
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ found: Record<string, string>, missing: string[] }>} paths by variable, and the names of those not to be had
 */
export async function provideNeighbours(folder, environment) {
  const found = /** @type {Record<string, string>} */ ({});
  const missing = [];
  for (const [name, neighbour] of Object.entries(NEIGHBOURS)) {
    const { variable } = neighbour;
    const path =
      environment[variable] ||
      (await present(name, neighbour, { folder, environment })) ||
      (await fetched(name, neighbour, folder));
    if (path) found[variable] = path;
    else missing.push(name);
  }
  return { found, missing };
}

/**
 * @param {string} name
 * @param {Neighbour} neighbour
 * @param {{ folder: string, environment: NodeJS.ProcessEnv }} places
 */
async function present(name, { later }, { folder, environment }) {
  const searched = [environment.PATH ?? '', ...SERVICE_FOLDERS].join(delimiter);
  const own = join(folder, name, 'start');
  const installed = findProgram([name], searched);
  if (installed && (later === undefined || (await isFrom(installed, later.from)))) return installed;
  return isProgram(own) ? own : null;
}

/**
 * @param {string} program
 * @param {string} least
 */
async function isFrom(program, least) {
  const { output } = await run(program, ['version']);
  const [version = ''] = /\d+(\.\d+)+/.exec(output) ?? [];
  return version !== '' && version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

/**
 * Unpacks the program with its libraries, and writes the script that starts it from there.
 * @param {string} name
 * @param {Neighbour} neighbour
 * @param {string} folder
 * @returns {Promise<string | null>}
 */
async function fetched(name, neighbour, folder) {
  if (!isDebian()) return null;
  console.log(`Fetching the distribution's ${name} into the data folder …`);
  mkdirSync(folder, { recursive: true });
  const place = join(folder, name);
  const program = join(place, neighbour.program);
  const isUnpacked = await unpackPackages([neighbour.package], place, neighbour.later?.release);
  if (!isUnpacked || !existsSync(program)) return null;
  writeFileSync(join(place, 'start'), scriptOf(place, program));
  chmodSync(join(place, 'start'), 0o755);
  return join(place, 'start');
}

/**
 * Goes by where it lies, so that the folder may be copied. A program that starts itself again does so by this script, too.
 * @param {string} place
 * @param {string} program
 */
function scriptOf(place, program) {
  const here = (/** @type {string} */ path) => path.replaceAll(place, '$here');
  const [libraries, loader] = [here(librariesIn(place)), loaderIn(place)];
  const lines =
    loader === null
      ? [`export LD_LIBRARY_PATH="${libraries}"`, `exec "${here(program)}" "$@"`]
      : [`exec "${here(loader)}" --library-path "${libraries}" --argv0 "$0" "${here(program)}" "$@"`];
  return `${['#!/bin/sh', 'here=${0%/*}', ...lines].join('\n')}\n`;
}
