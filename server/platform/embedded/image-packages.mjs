import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * @typedef {{ dev?: boolean, optional?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked
 * @typedef {Record<string, Locked>} Packages by their place, `node_modules/pg`
 */

/** Folders of compiled programs that no installation has. */
const NOT_SHIPPED = /^(bench|test)\//;

/**
 * The packages that a compiled file takes.
 * @param {string} text
 */
export function packagesIn(text) {
  const taken =
    /(?:^(?:import|export)\b[^'"\n;]*?\bfrom\s*|^import\s*|\bimport\(|\brequire\()["']([^"'./][^"']*)["']/gm;
  return [...text.matchAll(taken)].map(([, name = '']) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
}

/**
 * The packages that the compiled server takes, of the lock's.
 * @param {string} root
 * @param {Packages} packages
 */
export function packagesOfServer(root, packages) {
  const names = new Set();
  for (const folder of ['dist/server', 'dist/programs']) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.js') || NOT_SHIPPED.test(file)) continue;
      for (const name of packagesIn(readFileSync(join(root, folder, file), 'utf8'))) names.add(name);
    }
  }
  return [...names].filter((name) => `node_modules/${name}` in packages && !builtinModules.includes(name));
}

/**
 * The places of these packages, of what they need and of what they can use and is there, for every platform.
 * @param {Packages} packages
 * @param {string[]} names
 * @returns {Set<string>}
 */
export function placesOf(packages, names) {
  const places = new Set();
  const open = names.map((name) => `node_modules/${name}`);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const entry = packages[place];
    if (places.has(place) || !entry || entry.dev) continue;
    places.add(place);
    for (const name of neededBy(entry)) {
      const found = placeOf(packages, place, name);
      if (found !== null) open.push(found);
    }
  }
  return places;
}

/** @param {Locked} entry */
function neededBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * Where a package finds another: in its own folder, or in the nearest one above.
 * @param {Packages} packages
 * @param {string} from
 * @param {string} name
 */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const place = `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (!folder.includes('/node_modules/')) break;
  }
  return `node_modules/${name}` in packages ? `node_modules/${name}` : null;
}

/**
 * Removes every installed package that the compiled server does not need: those of the page, and those of the build.
 * @param {string} root
 */
export function pruneToServerPackages(root) {
  const { packages } = /** @type {{ packages: Packages }} */ (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  );
  const needed = placesOf(packages, packagesOfServer(root, packages));
  for (const place of Object.keys(packages)) {
    // What lies in the folder of another one goes or stays with it, unless it is of its own.
    if (place === '' || needed.has(place) || !existsSync(join(root, place))) continue;
    if ([...needed].some((other) => other.startsWith(`${place}/`))) continue;
    rmSync(join(root, place), { recursive: true });
  }
  console.log(`${needed.size} packages of ${Object.keys(packages).length - 1} stay.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  pruneToServerPackages(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))));
