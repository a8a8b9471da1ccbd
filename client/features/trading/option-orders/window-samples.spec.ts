import { IndexSeconds } from './window-samples';

describe('the seconds of an index', () => {
  const of = (...seconds: number[]) => {
    const known = new IndexSeconds();
    for (const second of seconds) known.put(second * 1000 + 300, String(second));
    return known;
  };

  it('keeps the first word on each second and puts them in order', () => {
    const known = of(12, 10, 11);
    expect(known.put(11_900, '99')).toBe(false);
    expect(known.put(13_000, null)).toBe(false);
    expect(known.between(10_000, 14_000)).toEqual(['10', '11', '12']);
  });

  it('knows what is missing, and what can still come', () => {
    const known = of(10, 12);
    expect(known.hasGap(10_000, 14_000, 13_000)).toBe(false);
    expect(known.hasGap(10_000, 14_000, 14_000)).toBe(true);
    expect(known.awaited(10_000, 14_000, 12_500)).toBe(3);
    expect(known.awaited(10_000, 14_000, 14_000)).toBe(2);
    expect(known.awaited(10_000, 14_000, 20_000)).toBe(0);
  });

  it('forgets what is over', () => {
    const known = of(10, 12);
    known.forgetBefore(11_000);
    expect(known.between(0, 20_000)).toEqual(['12']);
  });
});
