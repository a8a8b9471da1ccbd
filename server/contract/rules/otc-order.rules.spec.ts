import { describe, expect, it } from '@jest/globals';
import {
  isOtcOpen,
  judgeOtcStep,
  OTC_ACTORS,
  OTC_EVENTS,
  OTC_STATES,
  type OtcState,
  type OtcTimes,
  otcChoices,
  otcPausedUntil,
} from './otc-order.rules.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2026, 4, 4, 12);

const ORDER: OtcTimes = {
  state: 'paying',
  payUntil: NOON + 30 * MINUTE,
  extended: false,
  paidAt: null,
  reminded: false,
  endedAt: null,
  endedBy: null,
  reopened: false,
};
const PAID: OtcTimes = { ...ORDER, state: 'paid', paidAt: NOON };
const CANCELLED: OtcTimes = { ...ORDER, state: 'cancelled', endedAt: NOON, endedBy: 'cancel' };

/** The table of B.14 in `documents/formulas.md`, by hand. `late` is 20 hours after noon. */
const ALLOWED: Record<OtcState, string[]> = {
  locking: ['taker open'],
  paying: ['buyer pay', 'buyer cancel', 'seller extend'],
  paid: ['buyer concede', 'buyer appeal', 'seller release', 'seller appeal', 'clock remind', 'clock escalate'],
  released: [],
  appeal: ['buyer concede', 'seller release', 'desk award-buyer', 'desk award-seller'],
  cancelled: ['buyer reopen'],
};

describe('the table', () => {
  it.each(Object.keys(OTC_STATES) as OtcState[])(
    'lets the right ones act in the state %s, and nobody else',
    (state) => {
      const order = {
        ...ORDER,
        state,
        paidAt: NOON,
        payUntil: NOON + 24 * HOUR,
        endedAt: NOON,
        endedBy: 'cancel' as const,
      };
      const open = OTC_ACTORS.flatMap((actor) =>
        OTC_EVENTS.filter((event) => judgeOtcStep(order, actor, event, NOON + 20 * HOUR).problem === null).map(
          (event) => `${actor} ${event}`,
        ),
      );
      expect(open.sort()).toEqual([...ALLOWED[state]].sort());
    },
  );

  it('never lets coins go before the order has ended', () => {
    expect((['paying', 'paid', 'appeal'] as const).map(isOtcOpen)).toEqual([true, true, true]);
    expect((['locking', 'released', 'cancelled'] as const).map(isOtcOpen)).toEqual([false, false, false]);
  });
});

describe('the server’s clock', () => {
  it.each([
    [ORDER, 'buyer', 'pay', 30 * MINUTE - 1, null],
    [ORDER, 'buyer', 'pay', 30 * MINUTE, 'late'],
    [ORDER, 'clock', 'expire', 30 * MINUTE - 1, 'early'],
    [ORDER, 'clock', 'expire', 30 * MINUTE, null],
    [ORDER, 'seller', 'extend', 30 * MINUTE, 'late'],
    [{ ...ORDER, extended: true }, 'seller', 'extend', MINUTE, 'once'],
    [PAID, 'buyer', 'appeal', 10 * MINUTE - 1, 'early'],
    [PAID, 'seller', 'appeal', 10 * MINUTE, null],
    [PAID, 'seller', 'release', 0, null],
    [PAID, 'clock', 'remind', 15 * MINUTE - 1, 'early'],
    [PAID, 'clock', 'remind', 15 * MINUTE, null],
    [{ ...PAID, reminded: true }, 'clock', 'remind', 20 * MINUTE, 'once'],
    [PAID, 'clock', 'escalate', 12 * HOUR - 1, 'early'],
    [PAID, 'clock', 'escalate', 12 * HOUR, null],
    [CANCELLED, 'buyer', 'reopen', 24 * HOUR - 1, null],
    [CANCELLED, 'buyer', 'reopen', 24 * HOUR, 'late'],
    [{ ...CANCELLED, endedBy: 'expire' }, 'buyer', 'reopen', HOUR, null],
    [{ ...CANCELLED, reopened: true }, 'buyer', 'reopen', HOUR, 'once'],
    [{ ...CANCELLED, endedBy: 'concede' }, 'buyer', 'reopen', HOUR, 'state'],
    [{ ...CANCELLED, endedBy: 'award-seller' }, 'buyer', 'reopen', HOUR, 'state'],
  ] as const)('%#: decides', (order, actor, event, after, problem) => {
    expect(judgeOtcStep(order, actor, event, NOON + after).problem).toBe(problem);
  });

  it('says what somebody can do now', () => {
    expect(otcChoices(ORDER, 'buyer', NOON)).toEqual(['pay', 'cancel']);
    expect(otcChoices(ORDER, 'seller', NOON)).toEqual(['extend']);
    expect(otcChoices(PAID, 'seller', NOON)).toEqual(['release']);
  });
});

describe('pauses after orders that ended unpaid', () => {
  const DAY = 24 * HOUR;
  const midnight = Date.UTC(2026, 4, 5);
  it.each([
    ['none', [], 0],
    ['the first: a quarter of an hour', [NOON], NOON + 15 * MINUTE],
    ['the second of seven days: half an hour', [NOON - 2 * DAY, NOON], NOON + 30 * MINUTE],
    ['the third of seven days: an hour', [NOON - 3 * DAY, NOON - 2 * DAY, NOON], NOON + HOUR],
    ['the fourth: four hours', [NOON - 4 * DAY, NOON - 3 * DAY, NOON - 2 * DAY, NOON], NOON + 4 * HOUR],
    ['the fifth: the rest of the day', [1, 2, 3, 4, 0].map((days) => NOON - days * DAY), midnight],
    ['the third of one day: the rest of it', [NOON - 2 * HOUR, NOON - HOUR, NOON], midnight],
    ['one that is seven days old counts no more', [NOON - 7 * DAY, NOON], NOON + 15 * MINUTE],
  ] as const)('%s', (_what, unpaid, until) => {
    expect(otcPausedUntil(unpaid)).toBe(until);
  });
});
