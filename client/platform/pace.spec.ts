import { pace } from './pace';

describe('pace', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('hands on at most five values a second and never loses the last one', () => {
    const handed: number[] = [];
    const paced = pace((value: number) => handed.push(value), 200);
    for (let at = 0; at < 100; at += 1) {
      paced.push(at);
      jest.advanceTimersByTime(10);
    }
    jest.advanceTimersByTime(1000);
    expect(handed.length).toBeLessThanOrEqual(6);
    expect(handed[0]).toBe(0);
    expect(handed.at(-1)).toBe(99);
  });

  it('hands on at once after a rest', () => {
    const handed: string[] = [];
    const paced = pace((value: string) => handed.push(value), 200);
    paced.push('a');
    jest.advanceTimersByTime(500);
    paced.push('b');
    expect(handed).toEqual(['a', 'b']);
  });

  it('forgets what waits when it is cancelled', () => {
    const handed: string[] = [];
    const paced = pace((value: string) => handed.push(value), 200);
    paced.push('a');
    paced.push('b');
    paced.cancel();
    jest.advanceTimersByTime(1000);
    expect(handed).toEqual(['a']);
  });
});
