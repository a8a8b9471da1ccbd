import { findProgram, isProgram } from './programs.mjs';
import { isDebian } from './debian-packages.mjs';
import { run } from '../commands.mjs';

/** What Debian's packages have; MiniBrowser lies in no folder of the search path. */
const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'fonts-noto-cjk', 'fonts-tlwg-loma-ttf'];
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

/**
 * The engines beside Chromium: those named, those installed, or, for the system's own user, those of the distribution.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<Record<string, string> | null>} their paths by variable; null when one is not to be had
 */
export async function provideEngines(environment) {
  const present = findEngines(environment);
  if (present || !isDebian() || process.getuid?.() !== 0) return present;
  console.log('Fetching Firefox and WebKitGTK …');
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...PACKAGES], { env });
  return findEngines(environment);
}

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Record<string, string> | null}
 */
function findEngines(environment) {
  const found = {
    FIREFOX_PATH: environment.FIREFOX_PATH ?? findProgram(['firefox-esr', 'firefox'], environment.PATH),
    WEBKIT_DRIVER_PATH: environment.WEBKIT_DRIVER_PATH ?? findProgram(['WebKitWebDriver'], environment.PATH),
    WEBKIT_BROWSER_PATH: environment.WEBKIT_BROWSER_PATH ?? MINI_BROWSERS.find(isProgram),
    XVFB_PATH: environment.XVFB_PATH ?? findProgram(['Xvfb'], environment.PATH),
  };
  const paths = Object.entries(found).flatMap(([name, path]) => (path ? [[name, path]] : []));
  return paths.length === Object.keys(found).length ? Object.fromEntries(paths) : null;
}
