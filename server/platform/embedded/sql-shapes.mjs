import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

const DECLARED = /^-- Shape: (\S+\.dto\.ts) (\w+) of (\w+)$/m;
const AS_ANOTHER = /^-- Shape: as (\w+)$/m;
const BEGIN = /^( *)-- The shape, written by `npm run sql-types`\.\n/m;
const END = /^ *-- The end of the shape\.\n/m;
const EXCEPTION = /^-- (\w+) = (.+)$/;
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
 * Names and types of a class's properties, in order.
 * @param {string} root
 * @param {string} path
 * @param {string} name
 * @returns {[field: string, type: string][]}
 */
function fieldsOf(root, path, name) {
  const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const found = file.statements.find((one) => ts.isClassDeclaration(one) && one.name?.text === name);
  if (!found || !ts.isClassDeclaration(found)) throw new Error(`${path}: there is no class ${name}`);
  return found.members
    .filter(ts.isPropertyDeclaration)
    .map((member) => [member.name.getText(file), member.type?.getText(file) ?? '']);
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
