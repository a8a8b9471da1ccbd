import { scanSync } from 'libpg-query';

/**
 * @typedef {{ text: string, start: number, end: number, isComment: boolean, isLiteral: boolean }} Token
 */

const STEP = 2;
const OPERATOR = /^(:=|=>|[-+*/<>=~!@#%^&|?]+)$/;
/** After one of these a sign belongs to what follows. */
const BEFORE_A_SIGN =
  /^([(,[]|:=|=>|[-+*/<>=|^]+|select|then|else|when|return|by|and|or|in|values|case|limit|between|\.\.)$/;
/** What begins a statement of a block. */
const OPENS = ['begin', 'declare', 'loop'];

/**
 * How a function's file is laid out: blanks between what stands on a line, letters, and how deep the statements of each block stand.
 * What `libpg-query` tells of the tokens, held against one way of writing; where lines are broken is the writer's. Call `loadModule` before.
 * @param {string} text
 * @returns {string[]} one line a fault, with its line
 */
export function layoutOf(text) {
  const [from, until] = [text.indexOf('$$') + 2, text.lastIndexOf('$$')];
  const head = tokensOf(text.slice(0, from - 2), 0);
  const body = tokensOf(text.slice(from, until), from);
  const faults = [head, body].flatMap((tokens) => [...blanks(text, tokens), ...letters(tokens)]);
  const depth = /^language plpgsql$/m.test(text.slice(0, from)) ? depths(text, body) : [];
  return [...faults, ...depth]
    .sort((one, other) => one.at - other.at)
    .map(({ at, fault }) => `line ${text.slice(0, at).split('\n').length}: ${fault}`);
}

/** @typedef {{ at: number, fault: string }} Fault */

/**
 * @param {string} part
 * @param {number} offset of the part in the file
 * @returns {Token[]}
 */
function tokensOf(part, offset) {
  // The scanner counts bytes.
  const bytes = Buffer.from(part);
  const place = (/** @type {number} */ byte) => offset + bytes.subarray(0, byte).toString().length;
  return scanSync(part).tokens.map(({ start, end, text, tokenName }) => ({
    text,
    start: place(start),
    end: place(end),
    isComment: /COMMENT/.test(tokenName),
    isLiteral: tokenName.endsWith('CONST') || text.startsWith('"') || text.includes("'"),
  }));
}

/**
 * @param {string} text
 * @param {Token[]} tokens
 * @returns {Fault[]}
 */
function blanks(text, tokens) {
  return tokens.slice(1).flatMap((token, index) => {
    const before = /** @type {Token} */ (tokens[index]);
    const gap = text.slice(before.end, token.start);
    if (gap.includes('\n') || token.isComment) return [];
    const wanted = gapBetween(before, token, tokens[index - 1]);
    if (wanted === null || gap === wanted)
      return gap.length > 1 ? [{ at: token.start, fault: 'several blanks in a line' }] : [];
    const where = `between ${before.text} and ${token.text}`;
    return [{ at: token.start, fault: wanted === '' ? `a blank ${where}` : `not one blank ${where}` }];
  });
}

/**
 * @param {Token} before
 * @param {Token} token
 * @param {Token | undefined} earlier
 * @returns {string | null} null: either is good
 */
function gapBetween(before, token, earlier) {
  if (/^[,;)\]]$/.test(token.text) || /^[([]$/.test(before.text)) return '';
  if ([before.text, token.text].some((one) => /^(::|\.|\.\.|->|->>)$/.test(one))) return '';
  if (before.text === ',') return ' ';
  if (token.text === '[' || token.text === ':' || before.text === ':') return '';
  const isSign =
    /^[-+]$/.test(before.text) && (earlier === undefined || BEFORE_A_SIGN.test(earlier.text.toLowerCase()));
  if (isSign) return '';
  const isStar = before.text === '*' || token.text === '*';
  if (isStar) return null;
  if (OPERATOR.test(before.text) || OPERATOR.test(token.text)) return ' ';
  return token.text === '(' ? null : ' ';
}

/**
 * @param {Token[]} tokens
 * @returns {Fault[]}
 */
function letters(tokens) {
  return tokens.flatMap(({ text, start, isComment, isLiteral }) => {
    if (isComment) return [];
    if (text === '!=') return [{ at: start, fault: '!= is written <>' }];
    return !isLiteral && text !== text.toLowerCase() ? [{ at: start, fault: `${text} is not in lower case` }] : [];
  });
}

/**
 * Statements of a block stand two blanks deeper than the block; what goes on on another line stands deeper than its statement.
 * @param {string} text
 * @param {Token[]} all
 * @returns {Fault[]}
 */
function depths(text, all) {
  const tokens = all.filter(({ isComment }) => !isComment);
  /** @type {Fault[]} */
  const faults = [];
  /** @type {string[]} Open blocks, and `case` where it is an expression. */
  const open = [];
  let begins = true;
  let [parentheses, depth] = [0, 0];
  const blocks = () => open.filter((one) => one !== 'case').length;
  for (const [index, token] of tokens.entries()) {
    const word = token.text.toLowerCase();
    const column = token.start - (text.lastIndexOf('\n', token.start - 1) + 1);
    const isFirst = text.slice(token.start - column, token.start).trim() === '';
    const inner = open.at(-1);
    // A handler stands where its block does: `exception when … then`.
    const isOuter = ['end', 'elsif', 'else', 'exception'].includes(word) || (word === 'when' && inner === 'begin');
    if (begins) {
      if (word === 'begin' && inner === 'declare') open.pop();
      depth = (blocks() - (isOuter && inner !== 'case' ? 1 : 0)) * STEP;
      if (isFirst && column !== depth)
        faults.push({ at: token.start, fault: `${token.text} stands at ${column}, not at ${depth}` });
    } else if (isFirst && column < depth && !/^(then|loop|\))$/.test(word))
      faults.push({
        at: token.start,
        fault: `${token.text} goes on with a statement at ${depth} and stands at ${column}`,
      });
    if (/^[([]$/.test(word)) parentheses += 1;
    if (/^[)\]]$/.test(word)) parentheses -= 1;
    const previous = tokens[index - 1]?.text.toLowerCase();
    const began = begins;
    begins = false;
    if (word === 'case' && previous !== 'end') open.push('case');
    else if (word === 'end' && inner === 'case') open.pop();
    else if (word === 'end' && began) open.pop();
    else if (parentheses === 0 && inner !== 'case') {
      if (began && word === 'if') open.push('if');
      if (OPENS.includes(word) && previous !== 'end') {
        open.push(word);
        begins = true;
      }
      if (word === ';' || word === 'else' || word === 'then') begins = true;
    }
  }
  return faults;
}
