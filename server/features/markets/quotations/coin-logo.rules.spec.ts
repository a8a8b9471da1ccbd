import { coinLogo } from './coin-logo.rules.js';

describe("a coin's picture", () => {
  it('shows up to four letters of its code, always the same', () => {
    expect(coinLogo('BTC')).toContain('>BTC</text>');
    expect(coinLogo('PLATINUM')).toContain('>PLAT</text>');
    expect(coinLogo('BTC')).toBe(coinLogo('BTC'));
    expect(coinLogo('BTC')).not.toBe(coinLogo('ETH'));
  });

  it('takes nothing into the picture that could be more than letters', () => {
    expect(coinLogo('<x"/>&')).toContain('>x</text>');
  });
});
