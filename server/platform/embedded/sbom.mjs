import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { licencesOf } from './supply-chain.mjs';

/**
 * @typedef {import('./supply-chain.mjs').LockedPackage & { name?: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} Entry
 * @typedef {{ name: string, version: string, packages: Record<string, Entry> }} Lock
 */

/**
 * The parts of the product as CycloneDX 1.5 says it, out of the lock file alone: each package that is no tool, once a version, with its
 * licence and SHA-512, and which takes which. The same lock file gives the same text. npm's own list with `--omit=dev` leaves out
 * whatever a tool takes as well, socket.io and React among them.
 * @param {Lock} lock
 */
export function partsOf(lock) {
  const parts = Object.entries(lock.packages).filter(([path, { dev, link }]) => path !== '' && !dev && !link);
  const licences = new Map(licencesOf(lock).map(({ name, version, licence }) => [`${name}@${version}`, licence]));
  const components = new Map();
  /** @type {Map<string, Set<string>>} */
  const taken = new Map([[refOf('', lock), takenBy('', lock)]]);
  for (const [path, { version = '', integrity = '' }] of parts) {
    const ref = refOf(path, lock);
    taken.set(ref, new Set([...(taken.get(ref) ?? []), ...takenBy(path, lock)]));
    const name = ref.slice(0, ref.lastIndexOf('@'));
    const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
    components.set(ref, {
      type: 'library',
      'bom-ref': ref,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [{ alg: 'SHA-512', content }],
      licenses: licenceOf(licences.get(ref) ?? null),
    });
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': refOf('', lock), name: lock.name, version: lock.version },
    },
    components: [...components.values()],
    dependencies: [...taken].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
  };
}

/** @param {string | null} licence */
function licenceOf(licence) {
  if (licence === null) return [];
  return licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }];
}

/** Name and version of what lies at a path of the lock file. @param {string} path @param {Lock} lock */
function refOf(path, { name, version, packages }) {
  if (path === '') return `${name}@${version}`;
  const own = packages[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return `${own}@${packages[path]?.version ?? ''}`;
}

/** @param {string} path @param {Lock} lock */
function takenBy(path, lock) {
  const { dependencies, optionalDependencies, peerDependencies } = lock.packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const places = names.flatMap((name) => placeOf(path, name, lock) ?? []);
  return new Set(places.filter((place) => !lock.packages[place]?.dev).map((place) => refOf(place, lock)));
}

/**
 * Where Node would find a package: beside the one that takes it, or in a folder above. Undefined: an optional one that is nowhere.
 * @param {string} from
 * @param {string} name
 * @param {Lock} lock
 */
function placeOf(from, name, { packages }) {
  const folders = from
    .split('/node_modules/')
    .map((_, count, all) => all.slice(0, all.length - count).join('/node_modules/'));
  const places = [
    ...folders.filter((folder) => folder !== '').map((folder) => `${folder}/node_modules/${name}`),
    `node_modules/${name}`,
  ];
  return places.find((place) => packages[place]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  process.stdout.write(`${JSON.stringify(partsOf(lock), null, 2)}\n`);
}
