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
 * @param {string | null} suite of Debian, where they are looked for that this machine's own suites do not have
 * @returns {Promise<boolean>} false when the packages cannot be had
 */
export async function unpackPackages(packages, folder, suite = null) {
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(join(draft, 'packages'), { recursive: true });
  try {
    // On a fresh machine or container the package lists are often empty: then they are fetched into our own folder.
    const own = ownLists(`${folder}.lists`);
    const isUnpacked =
      (await download(packages, draft, [])) ||
      (await download(packages, draft, await updated(own))) ||
      (suite !== null &&
        (await download(packages, draft, await updated(await listsOf(suite, own, `${folder}.lists`)))));
    if (!isUnpacked) return false;
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${folder}.lists`, { recursive: true, force: true });
    renameSync(draft, folder);
    return true;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} packages
 * @param {string} draft
 * @param {string[] | null} lists options that say where apt's lists are; null: there are none
 */
async function download(packages, draft, lists) {
  if (lists === null) return false;
  const names = await missingPackages(packages, lists);
  const { code } = await run('apt-get', [...lists, 'download', ...names], { cwd: join(draft, 'packages') });
  return code === 0 && (await unpackAll(draft));
}

/** @param {string[] | null} lists */
async function updated(lists) {
  if (lists !== null) await run('apt-get', [...lists, 'update', '-q'], {});
  return lists;
}

/**
 * Options that make apt keep its lists in a folder of ours.
 * @param {string} folder
 */
function ownLists(folder) {
  mkdirSync(join(folder, 'lists/partial'), { recursive: true });
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true });
  const places = [`Dir::State::Lists=${folder}/lists`, `Dir::Cache=${folder}/cache`, 'Debug::NoLocking=1'];
  return places.flatMap((place) => ['-o', place]);
}

/**
 * The same for another suite of Debian, from wherever this machine has its own; null where those are not Debian's.
 * @param {string} suite
 * @param {string[]} own options of this machine's own lists, once they are fetched
 * @param {string} folder
 */
async function listsOf(suite, own, folder) {
  const format = '$(ORIGIN)/$(LABEL) $(REPO_URI)';
  const { output } = await run('apt-get', [...own, 'indextargets', '--format', format, 'Created-By: Packages'], {});
  const archive = /^Debian\/Debian (\S+)$/m.exec(output)?.[1];
  if (!archive) return null;
  const lists = ownLists(join(folder, suite));
  const sources = join(folder, suite, 'sources.list');
  writeFileSync(sources, `deb ${existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : ''}${archive} ${suite} main\n`);
  return [...lists, '-o', `Dir::Etc::SourceList=${sources}`, '-o', 'Dir::Etc::SourceParts=/dev/null'];
}

/** Debian's own keys, as its package of them has them. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * The packages with all libraries they need, less what is installed.
 * @param {string[]} packages
 * @param {string[]} lists
 */
async function missingPackages(packages, lists) {
  const installed = new Set(await installedPackages());
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
