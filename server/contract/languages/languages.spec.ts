import { LANGUAGES, REFUSAL_CODES } from '../errors.js';
import { languageOf, REFUSAL_WORDS, refusalText, WIRE_LANGUAGE } from './index.js';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

describe('the words of refusals', () => {
  it.each(LANGUAGES)('in %s mention the same things as in English and fit a toast', (language) => {
    for (const code of REFUSAL_CODES) {
      const text = REFUSAL_WORDS[language][code];
      expect([code, places(text)]).toEqual([code, places(REFUSAL_WORDS.en[code])]);
      expect(text.trim().length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(150);
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('in %s are no English', (language) => {
    for (const code of REFUSAL_CODES) expect(REFUSAL_WORDS[language][code]).not.toBe(REFUSAL_WORDS.en[code]);
  });

  it('are filled in, and cut where a value is too long', () => {
    expect(refusalText('en', 'request.invalid', { field: 'symbol' })).toBe('Please check this field: symbol');
    expect(refusalText('en', 'request.invalid')).toBe('Please check this field: ');
    expect(refusalText('en', 'request.invalid', { field: 'x'.repeat(500) })).toHaveLength(200);
  });

  it('cannot be reached through names of objects', () => {
    for (const code of ['__proto__', 'constructor', 'toString']) expect(languageOf(code)).toBeNull();
    expect(refusalText('en', 'request.invalid', JSON.parse('{"__proto__": "x"}'))).toBe('Please check this field: ');
  });

  it('have a code for old clients that leads back to the language', () => {
    for (const language of LANGUAGES) expect(languageOf(WIRE_LANGUAGE[language])).toBe(language);
  });
});
