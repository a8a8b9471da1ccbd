import type { Bar } from '../../../../ui/bar';
import { percentBase, percentText } from './percent-scale';

const bars = ['100', '110', '90'].map((close, index) => ({ openAt: index, close }) as Bar);

describe('the percent scale', () => {
  it('measures from the close of the first bar in sight', () => {
    expect(percentBase(bars, -3)).toBe(100);
    expect(percentBase(bars, 0.4)).toBe(110);
    expect(percentBase(bars, 9)).toBe(90);
    expect(percentBase([], 0)).toBe(0);
  });

  it('says a sign and the language’s own numbers, and nothing without a base', () => {
    expect(percentText(110, 100, 'en')).toBe('+10.00%');
    expect(percentText(90, 100, 'es')).toBe('-10,00%');
    expect(percentText(100, 100, 'en')).toBe('0.00%');
    expect(percentText(100, 0, 'en')).toBe('—');
  });
});
