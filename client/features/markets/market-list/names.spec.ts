import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARKET_NAMES, ROWS } from './names';

const SEEDS = ['crypto', 'commodity', 'stock'].map((kind) =>
  readFileSync(join(__dirname, `../../../../server/database/seeds/${kind}-markets.ts`), 'utf8'),
);
/** What the markets of the seeds are in: the second of each row. */
const SEEDED = SEEDS.flatMap((text) => [...text.matchAll(/^ {2}\[\d+, '([A-Z]+)',/gm)].map(([, code = '']) => code));

const rows = ROWS.map((row) => row.split(';'));
const chineseOf = (text: string) => [...text].filter((letter) => /\p{Script=Han}/u.test(letter)).length;

describe('the names of markets', () => {
  it('are those of all markets of the seeds, each once', () => {
    expect(SEEDED.length).toBeGreaterThan(40);
    expect(rows.map(([code = '']) => code).sort()).toEqual([...SEEDED].sort());
    expect(MARKET_NAMES.size).toBe(rows.length);
  });

  it.each(rows.map((row) => [row[0], row] as const))('%s has one in each language, in its script', (_code, row) => {
    expect(row).toHaveLength(9);
    const [, chinese = '', , traditional = '', english = '', japanese = '', korean = '', thai = '', spanish = ''] = row;
    for (const text of [chinese, traditional, english, spanish]) expect(text).not.toBe('');
    expect(english).toMatch(/^[\p{Script=Latin} |]+$/u);
    expect(spanish).toMatch(/^[\p{Script=Latin} |]+$/u);
    expect(japanese).toMatch(/[\p{Script=Katakana}\p{Script=Han}]/u);
    expect(korean).toMatch(/\p{Script=Hangul}/u);
    expect(thai).toMatch(/\p{Script=Thai}/u);
  });

  it.each(rows.map(([code, chinese = '', pinyin = '']) => [code, chinese, pinyin] as const))(
    '%s is said in as many syllables as %s has characters: %s',
    (_code, chinese, pinyin) => {
      const names = chinese.split('|').filter((name) => chineseOf(name) > 0);
      const said = pinyin.split('|').filter((one) => one !== '');
      expect(said.map((one) => one.split(' ').length)).toEqual(names.map(chineseOf));
      for (const one of said) expect(one).toMatch(/^[a-z]+( [a-z]+)*$/);
    },
  );
});
