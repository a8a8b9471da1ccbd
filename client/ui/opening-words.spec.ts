import { openingWords } from './opening-words';

/** The zone of the tests is UTC. A Saturday. */
const NOW = Date.UTC(2026, 10, 28, 12);
const MONDAY = Date.UTC(2026, 10, 30, 14, 30);
const AFTER_NEW_YEAR = Date.UTC(2027, 0, 4, 14, 30);

it.each([
  ['zh', MONDAY, '周一 14:30'],
  ['en', MONDAY, 'Mon 14:30'],
  ['es', MONDAY, 'lun 14:30'],
  ['zh', AFTER_NEW_YEAR, '1月4日 14:30'],
  ['en', AFTER_NEW_YEAR, 'Jan 4 14:30'],
] as const)('in %s the opening at %d reads "%s"', (language, at, words) => {
  expect(openingWords(at, NOW, language)).toBe(words);
});
