import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { scanSync } from 'libpg-query';
import ts from 'typescript';

const DECLARED = /^-- Shape: (\S+\.dto\.ts) (\w+) of (\w+)$/m;
const AS_ANOTHER = /^-- Shape: as (\w+)$/m;
const BEGIN = /^( *)-- The shape, written by `npm run sql-types`\.\n/m;
const END = /^ *-- The end of the shape\.\n/m;
const EXCEPTION = /^-- (\w+) = (.+)$/;
const EVENT = /^-- Event: (\S+\.dto\.ts) (\w+(?: \w+)*)$/m;
/** What identifies each event. */
const IDENTITY = /** @type {const} */ ([
  ['entity', false],
  ['entityVersion', false],
]);
const WIDTH = 118;

/**
 * The text of a stored function whose wire shape is made from a class of the contract, as it must be; null for a function
 * without one. Its first comment says which class and which row it is of, and after that, one a line, what is not simply
 * the column of the field's name:
 *
 *     -- Shape: contract/trading/futures.dto.ts FuturesPositionView of p
 *     -- market = symbol
 *
 * Decimal text is trimmed, what ends in `At` is an instant in Unix milliseconds. `-- Shape: as futures_view` takes over
 * what that function, of the same folder, declares. Names and values stand between two comments in the body.
 * @param {string} root
 * @param {string} path
 * @param {readonly string[]} files all stored functions
 * @returns {string | null}
 */
export function shapedFunction(root, path, files) {
  const text = readFileSync(join(root, path), 'utf8');
  const other = AS_ANOTHER.exec(text)?.[1];
  const source = other === undefined ? path : files.find((file) => basename(file) === `${other}.sql`);
  if (source === undefined) throw new Error(`${path}: there is no function ${other}`);
  const declaring = readFileSync(join(root, source), 'utf8');
  const declared = DECLARED.exec(declaring);
  if (!declared) return null;
  const [all, file = '', name = '', row = ''] = declared;
  const rest = declaring.slice(declared.index + all.length + 1).split('\n');
  const until = rest.findIndex((line) => !EXCEPTION.test(line));
  const exceptions = rest.slice(0, until);
  const given = new Map(exceptions.map((line) => /** @type {[string, string]} */ (EXCEPTION.exec(line)?.slice(1))));
  const pairs = fieldsOf(root, join('server', file), name).map(
    ([field, type]) => `'${field}', ${given.get(field) ?? columnOf(row, field, type)}`,
  );
  const [begin, end] = [BEGIN.exec(text), END.exec(text)];
  if (!begin || !end) throw new Error(`${path}: there is no place for the shape of ${name}`);
  const lines = wrapped(pairs, begin[1] ?? '');
  return `${text.slice(0, begin.index + begin[0].length)}${lines}${text.slice(end.index)}`;
}

/** @param {string} row @param {string} field @param {string} type */
function columnOf(row, field, type) {
  const column = `${row}.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  if (/\bDecimalText\b/.test(type)) return `trim_scale(${column})::text`;
  return field.endsWith('At') ? `(extract(epoch from ${column}) * 1000)::bigint` : column;
}

/**
 * The faults of a stored function that makes the payload of an event. Its comment says which fields the contract has for it, of
 * several where one function makes several kinds:
 *
 *     -- Event: contract/event-fields.dto.ts OptionSettledFields OptionVoidedFields
 *
 * It makes what identifies the event, each field that is not optional, and none that the class does not have. Call `loadModule` of
 * libpg-query before.
 * @param {string} root
 * @param {string} path
 * @returns {string[]} one line a fault
 */
export function eventFaults(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const made = new Set(keysOf(text.slice(text.indexOf('$$') + 2, text.lastIndexOf('$$'))));
  const [, file = '', names = ''] = EVENT.exec(text) ?? [];
  if (names === '')
    return made.has('entity') ? [`${path}: it makes an event and does not say which ("-- Event: …")`] : [];
  return names.split(' ').flatMap((name) => {
    const fields = [...IDENTITY, ...allFieldsOf(root, join('server', file), name)];
    const missing = fields.filter(([field, isOptional]) => !isOptional && !made.has(field));
    const other = [...made].filter((key) => !fields.some(([field]) => field === key));
    return [
      ...missing.map(([field]) => `${path}: it leaves out ${field} of ${name}`),
      ...other.map((key) => `${path}: it makes ${key}, which ${name} does not have`),
    ];
  });
}

/**
 * The names in the objects that are built, those within other objects left out.
 * @param {string} body
 * @returns {string[]}
 */
function keysOf(body) {
  const tokens = scanSync(body).tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName));
  /** @type {string[]} */
  const keys = [];
  /** @type {{ depth: number, isKey: boolean }[]} */
  const objects = [];
  let depth = 0;
  for (const [place, { text, tokenName }] of tokens.entries()) {
    const object = objects.at(-1);
    if (/^[([]$/.test(text)) {
      depth += 1;
      if (tokens[place - 1]?.text === 'jsonb_build_object') objects.push({ depth, isKey: true });
    } else if (/^[)\]]$/.test(text)) {
      if (object?.depth === depth) objects.pop();
      depth -= 1;
    } else if (object?.depth === depth && text === ',') object.isKey = !object.isKey;
    else if (object?.depth === depth && object.isKey && tokenName === 'SCONST' && objects.length === 1)
      keys.push(text.slice(1, -1));
  }
  return keys;
}

/**
 * Names of a class's properties and of those that it extends, and whether each is optional.
 * @param {string} root
 * @param {string} path
 * @param {string} name
 * @returns {[field: string, isOptional: boolean][]}
 */
function allFieldsOf(root, path, name) {
  const file = parsed(root, path);
  const found = classOf(file, name);
  const own = found.members
    .filter(ts.isPropertyDeclaration)
    .map(
      (member) => /** @type {[string, boolean]} */ ([member.name.getText(file), member.questionToken !== undefined]),
    );
  const base = found.heritageClauses?.[0]?.types[0]?.expression.getText(file);
  if (base === undefined) return own;
  const imported = file.statements.filter(ts.isImportDeclaration).find(({ importClause }) => {
    const named = importClause?.namedBindings;
    return named && ts.isNamedImports(named) && named.elements.some((element) => element.name.text === base);
  });
  const from = imported && /** @type {ts.StringLiteral} */ (imported.moduleSpecifier).text.replace(/\.js$/, '.ts');
  return [...allFieldsOf(root, from === undefined ? path : join(dirname(path), from), base), ...own];
}

/**
 * Names and types of a class's properties, in order.
 * @param {string} root
 * @param {string} path
 * @param {string} name
 * @returns {[field: string, type: string][]}
 */
function fieldsOf(root, path, name) {
  const file = parsed(root, path);
  return classOf(file, name)
    .members.filter(ts.isPropertyDeclaration)
    .map((member) => [member.name.getText(file), member.type?.getText(file) ?? '']);
}

/** @param {string} root @param {string} path */
function parsed(root, path) {
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** @param {ts.SourceFile} file @param {string} name */
function classOf(file, name) {
  const found = file.statements.find((one) => ts.isClassDeclaration(one) && one.name?.text === name);
  if (!found || !ts.isClassDeclaration(found)) throw new Error(`${file.fileName}: there is no class ${name}`);
  return found;
}

/** @param {string[]} pairs @param {string} indent */
function wrapped(pairs, indent) {
  /** @type {string[]} */
  const lines = [];
  for (const [place, pair] of pairs.entries()) {
    const word = place < pairs.length - 1 ? `${pair},` : pair;
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}
