import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { filesUnder } from './fingerprint.mjs';

/**
 * Packages that no file of ours names: who takes them, and why they stand in package.json. A package takes another as
 * its declared peer; a file takes one by a text that is not its name.
 * @type {Record<string, { peerOf: string } | { file: string, text: string }>}
 */
const TAKEN_BY_OTHERS = {
  // Guards, filters and gateways may answer with observables; ours answer with promises.
  rxjs: { peerOf: '@nestjs/core' },
  // The type-aware half of the linter.
  'oxlint-tsgolint': { peerOf: 'oxlint' },
  'jest-environment-jsdom': { file: 'jest.config.mjs', text: "testEnvironment: 'jsdom'" },
  // A program of users takes them: the test starts the one by its path, and the other is in what that wrote.
  'openapi-typescript': {
    file: 'server/test/journeys/generated-client.spec.ts',
    text: 'openapi-typescript/bin/cli.js',
  },
  'openapi-fetch': { file: 'server/test/fixtures/api-bot.ts.txt', text: "from 'openapi-fetch'" },
};

/** Where programs, tests and tools' own settings stand. */
const FOLDERS = ['server', 'client'];
const SETTINGS = /^(.*\.config\.[mc]?[jt]s|\..*\.cjs|.*\.json)$/;
const NO_SETTINGS = ['package.json', 'package-lock.json'];

/**
 * The packages of package.json that nothing uses, and what has become untrue in the list above.
 * @param {string} root
 * @param {typeof TAKEN_BY_OTHERS} [takenByOthers]
 * @returns {string[]} one line a fault
 */
export function unusedPackages(root, takenByOthers = TAKEN_BY_OTHERS) {
  const {
    scripts = {},
    dependencies = {},
    optionalDependencies = {},
    devDependencies = {},
  } = manifest(join(root, 'package.json'));
  const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  const named = new Set([...filesOf(root).flatMap((path) => namedBy(root, path)), ...commandsOf(scripts)]);
  const isUsed = (/** @type {string} */ name) =>
    named.has(name) || programsOf(root, name).some((program) => named.has(program)) || named.has(typedBy(name));

  const faults = declared
    .filter((name) => !isUsed(name) && !(name in takenByOthers))
    .map((name) => `package.json: nothing uses ${name}`);
  for (const [name, taker] of Object.entries(takenByOthers)) {
    if (!declared.includes(name)) continue;
    if (isUsed(name)) faults.push(`${name} is used by name: nobody else has to take it`);
    else if ('file' in taker) {
      if (!readFileSync(join(root, taker.file), 'utf8').includes(taker.text))
        faults.push(`${name}: ${taker.file} does not say ${taker.text}`);
    } else if (!isUsed(taker.peerOf)) faults.push(`${name} is there for ${taker.peerOf}, which nothing uses`);
    else if (!installed(root, taker.peerOf).peerDependencies?.[name])
      faults.push(`${name} is no peer of ${taker.peerOf}`);
  }
  return faults.sort();
}

/** @param {string} root */
function filesOf(root) {
  const settings = readdirSync(root).filter((name) => SETTINGS.test(name) && !NO_SETTINGS.includes(name));
  return [...settings, ...FOLDERS.flatMap((folder) => filesUnder(root, folder))];
}

/**
 * The packages that a file names: what it imports or requires, programs inside of `node_modules`, and in settings any text.
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function namedBy(root, path) {
  const isSettings = SETTINGS.test(path.split('/').at(-1) ?? '');
  if (!isSettings && !/\.([mc]?js|tsx?)$/.test(path)) return [];
  const text = readFileSync(join(root, path), 'utf8');
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const required = all(text, /require\b[^;\n]*?\(['"`]([^'"`\n]+)['"`]\)/gi);
  const inside = all(text, /node_modules\/([^'"`\n]+)/g);
  const said = isSettings ? all(text, /['"`]([^'"`\n]+)['"`]/g) : [];
  return [...imported, ...required, ...inside, ...said].map(packageOf);
}

/**
 * What the pattern's group matches, everywhere in a text.
 * @param {string} text
 * @param {RegExp} pattern
 */
function all(text, pattern) {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
}

/** The package of a module's name: `@a/b` of `@a/b/c`. @param {string} specifier */
function packageOf(specifier) {
  const [first = '', second = ''] = specifier.replace(/^node:.*/, 'node').split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** The commands of package.json's scripts. @param {Record<string, string>} scripts */
function commandsOf(scripts) {
  return Object.values(scripts).flatMap((script) =>
    script.split(/&&|\|\||;/).map((command) => command.trim().split(' ')[0] ?? ''),
  );
}

/**
 * The names under which a package's programs are called.
 * @param {string} root
 * @param {string} name
 */
function programsOf(root, name) {
  const { bin = {} } = installed(root, name);
  return typeof bin === 'string' ? [name] : Object.keys(bin);
}

/** The package that a package of types describes; the types of no package describe themselves. @param {string} name */
function typedBy(name) {
  const [, described] = /^@types\/(.+)$/.exec(name) ?? [];
  if (!described) return name;
  return described.includes('__') ? `@${described.replace('__', '/')}` : described;
}

/**
 * @param {string} root
 * @param {string} name
 */
function installed(root, name) {
  return manifest(join(root, 'node_modules', name, 'package.json'));
}

/**
 * @param {string} file
 * @returns {{ scripts?: Record<string, string>, bin?: string | Record<string, string> }
 *   & Partial<Record<'dependencies' | 'optionalDependencies' | 'devDependencies' | 'peerDependencies', Record<string, string>>>}
 */
function manifest(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
