import { isDecimalText } from '../money.js';
import { type Language, type RefusalCode, type RefusalParameters } from '../errors.js';
import { en } from './en.js';
import { es } from './es.js';
import { fieldText } from './fields.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { groupedDecimal } from './numbers.js';
import { productText } from './products.js';
import { th } from './th.js';
import type { RefusalWords } from './words.js';
import { zhHant } from './zh-Hant.js';
import { zh } from './zh.js';

export const DEFAULT_LANGUAGE: Language = 'zh';

export const REFUSAL_WORDS: Record<Language, RefusalWords> = { zh, 'zh-Hant': zhHant, en, ja, ko, es, th };

/** The codes that the clients of this family know: `get/lang` answers in these. */
export const WIRE_LANGUAGE: Record<Language, string> = {
  zh: 'zh',
  'zh-Hant': 'hk',
  en: 'en',
  ja: 'jp',
  ko: 'kr',
  es: 'sp',
  th: 'th',
};

/** Every spelling of a language that is understood, in lower case. A map: what a client sends is never an object key. */
const SPELLINGS: ReadonlyMap<string, Language> = new Map([
  ['zh', 'zh'],
  ['cn', 'zh'],
  ['zh-cn', 'zh'],
  ['zh-sg', 'zh'],
  ['zh-hans', 'zh'],
  ['zh-hant', 'zh-Hant'],
  ['zh-tw', 'zh-Hant'],
  ['zh-hk', 'zh-Hant'],
  ['zh-mo', 'zh-Hant'],
  ['hk', 'zh-Hant'],
  ['tw', 'zh-Hant'],
  ['en', 'en'],
  ['ja', 'ja'],
  ['jp', 'ja'],
  ['ko', 'ko'],
  ['kr', 'ko'],
  ['kor', 'ko'],
  ['es', 'es'],
  ['sp', 'es'],
  ['spa', 'es'],
  ['th', 'th'],
]);

/** Codes that clients of the family have and we have no words in, and the language that is shown in their place. */
const NEAREST: ReadonlyMap<string, Language> = new Map([
  ['fra', 'en'],
  ['fr', 'en'],
  ['vi', 'en'],
  ['id', 'en'],
]);

const LONGEST_CODE = 20;

/**
 * The language that a code names: our own, the old clients' (`hk`, `jp`, `kr`, `sp`), or a tag with a region
 * (`en-US`, `zh_TW`). Null when there is none.
 */
export function languageOf(code: string): Language | null {
  if (code.length === 0 || code.length > LONGEST_CODE) return null;
  const parts = code.toLowerCase().replaceAll('_', '-').split('-');
  for (let length = parts.length; length > 0; length--) {
    const language = SPELLINGS.get(parts.slice(0, length).join('-'));
    if (language) return language;
  }
  return null;
}

/**
 * The same for what a client was set to by its user: a language that we do not have is the nearest one. Not for a browser's
 * preferences, of which the next may be one that we have.
 */
export function nearestLanguageOf(code: string): Language | null {
  return languageOf(code) ?? NEAREST.get(code.toLowerCase()) ?? null;
}

/**
 * The words of a refusal, filled in, at most 200 characters.
 * @param reader operators read a field's own name, as the desk's calls have it.
 */
export function refusalText(
  language: Language,
  code: RefusalCode,
  parameters: RefusalParameters = {},
  reader: 'user' | 'operator' = 'user',
): string {
  const values = new Map(Object.entries(parameters));
  // Nobody who uses a page knows what the wire calls its fields.
  if (code === 'request.invalid' && reader === 'user')
    values.set('field', fieldText(language, String(parameters.field ?? '')));
  if (code.startsWith('country.') && parameters.product !== undefined)
    values.set('product', productText(language, String(parameters.product)));
  return REFUSAL_WORDS[language][code]
    .replace(/\{([a-zA-Z]+)\}/g, (_placeholder, name: string) => wordOf(name, values.get(name) ?? '', language))
    .slice(0, 200);
}

/** What prices and amounts are called in refusals; other numbers are years, references, or have few digits. */
const AMOUNTS = new Set(['price', 'minimum', 'maximum', 'amount', 'left', 'least', 'most']);

/** A value for the eye: amounts have the separators of the language and no zeros at their end. */
function wordOf(name: string, value: string | number, language: Language): string {
  if (!AMOUNTS.has(name) || !isDecimalText(value)) return String(value);
  return groupedDecimal(value.includes('.') ? value.replace(/\.?0+$/, '') : value, language);
}
