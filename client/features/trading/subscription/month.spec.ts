import { dayOf, monthOf, weeksOf } from './month';

it.each([
  ['a month that begins on a Monday', new Date(2027, 1, 1), 4, [1, 2, 3, 4, 5, 6, 7]],
  ['one that begins on a Sunday', new Date(2026, 2, 1), 6, [0, 0, 0, 0, 0, 0, 1]],
  ['a leap February', new Date(2028, 1, 1), 5, [0, 1, 2, 3, 4, 5, 6]],
])('lays out %s', (_what, first, weeks, week) => {
  const laid = weeksOf(first.getTime());
  expect(laid).toHaveLength(weeks);
  expect(laid[0]).toEqual(week);
  const days = laid.flat().filter((day) => day > 0);
  expect(days).toEqual(Array.from({ length: days.length }, (_none, place) => place + 1));
});

it('goes on over the end of a year', () => {
  const december = new Date(2026, 11, 31, 23, 59).getTime();
  expect(monthOf(december, 1)).toBe(new Date(2027, 0, 1).getTime());
  expect(dayOf(december)).toBe(31);
});
