import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LANGUAGES, type Language } from '../contract/errors.js';
import { FORM_OF_ADDRESS, GLOSSARY, OTHER_WRITING } from './glossary.js';

const ROOT = join(__dirname, '../..');
/** Where words that users or operators read stand: files of one language, and tables of all of them. */
const PLACES = ['client/languages', 'client/ops/words', 'server/contract/languages', 'server/features'];
const TABLE = /-words\.ts$|^server\/contract\/languages\/(?!index|words)[a-z]+\.ts$/;
/** Where a table goes on to another language. */
const TURN = /^ {2}(?:const )?'?(zh-Hant|zh|en|ja|ko|es|th)'?:? /;

interface Line {
  place: string;
  text: string;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.includes('.spec.'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** Every line that users may read in the language, with where it stands. Comments are no words. */
function linesOf(language: Language): Line[] {
  const found: Line[] = [];
  for (const path of PLACES.flatMap(filesIn)) {
    const own = LANGUAGES.find((known) => path.endsWith(`/${known}.ts`));
    if (own === undefined ? !TABLE.test(path) : own !== language) continue;
    let spoken: Language | null = own ?? null;
    for (const [index, text] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
      if (own === undefined) spoken = (TURN.exec(text)?.[1] as Language | undefined) ?? spoken;
      if (spoken === language && !/^\s*(\/\/|\*|\/\*)/.test(text)) found.push({ place: `${path}:${index + 1}`, text });
    }
  }
  return found;
}

const quoted = (text: string) => (text.match(/(['"`])(?:(?!\1).)+\1/g) ?? []).join(' ');
const pattern = (text: string) => new RegExp(text, 'iu');

describe.each(LANGUAGES)('one word for one thing in %s', (language) => {
  const lines = linesOf(language);

  it('is looked for in the pages, at the desk, in refusals, statements and notices', () => {
    const places = lines.map(({ place }) => place);
    for (const part of [
      `client/languages/account/${language}.ts`,
      `client/ops/words/cases/${language}.ts`,
      `server/contract/languages/${language}.ts`,
      'server/contract/languages/statement.ts',
      'server/features/account/notices/notice-words.ts',
      'server/features/account/notices/money-notice-words.ts',
      'server/features/account/notices/trading-notice-words.ts',
    ])
      expect(places.filter((place) => place.startsWith(`${part}:`)).length).toBeGreaterThan(5);
  });

  it.each(GLOSSARY.map((term) => [term.thing, term] as const))('%s', (_thing, { words, never, said }) => {
    const others = (never[language] ?? []).map(pattern);
    const wrong = lines.filter(({ text }) => others.some((other) => other.test(quoted(text))));
    expect(wrong).toEqual([]);
    for (const [folder, key] of said) {
      const named = new RegExp(`^\\s*'?${key.replaceAll('.', '\\.')}'?:\\s*(.*)$`);
      const path = `${folder}/${language}.ts`;
      const source = readFileSync(join(ROOT, path), 'utf8');
      const texts = source
        .split('\n')
        .map((text, index, all) => {
          const value = named.exec(text)?.[1];
          return value === '' ? all[index + 1] : value;
        })
        .filter((text) => text !== undefined && text !== '{');
      const inRow = new RegExp(`\\b${key}: ('[^']*')`).exec(source)?.[1];
      const [first] = texts.length > 0 ? texts : [inRow];
      expect({ path, key, text: first }).toEqual({ path, key, text: expect.stringMatching(pattern(words[language])) });
    }
  });

  it('is written in one writing', () => {
    const other = OTHER_WRITING[language];
    if (other === undefined) return;
    expect(lines.filter(({ text }) => pattern(other).test(quoted(text)))).toEqual([]);
  });

  it('addresses who reads in one way', () => {
    const form = FORM_OF_ADDRESS[language];
    if (form === undefined) return;
    const never = pattern(form.never);
    expect(lines.filter(({ text }) => never.test(quoted(text)))).toEqual([]);
    expect(lines.some(({ text }) => pattern(form.as).test(text))).toBe(true);
  });
});
