import { LANGUAGES } from '../../server/contract/errors';
import { directionColoursOf, habitOf, parsePreferences } from './preferences';

describe('colours of gain and loss', () => {
  it.each([
    ['zh', 'red-up'],
    ['zh-Hant', 'red-up'],
    ['ja', 'red-up'],
    ['ko', 'red-up'],
    ['en', 'green-up'],
    ['es', 'green-up'],
    ['th', 'green-up'],
  ] as const)('in %s the habit is %s', (language, habit) => {
    expect(habitOf(language)).toBe(habit);
  });

  it('knows a habit of every language', () => {
    expect(LANGUAGES.map(habitOf).filter((habit) => habit === 'red-up')).toHaveLength(4);
  });

  it('lets the choice win over the habit', () => {
    const preferences = parsePreferences('{"language":"zh","directionColours":"blue-orange"}');
    expect(directionColoursOf(preferences)).toBe('blue-orange');
  });
});

describe('stored preferences', () => {
  it('start in Simplified Chinese, dark, with six tabs, and without keys that order', () => {
    expect(parsePreferences(null)).toEqual({
      language: 'zh',
      directionColours: null,
      appearance: 'dark',
      tabs: 'six',
      favourites: [],
      orderKeys: false,
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '7',
    '{"language":"xx","favourites":[1,"BTC/USDT"],"tabs":9,"orderKeys":"yes"}',
    '{broken',
  ])('bear what is not theirs: %s', (text) => {
    const preferences = parsePreferences(text);
    expect(preferences.language).toBe('zh');
    expect(preferences.tabs).toBe('six');
    expect(preferences.orderKeys).toBe(false);
    expect(preferences.favourites.every((symbol) => symbol === 'BTC/USDT')).toBe(true);
  });
});
