import { LANGUAGES } from '../../../../server/contract/errors';
import { optionWords } from '.';
import type { OptionWords } from './words';

const parameters = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const read = async (language: (typeof LANGUAGES)[number]) =>
  ((await optionWords[language]()).words as OptionWords).option;

describe.each(LANGUAGES)('the words of the options in %s', (language) => {
  it('are the same set as in the default language, none empty, with the same figures, and shout at nobody', async () => {
    const own = Object.entries(await read(language));
    const chinese = new Map(Object.entries(await read('zh')));
    expect(own.map(([key]) => key).sort()).toEqual([...chinese.keys()].sort());
    for (const [key, text] of own) {
      expect([key, text.trim() !== '', parameters(text)]).toEqual([key, true, parameters(chinese.get(key) ?? '')]);
      expect(text).not.toMatch(/[!！]/);
    }
  });
});
