import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'libpg-query';
import { FORMER_ARGUMENTS, FORMER_FUNCTIONS } from './sql-names.mjs';

const CALLER = 'server/platform/database/call-function.js';

/** How the driver takes and gives the types of Postgres. */
const TYPES = /** @type {Record<string, [given: string, answer: string]>} */ ({
  bool: ['boolean', 'boolean'],
  bytea: ['Buffer', 'Buffer'],
  date: ['string', 'Date'],
  float8: ['number', 'number'],
  int2: ['number', 'number'],
  int4: ['number', 'number'],
  int8: ['string | number', 'string'],
  jsonb: ['string', 'unknown'],
  numeric: ['string', 'string'],
  text: ['string', 'string'],
  timestamptz: ['Date', 'Date'],
  void: ['never', 'unknown'],
});

/**
 * The declarations of the stored functions of one folder, for `call-function.ts`; null where it has none that can be
 * called from outside of the database.
 * @param {string} root
 * @param {string} folder relative to the root
 * @param {string[]} files the folder's functions, relative to the root
 */
export function declarationsOf(root, folder, files) {
  const functions = files.sort().flatMap((path) => signatureOf(readFileSync(join(root, path), 'utf8')) ?? []);
  if (functions.length === 0) return null;
  const caller = relative(folder, CALLER);
  const interfaces = ['ValueFunctions', 'RowFunctions', 'ListFunctions'].flatMap((kind) => {
    const members = functions.filter((one) => one.kind === kind).map(({ text }) => text);
    return members.length === 0 ? [] : [`  interface ${kind} {\n${members.join('')}  }\n`];
  });
  return `// Written by \`npm run sql-types\` from the signatures of the files beside it.
import '${caller}';

declare module '${caller}' {
${interfaces.join('\n')}}
`;
}

/** @param {string} text */
function signatureOf(text) {
  if (/^-- Access: stored functions$/m.test(text)) return null;
  const created = /** @type {any} */ (parseSync(text)).stmts[0].stmt.CreateFunctionStmt;
  const parameters = (created.parameters ?? []).map((/** @type {any} */ { FunctionParameter: one }) => one);
  const name = created.funcname[0].String.sval;
  if (Object.hasOwn(FORMER_FUNCTIONS, name)) return null;
  const all = parameters.filter((/** @type {any} */ one) => !FORMER_ARGUMENTS[name]?.includes(one.name));
  const given = all.filter((/** @type {any} */ { mode }) => mode === 'FUNC_PARAM_DEFAULT');
  const isList = created.returnType?.setof === true;
  const out = all.filter((/** @type {any} */ { mode }) => mode === (isList ? 'FUNC_PARAM_TABLE' : 'FUNC_PARAM_OUT'));
  // Whole rows of a table, and rows as arguments, are for the SQL of a store to say.
  if (isList && out.length === 0) return null;
  if (out.length + given.length < all.length) return null;
  const answers = out.length > 0 ? out.map((/** @type {any} */ one) => one.argType) : [created.returnType];
  if (
    given.some((/** @type {any} */ one) => !typeOf(one.argType, 0)) ||
    !answers.every((/** @type {any} */ type) => typeOf(type, 1))
  )
    return null;
  const answer = isList || out.length > 1 ? fields(out, 1, '') : [`      answer: ${typeOf(answers[0], 1)};\n`];
  const lines = [`    ${name}: {\n`, ...fields(given, 0, ' | null'), ...answer, '    };\n'];
  const kind = out.length > 1 ? 'RowFunctions' : 'ValueFunctions';
  return { kind: isList ? 'ListFunctions' : kind, text: lines.join('') };
}

/**
 * @param {any[]} parameters
 * @param {0 | 1} side given, or answered
 * @param {string} more
 */
function fields(parameters, side, more) {
  const word = side === 0 ? 'given' : 'answer';
  if (parameters.length === 0) return [`      ${word}: Record<string, never>;\n`];
  const lines = parameters.map(({ name, argType }) => `        ${camelCase(name)}: ${typeOf(argType, side)}${more};\n`);
  return [`      ${word}: {\n`, ...lines, '      };\n'];
}

/**
 * @param {any} type
 * @param {0 | 1} side
 */
function typeOf(type, side) {
  const word = TYPES[type.names.at(-1).String.sval]?.[side];
  if (!word || !type.arrayBounds) return word;
  return side === 0 ? `(${word} | null)[]` : `${word}[]`;
}

/** @param {string} name */
function camelCase(name) {
  return name.replace(/^p_/, '').replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** @param {string[]} paths of stored functions @returns {Map<string, string[]>} by folder */
export function byFolder(paths) {
  const folders = new Map();
  for (const path of paths) folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), path]);
  return folders;
}
