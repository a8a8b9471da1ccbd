import { countryWord } from './country-word';

it.each([
  ['DE', 'Germany'],
  ['ZZ', null],
  ['', null],
  [null, null],
  // A server of the version before says nothing of it.
  [undefined, null],
])('the country %j is called %j', (code, word) => expect(countryWord(code, 'en')).toBe(word));
