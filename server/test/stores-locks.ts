import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const SERVER = join(__dirname, '..');
export const LOCK =
  /\bfor (?:no key update|update|key share|share)\b(?: of (\w+))?( skip locked)?|\bpg_(?:try_)?advisory_(?:xact_)?lock(?:_shared)?\(/g;
const TABLE = /\b(?:from|join)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/g;

/**
 * What a file's own statements lock, in the order of its text: tables, and advisory locks by their names, `lock:?` where the name is
 * worked out elsewhere. Statements are read as the compiler reads them, so that a word in a comment is none; a constant of the file that
 * stands in one is read with it.
 */
export function locksIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(SERVER, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Node>();
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name) && isText(node.initializer))
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const collect = (node: ts.Node): void => {
    const isConstant = ts.isVariableDeclaration(node.parent) && ts.isIdentifier(node.parent.name);
    // A constant counts where it is used.
    if (isText(node) && !isConstant) texts.push(textOf(node, constants));
    else ts.forEachChild(node, collect);
  };
  ts.forEachChild(source, collect);
  return texts.flatMap(locksOf);
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** The text of a literal, with the constants that stand in it; anything else in it is a blank. */
function textOf(node: ts.Node, constants: ReadonlyMap<string, ts.Node>): string {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const constant = ts.isIdentifier(expression) ? constants.get(expression.text) : undefined;
    return `${constant ? textOf(constant, constants) : ' '}${literal.text}`;
  });
  return node.head.text + parts.join('');
}

function locksOf(text: string): string[] {
  return [...text.matchAll(LOCK)].map(({ index }) => lockAt(text, index));
}

/** The name of the lock that stands at the place. */
export function lockAt(text: string, at: number): string {
  const [token = '', alias] = new RegExp(LOCK.source).exec(text.slice(at)) ?? [];
  if (token.startsWith('pg_'))
    return `lock:${/^[^;]*?hashtext(?:extended)?\(\s*'([\w-]+)'/.exec(text.slice(at))?.[1] ?? '?'}`;
  // The innermost select that is still open: its own `from` comes after the last bracket that nothing has closed.
  const tables = [...openPart(text.slice(0, at)).matchAll(TABLE)];
  const named = alias === undefined ? tables[0] : tables.find(([, table, as]) => as === alias || table === alias);
  return named?.[1] ?? '?';
}

/** What stands behind the last bracket that is open, without what stands in closed ones. */
function openPart(text: string): string {
  const parts = [''];
  for (const letter of text) {
    if (letter === '(') parts.push('');
    else if (letter === ')' && parts.length > 1) parts.pop();
    else parts[parts.length - 1] += letter;
  }
  return parts.at(-1) ?? '';
}
