import { expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../contract/errors.js';
import { arrivalHours } from './arrival.rules.js';

it('is one number for all, unless the setting goes by language', () => {
  expect(LANGUAGES.map((language) => arrivalHours(36, language))).toEqual(LANGUAGES.map(() => 36));
  const byLanguage = Object.fromEntries(LANGUAGES.map((language) => [language, arrivalHours('by-language', language)]));
  expect(byLanguage).toEqual({ zh: 12, 'zh-Hant': 12, en: 48, ja: 48, ko: 48, es: 48, th: 48 });
});
