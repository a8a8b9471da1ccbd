import { parsePlPgSQLSync, parseSync } from 'libpg-query';
import { endsValue, nextPlace, tokensOf } from './sql-tokens.mjs';

/**
 * @typedef {import('./sql-tokens.mjs').Token} Token
 * @typedef {{ rule: string, start: number, end: number, replacement: string }} Edit
 */

const COMPARISONS = new Map(Object.entries({ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=' }));
const ARITHMETIC = new Map(Object.entries({ '+': '-', '-': '+', '*': '/', '/': '*' }));
const WORDS = new Map(Object.entries({ and: 'or', or: 'and', asc: 'desc', desc: 'asc', true: 'false', false: 'true' }));
const FUNCTIONS = new Map(
  Object.entries({
    greatest: 'least',
    least: 'greatest',
    min: 'max',
    max: 'min',
    round: 'trunc',
    trunc: 'round',
    floor: 'ceil',
    ceil: 'floor',
  }),
);
const NEXT_CLAUSES = new Set(
  'group order limit offset for returning window union except intersect where having on join inner cross full natural loop then when do ; ,'.split(
    ' ',
  ),
);
const STATEMENTS = new Set(['perform', 'update', 'insert', 'delete']);
const STATEMENT_STARTS = new Set([';', 'then', 'else', 'begin', 'loop']);

/**
 * Changes of SQL, each of which a test should notice: outside of strings and comments.
 * @param {string} text one statement, a fragment of one, or the body of a function
 * @returns {Edit[]}
 */
export function sqlEdits(text) {
  const tokens = tokensOf(text);
  const rules = [comparison, arithmetic, word, negation, number, guard, clause, call, lock, limit, statement];
  return tokens.flatMap((token, place) => rules.flatMap((rule) => rule({ tokens, place, token, text })));
}

/**
 * Changes of a function's file, in its body.
 * @param {string} text
 * @returns {Edit[]}
 */
export function functionEdits(text) {
  const from = text.indexOf('$$') + 2;
  const edits = sqlEdits(text.slice(from, text.lastIndexOf('$$')));
  return edits.map((edit) => ({ ...edit, start: edit.start + from, end: edit.end + from }));
}

/**
 * Whether the parser of Postgres takes a function's text.
 * @param {string} text
 */
export function isFunction(text) {
  try {
    parseSync(text);
    if (/^language plpgsql\b/m.test(text)) parsePlPgSQLSync(text.replace(/ returns \w+\[\]/, ' returns text[]'));
    else parseSync(text.slice(text.indexOf('$$') + 2, text.lastIndexOf('$$')));
    return true;
  } catch {
    return false;
  }
}

/**
 * @typedef {{ tokens: Token[], place: number, token: Token, text: string }} Given
 * @typedef {(given: Given) => Edit[]} Rule
 */

/**
 * @param {string} rule
 * @param {{ start: number, end: number }} span
 * @param {string | undefined} replacement
 * @returns {Edit[]}
 */
function edit(rule, { start, end }, replacement) {
  return replacement === undefined ? [] : [{ rule, start, end, replacement }];
}

/** @type {Rule} */
function comparison({ tokens, place, token }) {
  if (token.text === '=' && isAssignment(tokens, place)) return [];
  if (token.text === 'is' && ['null', 'distinct'].includes(tokens[place + 1]?.text ?? ''))
    return edit('comparison', token, 'is not');
  return edit('comparison', token, COMPARISONS.get(token.text));
}

/**
 * Whether this `=` gives a column or an option of `raise` its value.
 * @param {Token[]} tokens
 * @param {number} place
 */
function isAssignment(tokens, place) {
  const [before, name] = [tokens[place - 2]?.text, tokens[place - 1]];
  if (before === 'set' || before === 'using' || name?.text === ')')
    return name?.text !== ')' || startsRow(tokens, place - 1);
  if (before !== ',') return false;
  for (let back = place - 3; back >= 0; back -= 1) {
    const token = /** @type {Token} */ (tokens[back]);
    if (token.depth < (name?.depth ?? 0)) return false;
    if (token.depth > (name?.depth ?? 0)) continue;
    if (token.text === 'set' || token.text === 'using') return true;
    if (['where', 'from', 'select', 'values', 'returning', ';'].includes(token.text)) return false;
  }
  return false;
}

/**
 * Whether the bracket that ends here is the row of names of `set (one, other) = …`.
 * @param {Token[]} tokens
 * @param {number} place
 */
function startsRow(tokens, place) {
  let back = place - 1;
  while (back > 0 && (tokens[back]?.depth ?? 0) > (tokens[place]?.depth ?? 0)) back -= 1;
  return tokens[back - 1]?.text === 'set';
}

/** @type {Rule} */
function arithmetic({ tokens, place, token }) {
  const opposite = ARITHMETIC.get(token.text);
  if (!opposite) return [];
  if (endsValue(tokens[place - 1])) return edit('arithmetic', token, opposite);
  return token.text === '-' ? edit('sign', token, '') : [];
}

/** @type {Rule} */
function word({ tokens, place, token }) {
  if (token.text === 'and' && isOfBetween(tokens, place)) return [];
  return edit('word', token, WORDS.get(token.text));
}

/**
 * @param {Token[]} tokens
 * @param {number} place
 */
function isOfBetween(tokens, place) {
  const depth = tokens[place]?.depth ?? 0;
  for (let back = place - 1; back >= 0; back -= 1) {
    const token = /** @type {Token} */ (tokens[back]);
    if (token.depth < depth) return false;
    if (token.depth > depth) continue;
    if (token.text === 'between') return true;
    if (['and', 'or', 'where', 'on', 'when', 'if', 'select', ';'].includes(token.text)) return false;
  }
  return false;
}

/** @type {Rule} */
function negation({ tokens, place, token }) {
  if (token.text !== 'not') return [];
  const next = tokens[place + 1]?.text ?? '';
  if (['matched', 'materialized', 'valid'].includes(next)) return [];
  if (next === 'null' && tokens[place - 1]?.text !== 'is') return [];
  return edit('negation', token, '');
}

/** @type {Rule} */
function number({ tokens, place, token }) {
  if (!/^\d+(\.\d+)?$/.test(token.text)) return [];
  const before = tokens[place - 1]?.text ?? '';
  // `select 1 from …` asks whether there is a row; `order by 1` counts columns; `numeric(38, 18)` is a type.
  if (before === 'by' || (before === 'select' && tokens[place + 1]?.text === 'from')) return [];
  if (isOfType(tokens, place)) return [];
  // The five hundred and first row of a list says nothing; the second one does.
  if (before === 'limit' && Number(token.text) >= 100) return edit('limit', token, '1');
  const next = token.text === '1' ? '0' : String(Number(token.text) + 1);
  return edit('number', token, next);
}

/**
 * @param {Token[]} tokens
 * @param {number} place
 */
function isOfType(tokens, place) {
  const open = tokens[place - 1]?.text === ',' ? place - 3 : place - 1;
  return (
    tokens[open]?.text === '(' && ['numeric', 'varchar', 'char', 'timestamptz'].includes(tokens[open - 1]?.text ?? '')
  );
}

/**
 * A guard that is never taken, a case that never is.
 * @type {Rule}
 */
function guard({ tokens, place, token }) {
  const isIf = ['if', 'elsif'].includes(token.text) && tokens[place - 1]?.text !== 'end';
  const isCase = token.text === 'when' && isOfSearchedCase(tokens, place);
  if (!isIf && !isCase) return [];
  const then = nextPlace(tokens, place + 1, ({ text }) => text === 'then');
  const [first, last] = [tokens[place + 1], tokens[then - 1]];
  return first && last && then < tokens.length ? edit('guard', { start: first.start, end: last.end }, 'false') : [];
}

/**
 * Whether this `when` belongs to a `case` that says conditions, not to one that compares one value.
 * @param {Token[]} tokens
 * @param {number} place
 */
function isOfSearchedCase(tokens, place) {
  const depth = tokens[place]?.depth ?? 0;
  let ends = 0;
  for (let back = place - 1; back >= 0; back -= 1) {
    const token = /** @type {Token} */ (tokens[back]);
    if (token.depth !== depth) continue;
    if (token.text === ';') return false;
    if (token.text === 'end') ends += 1;
    if (token.text !== 'case') continue;
    if (ends === 0) return tokens[back + 1]?.text === 'when';
    ends -= 1;
  }
  return false;
}

/**
 * A condition of a clause left out.
 * @type {Rule}
 */
function clause({ tokens, place, token }) {
  if (!['where', 'on', 'having'].includes(token.text) || !tokens[place + 1]) return [];
  if (token.text === 'on' && tokens[place + 1]?.text === 'conflict') return [];
  const end = nextPlace(tokens, place + 1, ({ text }, at) => {
    if (text === 'left' || text === 'right') return ['join', 'outer'].includes(tokens[at + 1]?.text ?? '');
    return NEXT_CLAUSES.has(text);
  });
  const inside = tokens.slice(place + 1, end);
  const depth = inside[0]?.depth ?? 0;
  const cuts = [];
  for (let at = place + 1; at < end; at += 1) {
    at = nextPlace(tokens, at, ({ text, depth: its }) => its === depth && (text === 'and' || text === 'or'));
    if (at < end && !isOfBetween(tokens, at)) cuts.push(at - place - 1);
  }
  const isWhole = cuts.some((at) => inside[at]?.text === 'or');
  const bounds = isWhole ? [-1, inside.length] : [-1, ...cuts, inside.length];
  return bounds.slice(1).flatMap((to, index) => {
    const [first, last] = [inside[(bounds[index] ?? 0) + 1], inside[to - 1]];
    if (!first || !last || (first === last && first.text === 'true')) return [];
    return edit('clause', { start: first.start, end: last.end }, 'true');
  });
}

/** @type {Rule} */
function call({ tokens, place, token, text }) {
  if (tokens[place + 1]?.text !== '(') return [];
  if (token.text !== 'coalesce') return edit('function', token, FUNCTIONS.get(token.text));
  const close = nextPlace(tokens, place + 1, ({ text: word }) => word === ')');
  const comma = nextPlace(tokens, place + 2, ({ text: word }) => word === ',');
  const [first, cut, last] = [tokens[place + 2], tokens[comma], tokens[close]];
  if (!first || !cut || !last || comma >= close) return [];
  return edit('function', { start: token.start, end: last.end }, `(${text.slice(first.start, cut.start)})`);
}

/** @type {Rule} */
function lock({ tokens, place, token }) {
  if (token.text === 'skip' && tokens[place + 1]?.text === 'locked')
    return edit('lock', { start: token.start, end: tokens[place + 1]?.end ?? 0 }, '');
  if (token.text !== 'for' || !['update', 'no', 'share', 'key'].includes(tokens[place + 1]?.text ?? '')) return [];
  const end = nextPlace(tokens, place + 1, ({ text }) => [';', 'loop', 'limit', 'union'].includes(text));
  return edit('lock', { start: token.start, end: tokens[end - 1]?.end ?? token.end }, '');
}

/** @type {Rule} */
function limit({ tokens, place, token }) {
  const [amount, next] = [tokens[place + 1], tokens[place + 2]];
  const isAlone = !next || next.depth < token.depth || [';', 'for', 'offset', 'loop', ')'].includes(next.text);
  if (token.text !== 'limit' || !amount || !isAlone || /^\d/.test(amount.text)) return [];
  return edit('limit', { start: token.start, end: amount.end }, '');
}

/**
 * A statement of a function left out.
 * @type {Rule}
 */
function statement({ tokens, place, token }) {
  if (!STATEMENTS.has(token.text) || !STATEMENT_STARTS.has(tokens[place - 1]?.text ?? '')) return [];
  const end = nextPlace(tokens, place, ({ text }) => text === ';');
  return edit('statement', { start: token.start, end: tokens[end - 1]?.end ?? token.end }, 'null');
}
