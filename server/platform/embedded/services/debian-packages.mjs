import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './programs.mjs';
import { run } from '../commands.mjs';

/** Whether packages of the distribution can be unpacked here. */
export function isDebian() {
  return findProgram(['apt-get']) !== null && findProgram(['dpkg-deb']) !== null;
}

/**
 * Unpacks packages, and those they need that are not installed, into a folder. Nothing is installed and no root is
 * needed: only download and unpacking.
 * @param {string[]} packages
 * @param {string} folder made whole or not at all
 * @param {string} [release] of Debian, where not this machine's: all that they need comes from there, the C library, too
 * @returns {Promise<boolean>} false when the packages cannot be had
 */
export async function unpackPackages(packages, folder, release) {
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(join(draft, 'packages'), { recursive: true });
  try {
    // On a fresh machine or container the package lists are often empty: then they are fetched into our own folder.
    const own = await ownLists(`${folder}.lists`);
    if (release !== undefined) {
      const address = await addressOfArchive();
      if (address === null) return false;
      own.push(...sourceOf(release, address, `${folder}.lists`));
    }
    const installed = new Set(release === undefined ? await installedPackages() : []);
    for (const lists of release === undefined ? [[], own] : [own]) {
      if (lists === own) await run('apt-get', [...own, 'update', '-q'], {});
      const names = await neededPackages(packages, { lists, installed });
      const download = await run('apt-get', [...lists, 'download', ...names], { cwd: join(draft, 'packages') });
      if (download.code === 0 && (await unpackAll(draft))) {
        rmSync(folder, { recursive: true, force: true });
        rmSync(`${folder}.lists`, { recursive: true, force: true });
        renameSync(draft, folder);
        return true;
      }
    }
    return false;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Options that make apt keep its lists in a folder of ours.
 * @param {string} folder
 */
async function ownLists(folder) {
  mkdirSync(join(folder, 'lists/partial'), { recursive: true });
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true });
  const places = [`Dir::State::Lists=${folder}/lists`, `Dir::Cache=${folder}/cache`, 'Debug::NoLocking=1'];
  return places.flatMap((place) => ['-o', place]);
}

/** Where this machine takes Debian's packages from; null where it is another distribution's. */
async function addressOfArchive() {
  const { output } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)']);
  return output.split('\n').find((address) => /\/debian\/?$/.test(address)) ?? null;
}

/**
 * Options that make apt know one release alone.
 * @param {string} release
 * @param {string} address
 * @param {string} folder
 */
function sourceOf(release, address, folder) {
  const file = join(folder, 'sources.list');
  writeFileSync(file, `deb ${address} ${release} main\n`);
  return ['-o', `Dir::Etc::SourceList=${file}`, '-o', 'Dir::Etc::SourceParts=/dev/null'];
}

/**
 * The packages with all libraries they need, less what is installed.
 * @param {string[]} packages
 * @param {{ lists: string[], installed: Set<string> }} known
 */
async function neededPackages(packages, { lists, installed }) {
  const wanted = new Set(packages);
  for (let level = packages; level.length > 0; ) {
    const { output } = await run('apt-cache', [...lists, 'depends', '--no-recommends', '--no-suggests', ...level]);
    const needed = [...output.matchAll(/^ [ |](?:Pre)?Depends: ([a-z0-9][\w.+-]*)$/gm)].map((match) => match[1] ?? '');
    level = [...new Set(needed)].filter((name) => IS_DATA.test(name) && !installed.has(name) && !wanted.has(name));
    for (const name of level) wanted.add(name);
  }
  return [...wanted];
}

/** Libraries and data only: services, the handling of users and pages of theirs make no sense outside the system. */
const IS_DATA = /^(lib(?!js-)|lua|fonts?-|fontconfig)|-(common|data)$/;

async function installedPackages() {
  const listed = await run('dpkg-query', ['-W', '-f', '${db:Status-Abbrev}${Package}\n']);
  return listed.output
    .split('\n')
    .filter((line) => line.startsWith('ii'))
    .map((line) => line.slice(2).trim());
}

/** @param {string} folder */
async function unpackAll(folder) {
  const archives = readdirSync(join(folder, 'packages')).filter((name) => name.endsWith('.deb'));
  for (const archive of archives) {
    const unpacked = await run('dpkg-deb', ['-x', join(folder, 'packages', archive), folder]);
    if (unpacked.code !== 0) return false;
  }
  rmSync(join(folder, 'packages'), { recursive: true, force: true });
  return archives.length > 0;
}

/**
 * The program that loads others unpacked into the folder, where their C library is unpacked beside them: this machine's would not
 * fit it.
 * @param {string} folder
 */
export function loaderIn(folder) {
  for (const library of librariesIn(folder).split(':').filter(Boolean)) {
    const name = readdirSync(library).find((entry) => /^ld-linux\S*\.so\.\d+$/.test(entry));
    if (name !== undefined) return join(library, name);
  }
  return null;
}

/**
 * Where programs unpacked into the folder find their libraries.
 * @param {string} folder
 */
export function librariesIn(folder) {
  const parents = ['usr/lib', 'lib'].map((path) => join(folder, path)).filter((path) => existsSync(path));
  const machines = parents.flatMap((path) =>
    readdirSync(path)
      .filter((name) => name.includes('-linux-'))
      .map((name) => join(path, name)),
  );
  return [...machines, ...parents].join(':');
}
