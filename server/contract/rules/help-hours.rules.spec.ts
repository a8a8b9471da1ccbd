import * as fc from 'fast-check';
import { ALWAYS, helpIsOpen } from './help-hours.rules.js';

const WORKDAYS = { days: [1, 2, 3, 4, 5], opensAt: 540, closesAt: 1080 };
const at = (text: string) => Date.parse(`${text}Z`);

describe('the hours of the help desk', () => {
  // 20 November 2026 is a Friday.
  it.each([
    ['2026-11-20T09:00', true, null],
    ['2026-11-20T08:59', false, '2026-11-20T09:00'],
    ['2026-11-20T17:59', true, null],
    ['2026-11-20T18:00', false, '2026-11-23T09:00'],
    ['2026-11-22T12:00', false, '2026-11-23T09:00'],
  ])('at %s: open %s, next at %s', (now, isOpen, next) => {
    expect(helpIsOpen(WORKDAYS, at(now))).toEqual({ isOpen, nextAt: next === null ? null : at(next) });
  });

  it('on one day a week only, the next one is seven days away', () => {
    const fridays = { days: [5], opensAt: 540, closesAt: 600 };
    expect(helpIsOpen(fridays, at('2026-11-20T10:00'))).toEqual({ isOpen: false, nextAt: at('2026-11-27T09:00') });
  });

  it('on no day, there is no next one', () => {
    expect(helpIsOpen({ ...WORKDAYS, days: [] }, at('2026-11-20T10:00'))).toEqual({ isOpen: false, nextAt: null });
  });

  it('when it opens next, it is open, and always is always', () => {
    const days = fc.subarray([0, 1, 2, 3, 4, 5, 6]);
    const span = fc
      .tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 1440 }))
      .filter(([a, b]) => a < b);
    fc.assert(
      fc.property(days, span, fc.integer({ min: 0, max: 4e12 }), (open, [opensAt, closesAt], now) => {
        const { nextAt } = helpIsOpen({ days: open, opensAt, closesAt }, now);
        if (nextAt !== null) expect(helpIsOpen({ days: open, opensAt, closesAt }, nextAt).isOpen).toBe(true);
        expect(helpIsOpen(ALWAYS, now).isOpen).toBe(true);
      }),
    );
  });
});
