import { check, integer, property } from 'fast-check';
import { instantAt, placeOf } from './time-places';

// Bars of ten, with a pause between the third and the fourth.
const BARS = [0, 10, 20, 100, 110].map((openAt) => ({ openAt }));

describe('instants among bars', () => {
  it.each([
    [0, 0],
    [5, 0.5],
    [20, 2],
    [60, 2.5],
    [100, 3],
    [110, 4],
    [130, 6],
    [-20, -2],
  ])('%d is at place %d', (at, place) => {
    expect(placeOf(at, BARS)).toBeCloseTo(place, 10);
    expect(instantAt(place, BARS)).toBeCloseTo(at, 10);
  });

  it('come back from their places', () => {
    const result = check(
      property(integer({ min: -200, max: 400 }), (at) => {
        expect(instantAt(placeOf(at, BARS), BARS)).toBeCloseTo(at, 6);
      }),
    );
    expect(result.failed).toBe(false);
  });

  it('of one bar alone stand a day apart', () => {
    expect(placeOf(86_400_000, [{ openAt: 0 }])).toBe(1);
  });
});
