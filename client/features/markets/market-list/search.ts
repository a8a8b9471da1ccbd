import type { Market } from './market';
import { MARKET_NAMES } from './names';

/** Accents of Latin letters. Those of other scripts make letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g;
const BETWEEN = /[\s\p{P}]+/u;
const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;
/** Fewer letters begin too many syllables to say which is meant. */
const MIDDLE_MIN = 3;
const INITIALS_MIN = 2;

/** Text without regard to capitals, accents, width and the kind of kana, cut at everything that is no letter. */
function words(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  const inKatakana = plain.replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA));
  return inKatakana.split(BETWEEN).filter((word) => word !== '');
}

const joined = (text: string): string => words(text).join('');

/** Whether the syllables are written like this from the first on or from a later one, or by their initials. */
function isSaid(syllables: readonly string[], wanted: string): boolean {
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('');
  if (wanted.length >= INITIALS_MIN && initials.startsWith(wanted)) return true;
  return syllables.some(
    (_syllable, first) =>
      (first === 0 || wanted.length >= MIDDLE_MIN) && syllables.slice(first).join('').startsWith(wanted),
  );
}

interface Known {
  symbol: string;
  names: string[];
  pinyin: string[][];
}

/** How well the text fits, 0 best; null where it does not. */
function rankOf({ symbol, names, pinyin }: Known, wanted: string): number | null {
  if (symbol.startsWith(wanted)) return 0;
  if (symbol.includes(wanted)) return 1;
  if (names.some((name) => name.startsWith(wanted))) return 2;
  if (names.some((name) => name.includes(wanted))) return 3;
  return pinyin.some((syllables) => isSaid(syllables, wanted)) ? 4 : null;
}

/**
 * Markets that the text fits, best first: their symbols or parts of them, and their names in any language, in Chinese also as they
 * are said (`bitebi`, `btb`). Where it fits none as a whole, each of its words may fit another part: `usdt eth`.
 */
export function search(markets: Market[], text: string, nameOf: (market: Market) => string): Market[] {
  const wanted = words(text);
  if (wanted.length === 0) return markets;
  const known = markets.map((market) => ({ market, known: knownOf(market, nameOf(market)) }));
  const fitting = (parts: readonly string[]): Market[] =>
    known
      .flatMap(({ market, known: one }) => {
        const ranks = parts.map((part) => rankOf(one, part));
        return ranks.includes(null)
          ? []
          : [{ market, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) }];
      })
      .sort((one, other) => one.rank - other.rank)
      .map(({ market }) => market);
  const whole = fitting([wanted.join('')]);
  return whole.length > 0 || wanted.length === 1 ? whole : fitting(wanted);
}

function knownOf(market: Market, name: string): Known {
  const { names = [], pinyin = [] } = MARKET_NAMES.get(market.base) ?? {};
  return { symbol: joined(market.symbol), names: [market.name, name, ...names].map(joined), pinyin };
}
