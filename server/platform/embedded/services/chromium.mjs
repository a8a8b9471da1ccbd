import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDebian, librariesIn, unpackPackages } from './debian-packages.mjs';
import { findProgram, isProgram } from './programs.mjs';
import { run } from '../commands.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_MACOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
/** The pages have Chinese, Japanese, Korean and Thai text; without such fonts they show boxes. */
const FONTS = ['fonts-noto-cjk', 'fonts-tlwg-loma-ttf'];
const PACKAGES = ['chromium', ...FONTS];

/**
 * A Chromium for the browser tests: the one named, the one installed, or one fetched from the distribution.
 * @param {string} folder data folder, for a fetched one
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | null>} path of the program, or null when there is none to be had
 */
export async function provideChromium(folder, environment) {
  const present = findChromium(folder, environment);
  if (!isDebian()) return present;
  const isRoot = process.getuid?.() === 0;
  if (present) {
    if (isRoot && !(await areInstalled(FONTS))) await installSystemWide(FONTS, environment);
    return present;
  }
  console.log('Fetching Chromium for the browser tests …');
  if (isRoot) await installSystemWide(PACKAGES, environment);
  else await unpackInto(join(folder, 'chromium'));
  return findChromium(folder, environment);
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string | null}
 */
function findChromium(folder, environment) {
  const named = environment.CHROMIUM_PATH;
  if (named) return isProgram(named) ? named : null;
  const fetched = join(folder, 'chromium/chromium');
  return findProgram(NAMES, environment.PATH) ?? [ON_MACOS, fetched].find(isProgram) ?? null;
}

/**
 * Whether all of the packages are installed.
 * @param {string[]} packages
 */
async function areInstalled(packages) {
  const { code, output } = await run('dpkg-query', ['-W', '-f', '${db:Status-Abbrev}', ...packages]);
  return code === 0 && output.replaceAll('ii ', '') === '';
}

/**
 * @param {string[]} packages
 * @param {NodeJS.ProcessEnv} environment
 */
async function installSystemWide(packages, environment) {
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
}

/**
 * Unpacks Chromium with its libraries and fonts, and writes the script that starts it from there.
 * @param {string} place
 */
async function unpackInto(place) {
  const done = await unpackPackages([...PACKAGES, 'chromium-common'], place);
  const program = join(place, 'usr/lib/chromium/chromium');
  if (!done || !existsSync(program)) return;
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const script = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH=${quoted(librariesIn(place))}`,
    `export XDG_DATA_DIRS=${quoted(join(place, 'usr/share'))}:/usr/local/share:/usr/share`,
    `export XDG_DATA_HOME=${quoted(join(place, 'usr/share'))}`,
    `[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH=${quoted(join(place, 'etc/fonts'))}`,
    `exec ${quoted(program)} "$@"`,
  ];
  writeFileSync(join(place, 'chromium'), `${script.join('\n')}\n`);
  chmodSync(join(place, 'chromium'), 0o755);
}
