// Completes package-lock.json with the optional packages of other platforms.
//
// A registry mirror may lack some of them; npm then drops them from the lock and `npm ci` refuses the lock as
// incomplete. A stub entry (version and platform only, no integrity) is enough for `npm ci` here. `npm run check` refuses a
// lock with stubs: drop them and run this again where the registry has those packages. Run by `npm run lock` after
// every change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
let added = 0;

/**
 * The lock key under which node would find `name` when required from the package at `from`; null when absent.
 * @param {string} from
 * @param {string} name
 */
function resolveInLock(from, name) {
  let base = from;
  for (;;) {
    const key = `${base ? `${base}/` : ''}node_modules/${name}`;
    if (lock.packages[key]) return key;
    if (!base) return null;
    const cut = base.lastIndexOf('/node_modules/');
    base = cut < 0 ? '' : base.slice(0, cut);
  }
}

for (const [key, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolveInLock(key, name)) continue;
    const version = String(range).replace(/^[\^~]/, '');
    lock.packages[`node_modules/${name}`] = { version, optional: true, ...platformOf(name) };
    added += 1;
  }
}

/**
 * Platform fields read from the conventional package name, so that npm skips the stub on other platforms.
 * @param {string} name
 */
function platformOf(name) {
  const os = [
    'android',
    'darwin',
    'freebsd',
    'linux',
    'netbsd',
    'openbsd',
    'sunos',
    'aix',
    'win32',
    'openharmony',
  ].find((word) => name.includes(word));
  const cpu = ['arm64', 'x64', 'ia32', 'riscv64', 's390x', 'ppc64', 'loong64', 'mips64el', 'arm'].find((word) =>
    name.includes(word),
  );
  const libc = name.includes('musl') ? ['musl'] : undefined;
  return { os: [os ?? 'none'], ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc } : {}) };
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} optional entries of other platforms added`);
