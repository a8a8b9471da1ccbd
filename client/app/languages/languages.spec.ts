import { LANGUAGES } from '../../../server/contract/errors';
import { LANGUAGE_NAMES, loadWords, speak } from '.';
import type { Words } from './words';

type Leaves = Record<string, string>;

function leaves(words: object, path = ''): Leaves {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value]] : Object.entries(leaves(value, `${path}${key}.`)),
    ),
  );
}

const parameters = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe.each(LANGUAGES)('the words in %s', (language) => {
  let own: Leaves;
  let chinese: Leaves;
  beforeAll(async () => {
    own = leaves((await loadWords(language)) satisfies Words);
    chinese = leaves(await loadWords('zh'));
  });

  it('are the same set as in the default language, none of them empty', () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(chinese).sort());
    expect(Object.entries(own).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('mention the same figures', () => {
    for (const [key, text] of Object.entries(own))
      expect([key, parameters(text)]).toEqual([key, parameters(chinese[key] ?? '')]);
  });

  it('shout at nobody', () => {
    expect(Object.values(own).filter((text) => /[!！]/.test(text))).toEqual([]);
  });

  it('have a name of their own', () => {
    expect(LANGUAGE_NAMES[language]).not.toBe('');
  });
});

it('tells the document which language it speaks', async () => {
  await speak('th');
  expect(document.documentElement.lang).toBe('th');
  expect(document.title).toBe('ตลาด');
});
