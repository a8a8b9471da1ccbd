import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isDebian, librariesIn, unpackPackages } from './debian-packages.mjs';
import { findProgram, isProgram } from './programs.mjs';

/**
 * @typedef {object} Neighbour
 * @property {string} variable says where it is
 * @property {string} package of the distribution
 * @property {string} program where the package has it
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
      environment[variable] || present(name, folder, environment) || (await fetched(name, neighbour, folder));
    if (path) found[variable] = path;
    else missing.push(name);
  }
  return { found, missing };
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} environment
 */
function present(name, folder, environment) {
  const searched = [environment.PATH ?? '', ...SERVICE_FOLDERS].join(delimiter);
  const own = join(folder, name, 'start');
  return findProgram([name], searched) ?? (isProgram(own) ? own : null);
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
  if (!(await unpackPackages([neighbour.package], place)) || !existsSync(program)) return null;
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const script = ['#!/bin/sh', `export LD_LIBRARY_PATH=${quoted(librariesIn(place))}`, `exec ${quoted(program)} "$@"`];
  writeFileSync(join(place, 'start'), `${script.join('\n')}\n`);
  chmodSync(join(place, 'start'), 0o755);
  return join(place, 'start');
}
