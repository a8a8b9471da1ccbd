import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';
import { filesUnder } from './fingerprint.mjs';
import { callsByPlace } from './sql-calls.mjs';
import { layoutOf } from './sql-layout.mjs';
import { FORMER_ARGUMENTS, unclearNamesOf } from './sql-names.mjs';
import { unreadParametersOf } from './sql-parameters.mjs';
import { eventFaults, shapedFunction } from './sql-shapes.mjs';
import { byFolder, declarationsOf } from './sql-types.mjs';

const LONGEST_LINE = 125;
const MIGRATIONS = 'server/database/migrations';

/**
 * What is wrong with the stored functions of the product and with its migrations, as far as the parser of Postgres can
 * tell without a server.
 * @param {string} root
 * @returns {Promise<string[]>} one line a fault
 */
export async function sqlFaults(root) {
  await loadModule();
  const files = functionFiles(root);
  const faults = files.flatMap((path) => functionFaults(path, readFileSync(join(root, path), 'utf8')));
  const names = files.map((path) => basename(path));
  for (const [index, name] of names.entries())
    if (names.indexOf(name) !== index) faults.push(`${files[index]}: there is another file of this name`);
  for (const path of filesUnder(root, MIGRATIONS))
    if (/create\s+(or\s+replace\s+)?(function|procedure)/i.test(readFileSync(join(root, path), 'utf8')))
      faults.push(`${path}: functions are files of their feature, not part of a migration`);
  faults.push(
    ...callsByPlace(
      root,
      names.map((name) => basename(name, '.sql')),
    ),
  );
  faults.push(...files.flatMap((path) => eventFaults(root, path)));
  if (faults.length > 0) return faults;
  for (const [path, text] of [...shapes(root), ...(await declarations(root))])
    if (!existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
      faults.push(`${path}: is not what signatures and contract say: npm run sql-types`);
  return faults;
}

/**
 * The declarations of all stored functions for those who call them, by the path of their file.
 * @param {string} root
 * @returns {Promise<[path: string, text: string][]>}
 */
export async function declarations(root) {
  await loadModule();
  return [...byFolder(functionFiles(root))].flatMap(([folder, files]) => {
    const text = declarationsOf(root, folder, files);
    return text === null ? [] : [/** @type {[string, string]} */ ([join(folder, 'functions.d.ts'), text])];
  });
}

/**
 * The stored functions that make a wire shape of the contract, as they must be.
 * @param {string} root
 * @returns {[path: string, text: string][]}
 */
export function shapes(root) {
  const files = functionFiles(root);
  return files.flatMap((path) => {
    const text = shapedFunction(root, path, files);
    return text === null ? [] : [/** @type {[string, string]} */ ([path, text])];
  });
}

/** @param {string} root */
function functionFiles(root) {
  return filesUnder(root, 'server').filter((path) => path.endsWith('.sql') && basename(dirname(path)) === 'sql');
}

/**
 * The faults of one file. Call `loadModule` of libpg-query before.
 * @param {string} path
 * @param {string} text
 * @param {Readonly<Record<string, readonly string[]>>} former arguments of the version before
 * @returns {string[]}
 */
export function functionFaults(path, text, former = FORMER_ARGUMENTS) {
  const faults = frameFaults(text);
  try {
    const name = basename(path, '.sql');
    faults.push(...statementFaults(name, text, former[name] ?? []));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults.map((fault) => `${path}: ${fault}`);
}

/** @param {string} text */
function frameFaults(text) {
  const faults = [];
  if (!/^-- \S/.test(text)) faults.push('it does not begin with a comment that says what it is for');
  if (!text.endsWith('$$;\n')) faults.push('it does not end with "$$;" and one line break');
  if (/[ \t]$/m.test(text)) faults.push('a line ends with a blank');
  if (text.includes('\t')) faults.push('a tab');
  if (text.split('\n').some((line) => line.length > LONGEST_LINE))
    faults.push(`a line of over ${LONGEST_LINE} characters`);
  if (
    /^security definer$/m.test(text) &&
    !/^-- Access: (product|worker|feed|worker and feed|stored functions)$/m.test(text)
  )
    faults.push('it runs with the rights of its owner and does not say who may call it ("-- Access: …")');
  return faults;
}

/**
 * @param {string} name
 * @param {string} text
 * @param {readonly string[]} former
 */
function statementFaults(name, text, former) {
  const { stmts = [] } = parseSync(text);
  const created = /** @type {any} */ (stmts[0]?.stmt)?.CreateFunctionStmt;
  if (stmts.length !== 1 || !created) return ['it is not one create function statement'];
  const faults = [];
  const called = created.funcname.map((/** @type {any} */ part) => part.String.sval).join('.');
  if (called !== name) faults.push(`it makes ${called}`);
  if (!created.replace) faults.push('it does not say "or replace"');
  // The parser knows no types of ours, and takes a list of them for what no function can answer.
  if (created.options.some(isPlpgsql)) parsePlPgSQLSync(text.replace(/ returns \w+\[\]/, ' returns text[]'));
  const body = text.slice(text.indexOf('$$') + 2, text.lastIndexOf('$$'));
  if (!created.options.some(isPlpgsql)) parseSync(body);
  faults.push(...formerFaults(created.parameters ?? [], former));
  return [...faults, ...unreadParametersOf(text, former), ...unclearNamesOf(text, former), ...layoutOf(text)];
}

/**
 * @param {any[]} parameters
 * @param {readonly string[]} former
 */
function formerFaults(parameters, former) {
  return former
    .filter((name) => !parameters.some(({ FunctionParameter: one }) => one.name === name && one.defexpr))
    .map((name) => `${name} is of the version before: it needs a default, so that this one can leave it out`);
}

/** @param {any} option */
function isPlpgsql(option) {
  return option.DefElem.defname === 'language' && option.DefElem.arg.String.sval === 'plpgsql';
}
