import { LANGUAGES } from '../../../../server/contract/errors';
import { contractWords } from '.';

const parameters = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

function leaves(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : leaves(value as object, `${path}${key}.`),
  );
}

const read = async (language: (typeof LANGUAGES)[number]) => leaves((await contractWords[language]()).words);

describe.each(LANGUAGES)('the words of contracts in %s', (language) => {
  it('are the same set as in the default language, none empty, with the same figures, and shout at nobody', async () => {
    const own = await read(language);
    const chinese = new Map(await read('zh'));
    expect(own.map(([key]) => key).sort()).toEqual([...chinese.keys()].sort());
    for (const [key, text] of own) {
      expect([key, text.trim() !== '', parameters(text)]).toEqual([key, true, parameters(chinese.get(key) ?? '')]);
      expect(text).not.toMatch(/[!！]/);
    }
  });
});
