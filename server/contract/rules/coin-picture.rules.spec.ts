import { coinColour, coinLetters } from './coin-picture.rules.js';

/** WCAG 2.2's relative luminance of a colour, from its hue at this rule's saturation and lightness (CSS Color 4's HSL). */
function luminance(colour: string): number {
  const [hue = 0, saturation = 0, lightness = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [s, l] = [saturation / 100, lightness / 100];
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(0) + 0.7152 * part(8) + 0.0722 * part(4);
}

describe('the picture of a coin', () => {
  it('has white letters that can be read on every colour it may have', () => {
    const seen = new Set<string>();
    for (let first = 0; first < 26; first += 1)
      for (let second = 0; second < 26; second += 1)
        seen.add(coinColour(String.fromCharCode(65 + first, 65 + second, 65 + ((first * second) % 26))));
    expect(seen.size).toBeGreaterThan(200);
    for (const colour of seen) expect([colour, 1.05 / (luminance(colour) + 0.05) >= 4.5]).toEqual([colour, true]);
  });

  it('has letters and digits of its code, and no other signs', () => {
    expect(coinLetters('1INCH', 3)).toBe('1IN');
    expect(coinLetters('<x"/>&', 3)).toBe('x');
  });
});
