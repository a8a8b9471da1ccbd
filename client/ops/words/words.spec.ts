import { LANGUAGES } from '../../../server/contract/errors';
import { loadDeskWords } from '.';

function leaves(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );
}

const parameters = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe.each(LANGUAGES)("the desk's words in %s", (language) => {
  let own: [string, string][];
  let english: Map<string, string>;
  beforeAll(async () => {
    own = leaves(await loadDeskWords(language));
    english = new Map(leaves(await loadDeskWords('en')));
  });

  it('are the same set with the same figures, none of them empty or loud', () => {
    expect(own.map(([key]) => key).sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of own) {
      expect([key, parameters(text)]).toEqual([key, parameters(english.get(key) ?? '')]);
      expect([key, text.trim() !== '' && !/[!！]/.test(text)]).toEqual([key, true]);
    }
  });

  it('are its own', () => {
    if (language === 'en') return;
    const same = own.filter(
      ([key, text]) => text === english.get(key) && /[a-z]{4}/.test(text.replaceAll(/\{\{\w+\}\}/g, '')),
    );
    expect(same.length).toBeLessThan(own.length / 20);
  });
});
