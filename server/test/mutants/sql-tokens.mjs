import { scanSync } from 'libpg-query';

/**
 * @typedef {{ text: string, start: number, end: number, depth: number, isWord: boolean, isName: boolean }} Token `depth`
 *   counts the brackets around it; an opening bracket and its closing one have that of what is outside of them; a name
 *   is a word that is none of the language's reserved ones
 */

/** Words that the scanner calls reserved and that a value may end with. */
const VALUES = new Set(['end', 'null', 'true', 'false', 'current_timestamp', 'current_date']);
/** Words that are not reserved and that no value ends with. */
const NO_VALUES = new Set(['return', 'if', 'elsif', 'by', 'values', 'between', 'perform']);

/**
 * The tokens of SQL or of a plpgsql body, without comments, at the places that they have in the text. Call
 * `loadModule` of libpg-query before.
 * @param {string} text
 * @returns {Token[]}
 */
export function tokensOf(text) {
  // The scanner counts bytes.
  const { tokens } = scanSync(text.replace(/[^\x20-\x7e\n]/g, '?'));
  let depth = 0;
  return tokens
    .filter((token) => !token.text.startsWith('--') && !token.text.startsWith('/*'))
    .map(({ text: word, start, end, keywordKind }) => {
      if (word === ')' || word === ']') depth -= 1;
      const isWord = /^[a-z_]/i.test(word);
      const token = { text: word.toLowerCase(), start, end, depth, isWord, isName: isWord && keywordKind !== 4 };
      if (word === '(' || word === '[') depth += 1;
      return token;
    });
}

/**
 * Whether a value may end with this token, so that an operator after it stands between two.
 * @param {Token | undefined} token
 */
export function endsValue(token) {
  if (!token) return false;
  return token.isWord
    ? (token.isName && !NO_VALUES.has(token.text)) || VALUES.has(token.text)
    : /^[\w$'")\].]/.test(token.text) && token.text !== '.';
}

/**
 * The first place from `from` on, at this depth, where a token is one of those; tokens of whole `case … end` are passed over.
 * @param {Token[]} tokens
 * @param {number} from
 * @param {(token: Token, place: number) => boolean} isWanted
 * @returns {number} the number of tokens when there is none
 */
export function nextPlace(tokens, from, isWanted) {
  const depth = tokens[from]?.depth ?? 0;
  let cases = 0;
  for (let place = from; place < tokens.length; place += 1) {
    const token = /** @type {Token} */ (tokens[place]);
    if (token.depth < depth) return place;
    if (token.depth > depth) continue;
    if (cases === 0 && isWanted(token, place)) return place;
    if (token.text === 'case') cases += 1;
    if (token.text === 'end' && cases > 0) cases -= 1;
  }
  return tokens.length;
}
