import { parseSync } from 'libpg-query';
import ts from 'typescript';
import { sqlEdits } from './sql-mutants.mjs';

/** @typedef {import('./sql-mutants.mjs').Edit} Edit */

const { SyntaxKind } = ts;
const OPERATORS = new Map([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
]);
/** Of decimals and of lists. */
const METHODS = new Map(
  Object.entries({
    plus: 'minus',
    minus: 'plus',
    times: 'div',
    div: 'times',
    lt: 'lte',
    lte: 'lt',
    gt: 'gte',
    gte: 'gt',
    lessThan: 'lessThanOrEqualTo',
    greaterThan: 'greaterThanOrEqualTo',
    min: 'max',
    max: 'min',
    every: 'some',
    some: 'every',
    floor: 'ceil',
    ceil: 'floor',
  }),
);
const SQL = /^\s*(\$\{[^}]*\}\s*)?(with|select|insert into|update|delete from|where|order by|and)\s/i;

/**
 * Changes of a TypeScript file, each of which a test should notice: operators, conditions, numbers, statements left out,
 * and what `sqlEdits` knows in the SQL that it holds.
 * @param {string} text
 * @returns {Edit[]}
 */
export function typescriptEdits(text) {
  const file = ts.createSourceFile('mutated.ts', text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.TS);
  const edits = /** @type {Edit[]} */ ([]);
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isDecorator(node) || ts.isTypeNode(node))
      return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const { rule, at, replacement } of [...ofExpression(node), ...ofStatement(node)])
      edits.push({ rule, start: at.getStart(file), end: at.getEnd(), replacement });
    edits.push(...ofSql(node, text));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return edits;
}

/** @typedef {{ rule: string, at: import('typescript').Node, replacement: string }} Change */

/**
 * @param {import('typescript').Node} node
 * @returns {Change[]}
 */
function ofExpression(node) {
  if (ts.isBinaryExpression(node)) return ofOperator(node);
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    return [{ rule: 'negation', at: node, replacement: node.operand.getText() }];
  if (ts.isConditionalExpression(node))
    return ['true', 'false'].map((replacement) => ({ rule: 'condition', at: node.condition, replacement }));
  if (ts.isNumericLiteral(node)) return ofNumber(node);
  if (node.kind === SyntaxKind.TrueKeyword) return [{ rule: 'boolean', at: node, replacement: 'false' }];
  if (node.kind === SyntaxKind.FalseKeyword) return [{ rule: 'boolean', at: node, replacement: 'true' }];
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const other = METHODS.get(name.text);
  if (other) return [{ rule: 'method', at: name, replacement: other }];
  if (name.text === 'filter') return [{ rule: 'filter', at: node, replacement: expression.getText() }];
  return [];
}

/**
 * @param {import('typescript').BinaryExpression} node
 * @returns {Change[]}
 */
function ofOperator(node) {
  const { operatorToken: at, left, right } = node;
  if (at.kind === SyntaxKind.QuestionQuestionToken) {
    // `?? null` and what the types want after an index say nothing that a test could see.
    if (right.kind === SyntaxKind.NullKeyword || /\[[^\]]*\](\?\.\w+)?$/.test(left.getText())) return [];
    return [{ rule: 'default', at: node, replacement: `(${left.getText()} as never)` }];
  }
  const replacement = OPERATORS.get(at.kind);
  return replacement === undefined ? [] : [{ rule: 'operator', at, replacement }];
}

/**
 * @param {import('typescript').NumericLiteral} node
 * @returns {Change[]}
 */
function ofNumber(node) {
  const value = Number(node.text);
  // Batches of 5,000 or of 5,001: a size, no rule.
  if (value >= 1000 && ts.isVariableDeclaration(node.parent)) return [];
  return [{ rule: 'number', at: node, replacement: value === 1 ? '0' : String(value + 1) }];
}

/**
 * A guard never taken, a call left out.
 * @param {import('typescript').Node} node
 * @returns {Change[]}
 */
function ofStatement(node) {
  if (ts.isIfStatement(node)) return [{ rule: 'guard', at: node.expression, replacement: 'false' }];
  if (!ts.isExpressionStatement(node)) return [];
  const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  if (!ts.isCallExpression(called) || called.expression.kind === SyntaxKind.SuperKeyword) return [];
  // What the log says is no rule.
  if (/\b(logger|log)\b/.test(called.expression.getText())) return [];
  return [{ rule: 'statement', at: node, replacement: ';' }];
}

/**
 * @param {import('typescript').Node} node
 * @param {string} text
 * @returns {Edit[]}
 */
function ofSql(node, text) {
  if (!ts.isTemplateExpression(node) && !ts.isStringLiteralLike(node)) return [];
  const start = node.getStart() + 1;
  const raw = text.slice(start, node.getEnd() - 1);
  if (!SQL.test(raw)) return [];
  // What is put in stands for a name of the same length.
  let sql = raw;
  for (const span of ts.isTemplateExpression(node) ? node.templateSpans : []) {
    const [from, to] = [span.expression.getFullStart() - 2 - start, span.literal.getStart() + 1 - start];
    sql = sql.slice(0, from) + 'x'.repeat(to - from) + sql.slice(to);
  }
  const mustParse = isStatement(sql);
  try {
    return sqlEdits(sql)
      .map((edit) => withParameters(edit, sql))
      .filter(({ replacement }) => !replacement.includes('xxxx'))
      .filter(
        ({ start: from, end, replacement }) =>
          !mustParse || isStatement(sql.slice(0, from) + replacement + sql.slice(end)),
      )
      .map((edit) => ({ ...edit, rule: `sql ${edit.rule}`, start: edit.start + start, end: edit.end + start }));
  } catch {
    // A fragment that the scanner does not take.
    return [];
  }
}

/**
 * A change that leaves a parameter out still names it: a statement that is sent with more than it names is refused, and no
 * test is needed to notice that.
 * @param {Edit} edit
 * @param {string} sql
 * @returns {Edit}
 */
function withParameters(edit, sql) {
  const { rule, start, end, replacement } = edit;
  const parameters = parametersOf(sql.slice(0, start) + replacement + sql.slice(end));
  const lost = [...parametersOf(sql.slice(start, end))].filter((name) => !parameters.has(name));
  if (lost.length === 0) return edit;
  const isAnything = lost.map((name) => `${name}::text is null`).join(' or ');
  if (rule === 'clause') return { ...edit, replacement: `(true or ${isAnything})` };
  return rule === 'limit' ? { ...edit, replacement: `limit nullif(${lost[0]}::bigint, ${lost[0]}::bigint)` } : edit;
}

/** @param {string} sql */
function parametersOf(sql) {
  return new Set(sql.match(/\$\d+/g));
}

/** @param {string} sql */
function isStatement(sql) {
  try {
    parseSync(sql);
    return true;
  } catch {
    return false;
  }
}
