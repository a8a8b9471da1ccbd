import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { returnPath } from './return-path';

const HOME = '/pages/index/index';

describe('where a login leads', () => {
  it.each([
    ['/pages/assets/record', '/pages/assets/record'],
    ['/pages/trade/index?symbol=BTC%2FUSDT', '/pages/trade/index?symbol=BTC%2FUSDT'],
    ['pages/my/index', '/pages/my/index'],
    [null, HOME],
    ['', HOME],
    ['https://evil.example/', HOME],
    ['//evil.example', HOME],
    ['/\\evil.example', HOME],
    ['\\\\evil.example', HOME],
    ['/\t/evil.example', HOME],
    ['/%2e%2e//evil.example', HOME],
    ['/.//evil.example', HOME],
    ['javascript:alert(1)', HOME],
    ['/pages/user/login/login?backpage=/x', HOME],
    ['/pages/x/../user/login/login', HOME],
  ])('%j leads to %s', (backpage, path) => {
    expect(returnPath(backpage)).toBe(path);
  });

  it('is this site, whatever was given', () => {
    const piece = constantFrom(
      '/',
      '\\',
      '//',
      'evil.example',
      ':',
      '@',
      '.',
      '..',
      '\n',
      '%2f',
      'https:',
      '?',
      '#',
      'a',
    );
    assert(
      property(
        oneof(
          string(),
          array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          expect(new URL(returnPath(text), 'https://own.example').origin).toBe('https://own.example');
        },
      ),
      { numRuns: 2000 },
    );
  });
});
