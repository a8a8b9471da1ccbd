import * as fc from 'fast-check';
import { SESSION_CALENDARS } from '../../../database/seeds/session-calendars.js';
import { type Calendar, openSpans, sessionAt } from './session-calendar.rules.js';

function calendar(code: string): Calendar {
  const row = SESSION_CALENDARS.find((each) => each.code === code);
  if (!row) throw new Error(`no calendar ${code}`);
  return { ...row };
}

const at = (text: string) => Date.parse(text);
const text = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString().slice(0, 16));

describe('session calendar', () => {
  // Instants are UTC. New York is UTC-5 in winter and UTC-4 from 8 March to 1 November 2026; Shanghai is UTC+8.
  it.each([
    ['nyse', '2026-03-06T14:29:59Z', 'session-closed', 'a Friday of winter, a second before 09:30'],
    ['nyse', '2026-03-06T14:30:00Z', 'open', 'a Friday of winter, 09:30'],
    ['nyse', '2026-03-06T20:59:59Z', 'open', 'a second before 16:00'],
    ['nyse', '2026-03-06T21:00:00Z', 'session-closed', '16:00 belongs to the closed time'],
    ['nyse', '2026-03-09T13:29:59Z', 'session-closed', 'the Monday after the clocks went forward'],
    ['nyse', '2026-03-09T13:30:00Z', 'open', 'opens an hour earlier by UTC'],
    ['nyse', '2026-10-30T13:30:00Z', 'open', 'the last Friday of summer time'],
    ['nyse', '2026-11-02T13:30:00Z', 'session-closed', 'the Monday after the clocks went back'],
    ['nyse', '2026-11-02T14:30:00Z', 'open', 'opens an hour later by UTC'],
    ['nyse', '2026-11-26T16:00:00Z', 'holiday', 'Thanksgiving'],
    ['nyse', '2026-11-27T17:59:59Z', 'open', 'the day after, before the early closing at 13:00'],
    ['nyse', '2026-11-27T18:00:00Z', 'holiday', 'the day after, 13:00'],
    ['nyse', '2026-11-27T21:00:00Z', 'session-closed', 'the day after, past the ordinary closing'],
    ['nyse', '2026-07-03T15:00:00Z', 'holiday', 'Independence Day is observed on the Friday'],
    ['nyse', '2026-11-21T16:00:00Z', 'session-closed', 'a Saturday'],
    ['comex', '2026-03-08T21:59:59Z', 'session-closed', 'Sunday of the change to summer time, before 18:00'],
    ['comex', '2026-03-08T22:00:00Z', 'open', 'Sunday 18:00 in summer time'],
    ['comex', '2026-03-01T22:30:00Z', 'session-closed', 'Sunday 17:30 in winter time'],
    ['comex', '2026-03-01T23:00:00Z', 'open', 'Sunday 18:00 in winter time'],
    ['comex', '2026-11-17T21:59:59Z', 'open', 'Tuesday before 17:00'],
    ['comex', '2026-11-17T22:00:00Z', 'session-closed', 'the daily break'],
    ['comex', '2026-11-17T23:00:00Z', 'open', 'after the daily break'],
    ['comex', '2026-11-18T08:00:00Z', 'open', 'past midnight'],
    ['comex', '2026-11-20T22:00:00Z', 'session-closed', 'Friday 17:00'],
    ['comex', '2026-11-20T23:30:00Z', 'session-closed', 'Friday evening is not a session'],
    ['comex', '2026-04-02T22:30:00Z', 'holiday', 'the evening before Good Friday'],
    ['comex', '2026-11-26T20:00:00Z', 'holiday', 'Thanksgiving, halted at 14:30'],
    ['comex', '2026-11-26T23:30:00Z', 'open', 'Thanksgiving evening'],
    ['shfe-2300', '2026-11-20T01:00:00Z', 'open', 'Shanghai 09:00'],
    ['shfe-2300', '2026-11-20T02:15:00Z', 'session-closed', 'the morning break'],
    ['shfe-2300', '2026-11-20T02:30:00Z', 'open', 'after the morning break'],
    ['shfe-2300', '2026-11-20T03:30:00Z', 'session-closed', 'noon break'],
    ['shfe-2300', '2026-11-20T07:00:00Z', 'session-closed', '15:00'],
    ['shfe-2300', '2026-11-20T13:00:00Z', 'open', 'night session'],
    ['shfe-2300', '2026-11-20T15:00:00Z', 'session-closed', 'steel ends at 23:00'],
    ['shfe-0100', '2026-11-20T15:00:00Z', 'open', 'base metals go on'],
    ['shfe-0100', '2026-11-20T16:59:59Z', 'open', 'past midnight, already Saturday in Shanghai'],
    ['shfe-0100', '2026-11-20T17:00:00Z', 'session-closed', 'ends at 01:00'],
    ['shfe-0230', '2026-11-20T17:00:00Z', 'open', 'gold and silver go on'],
    ['shfe-0230', '2026-11-20T18:30:00Z', 'session-closed', 'ends at 02:30'],
    ['shfe-0230', '2026-11-15T13:30:00Z', 'session-closed', 'no night session on a Sunday'],
    ['shfe-0100', '2026-02-13T06:59:00Z', 'open', 'the last afternoon before the Spring Festival'],
    ['shfe-0100', '2026-02-13T13:30:00Z', 'holiday', 'no night session before the Spring Festival'],
    ['shfe-0100', '2026-02-18T02:00:00Z', 'holiday', 'the Spring Festival'],
    ['shfe-0100', '2026-02-24T00:59:59Z', 'holiday', 'the morning after, before 09:00'],
    ['shfe-0100', '2026-02-24T01:00:00Z', 'open', 'the morning after'],
    ['shfe-0100', '2026-06-18T13:30:00Z', 'holiday', 'no night session before the Dragon Boat Festival'],
    ['shfe-0100', '2026-06-22T13:30:00Z', 'open', 'the night session resumes on 22 June'],
    ['always', '2026-02-18T02:00:00Z', 'open', 'never closes'],
  ])('%s at %s is %s: %s', (code, instant, expected) => {
    const { open, reason } = sessionAt(calendar(code), at(instant));
    expect(open ? 'open' : reason).toBe(expected);
    expect(reason === null).toBe(open);
    expect(sessionAt(calendar(code), at(instant)).open).toBe(open);
  });

  it.each([
    ['nyse', '2026-11-20T15:00:00Z', '2026-11-20T14:30', '2026-11-20T21:00', 'while open: this session'],
    ['nyse', '2026-11-20T22:00:00Z', '2026-11-23T14:30', '2026-11-23T21:00', 'Friday evening: Monday'],
    ['nyse', '2026-11-25T22:00:00Z', '2026-11-27T14:30', '2026-11-27T18:00', 'over Thanksgiving: an early closing'],
    ['nyse', '2026-03-06T22:00:00Z', '2026-03-09T13:30', '2026-03-09T20:00', 'over the change to summer time'],
    ['comex', '2026-10-31T12:00:00Z', '2026-11-01T23:00', '2026-11-02T22:00', 'over the change to winter time'],
    ['comex', '2026-12-25T12:00:00Z', '2026-12-27T23:00', '2026-12-28T22:00', 'Christmas'],
    ['shfe-0100', '2026-02-13T12:00:00Z', '2026-02-24T01:00', '2026-02-24T02:15', 'over the Spring Festival'],
    ['shfe-0230', '2026-11-20T16:00:00Z', '2026-11-20T13:00', '2026-11-20T18:30', 'past midnight'],
  ])('%s at %s: opens %s, closes %s: %s', (code, instant, opensAt, closesAt) => {
    const state = sessionAt(calendar(code), at(instant));
    expect([text(state.opensAt), text(state.closesAt)]).toEqual([opensAt, closesAt]);
  });

  it.each([
    ['2026-03-08T08:00', 'the morning after the hour from 02:00 was skipped'],
    ['2026-11-01T09:00', 'the morning after the hour from 01:00 came twice'],
    ['2026-11-08T09:00', 'a week later'],
  ])('opens at 04:00 New York on the Sunday at %s: %s', (opens) => {
    const early = {
      timeZone: 'America/New_York',
      sessions: [{ days: [7], open: '04:00', close: '05:00' }],
      holidays: [],
    };
    const state = sessionAt(early, at(`${opens}:00Z`));
    expect([text(state.opensAt), state.open]).toEqual([opens, true]);
  });

  it.each([
    ['Africa/Cairo', '2026-04-24', 'its midnight is skipped'],
    ['Asia/Kathmandu', '2026-04-24', 'it is a quarter of an hour beside others'],
    ['Pacific/Apia', '2026-04-05', 'it is far ahead, and its clocks go back'],
  ])('opens once on every day in %s, also on %s: %s', (timeZone, day) => {
    const daily = {
      timeZone,
      sessions: [{ days: [1, 2, 3, 4, 5, 6, 7], open: '10:00', close: '14:00' }],
      holidays: [],
    };
    const opens = openSpans(daily, at(`${day}T00:00Z`) - 5 * 86_400_000, at(`${day}T00:00Z`) + 5 * 86_400_000);
    const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const days = opens.map(({ from }) => local.format(from));
    expect(days).toContain(`${day} 10:00`);
    expect(new Set(days.map((each) => each.slice(0, 10))).size).toBe(opens.length);
    expect(opens.length).toBeGreaterThanOrEqual(10);
    expect(days.every((each) => each.endsWith(' 10:00'))).toBe(true);
  });

  it('is of the calendar as it is: a changed row is another calendar', () => {
    const [from, to] = [at('2026-06-01T00:00:00Z'), at('2026-06-02T00:00:00Z')];
    const before = { timeZone: 'UTC', sessions: [{ days: [1], open: '09:00', close: '10:00' }], holidays: [] };
    expect(openSpans(before, from, to)).toHaveLength(1);
    expect(openSpans(before, from + 11 * 3_600_000, to)).toHaveLength(0);
    expect(openSpans({ ...before, holidays: ['2026-06-01'] }, from, to)).toHaveLength(0);
  });

  it('has neither opening nor closing where the market never closes or never opens', () => {
    expect(sessionAt(calendar('always'), at('2026-06-01T00:00:00Z'))).toEqual({
      open: true,
      reason: null,
      opensAt: null,
      closesAt: null,
    });
    const never = { timeZone: 'UTC', sessions: [], holidays: [] };
    expect(sessionAt(never, 0)).toEqual({ open: false, reason: 'session-closed', opensAt: null, closesAt: null });
  });

  it('answers the same whatever was asked before, and agrees with the open spans', () => {
    const codes = SESSION_CALENDARS.map(({ code }) => code);
    const asked = new Map(codes.map((code) => [code, calendar(code)]));
    const instants = fc.integer({ min: at('2026-01-05T00:00:00Z') / 1000, max: at('2027-12-20T00:00:00Z') / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...codes), instants, (code, seconds) => {
        const now = seconds * 1000;
        const [known, unasked] = [asked.get(code) as Calendar, calendar(code)];
        const state = sessionAt(known, now);
        expect(state).toEqual(sessionAt(unasked, now));
        const spans = openSpans(known, now, now + 1);
        expect(spans.length > 0).toBe(state.open);
        if (state.opensAt === null || state.closesAt === null) return;
        expect(state.opensAt <= now).toBe(state.open);
        expect(state.closesAt).toBeGreaterThan(now);
        expect(sessionAt(known, state.opensAt).open).toBe(true);
        expect(sessionAt(known, state.opensAt - 1).open).toBe(false);
        expect(sessionAt(known, state.closesAt).open).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('has 251 New York trading days in 2026', () => {
    // 261 weekdays in 2026, ten full holidays.
    const spans = openSpans(calendar('nyse'), at('2026-01-01T05:00:00Z'), at('2027-01-01T05:00:00Z'));
    expect(spans).toHaveLength(251);
  });

  it.each([
    { timeZone: 'Mars/Olympus', sessions: [{ days: [1], open: '09:00', close: '10:00' }], holidays: [] },
    { timeZone: 'UTC', sessions: [{ days: [1, 2, 3, 4, 5, 6, 7], open: '9', close: '10:00' }], holidays: [] },
    { timeZone: 'UTC', sessions: [{ days: [1, 2, 3, 4, 5, 6, 7], open: '09:00', close: '24:30' }], holidays: [] },
    { timeZone: 'UTC', sessions: [], holidays: ['2026-13-01'] },
    { timeZone: 'UTC', sessions: [], holidays: ['tomorrow'] },
    { timeZone: 'UTC', sessions: [], holidays: ['2026-01-01/2026-01-02/2026-01-03'] },
  ])('refuses a calendar that cannot be read: %j', (wrong) => {
    expect(() => sessionAt(wrong, 0)).toThrow(RangeError);
  });
});
