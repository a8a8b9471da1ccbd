import { dictionary } from '@zxcvbn-ts/language-common';
import { isCommonPassword } from './common-passwords.js';

it('holds ten thousand passwords and more that are long enough to be chosen', () => {
  const list = dictionary['passwords-common'];
  expect(list.filter((word) => word.length >= 6).length).toBeGreaterThan(10_000);
  expect(list.filter((word) => !isCommonPassword(word))).toEqual([]);
});

// Out of public lists of the most used passwords (NCSC 2019, NordPass 2023), not out of the package.
it.each([
  '123456789',
  'qwerty',
  'password',
  'iloveyou',
  'monkey',
  'dragon',
  'liverpool',
  'chelsea',
  'ashley',
  'superman',
  'pokemon',
  'blink182',
  'Michael',
  'TRUSTNO1',
  'PassW0rd',
  'bitcoin',
])('%s is refused', (password) => expect(isCommonPassword(password)).toBe(true));

it.each(['correct horse 7', 'battery staple 9', 'kx7-Plum-quarry'])('%s is not', (password) =>
  expect(isCommonPassword(password)).toBe(false),
);
