import ts from 'typescript';
import { CALL, courseOf, type Place, quoted, rowsOf, type TakenLock, WRITTEN } from './lock-order.js';
import { LOCK, lockAt, locksIn } from './stores-locks.js';

const TOKEN = new RegExp(
  [LOCK, WRITTEN, CALL, /\bdelete from (\w+)/].map(({ source }) => `(?:${source})`).join('|'),
  'g',
);
const CHANGED = /^(?:update|delete from) (\w+)/;

/**
 * The locks that a statement of a store takes, in the order of its text: rows that it locks or changes of tables that stand in
 * the order, advisory locks, and those of the stored functions that it calls.
 */
export class StatementLocks {
  private readonly courses = new Map<string, TakenLock[]>();
  /** By file: the names of its locks as the document has them, where the text of the statement does not say them. */
  private readonly listed = new Map(
    rowsOf('Stores').map(([, file = '', names = '']) => [quoted(file)[0] ?? '', [...new Set(quoted(names))]] as const),
  );

  constructor(private readonly order: ReadonlyMap<string, Place>) {}

  /** Of a stored function. */
  ofFunction(name: string): TakenLock[] {
    const known = this.courses.get(name) ?? courseOf(name, new Map(this.order)).locks;
    this.courses.set(name, known);
    return known;
  }

  /** @param file below `server`. */
  ofStatement(text: string, file: string): TakenLock[] {
    return [...text.matchAll(TOKEN)].flatMap((found) => this.ofToken(found, text, file));
  }

  private ofToken(found: RegExpMatchArray, text: string, file: string): TakenLock[] {
    const [token] = found;
    const at = found.index ?? 0;
    const called = new RegExp(`^${CALL.source}$`).exec(token)?.[1];
    if (called !== undefined) return this.ofFunction(called);
    const [, upserted] = WRITTEN.exec(token) ?? [];
    const changed = upserted ?? CHANGED.exec(token)?.[1];
    if (changed !== undefined)
      return this.order.has(changed) ? [{ what: changed, skips: false, isWhole: false, isChange: true }] : [];
    if (token.startsWith('insert')) return [];
    const name = lockAt(text, at);
    const what =
      name === 'lock:?' ? (this.listed.get(file)?.[[...new Set(locksIn(file))].indexOf(name)] ?? name) : name;
    return [{ what, skips: /skip locked|pg_try/.test(token), isWhole: /\border by\b/.test(text), isChange: false }];
  }
}

/** The text of a statement as far as it is written out in the code: constants with what they are, all else as a blank. */
export function writtenText(node: ts.Node | undefined, checker: ts.TypeChecker): string {
  if (!node) return ' ';
  const of = (part: ts.Node | undefined) => writtenText(part, checker);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ expression, literal }) => of(expression) + literal.text).join('');
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return of(node.expression);
  if (ts.isConditionalExpression(node)) return `${of(node.whenTrue)} ${of(node.whenFalse)}`;
  if (ts.isBinaryExpression(node)) return of(node.left) + of(node.right);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.map((part) => (ts.isPropertyAssignment(part) ? of(part.initializer) : ' ')).join(' ');
  if (ts.isElementAccessExpression(node)) return of(node.expression);
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return ' ';
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
  const known = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = known?.valueDeclaration;
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return ' ';
  const isWritten =
    (ts.isVariableDeclaration(declaration) && declaration.parent.flags & ts.NodeFlags.Const) ||
    ts.isPropertyAssignment(declaration);
  return isWritten ? of((declaration as ts.VariableDeclaration).initializer) : ' ';
}
