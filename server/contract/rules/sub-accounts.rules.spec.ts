import { subAccountLabel } from './sub-accounts.rules.js';

describe('the name of a sub-account', () => {
  it.each([
    ['Grid bot', 'Grid bot', 'gridbot'],
    ['  Grid \u00a0 BOT ', 'Grid BOT', 'gridbot'],
    ['ＧＲＩＤ', 'GRID', 'grid'],
    ['做市 1', '做市 1', '做市1'],
    ['é', 'é', 'é'],
    ['a', 'a', 'a'],
    ['a'.repeat(32), 'a'.repeat(32), 'a'.repeat(32)],
    ['🤖'.repeat(32), '🤖'.repeat(32), '🤖'.repeat(32)],
  ])('%j is kept as %j, and compared as %j', (text, label, key) => {
    expect(subAccountLabel(text)).toEqual({ label, key });
  });

  it.each(['', '   ', 'a'.repeat(33), 'a\nb', 'a\u202eb', 'a\u200bb', 'a\u0000b', '\ud800'])('%j is none', (text) => {
    expect(subAccountLabel(text)).toBeNull();
  });
});
