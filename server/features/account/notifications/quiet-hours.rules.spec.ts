import { assert, constantFrom, date, integer, property } from 'fast-check';
import { quietEnd } from './quiet-hours.rules.js';

const at = (text: string) => new Date(`${text}:00Z`);
const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const hours = (from: string, until: string, zone: string) => ({ from: minutes(from), until: minutes(until), zone });

it.each([
  ['inside, over midnight', '2026-01-10T23:30', hours('22:00', '07:00', 'UTC'), '2026-01-11T07:00'],
  ['inside, after midnight', '2026-01-11T03:10', hours('22:00', '07:00', 'UTC'), '2026-01-11T07:00'],
  ['at the first minute', '2026-01-10T22:00', hours('22:00', '07:00', 'UTC'), '2026-01-11T07:00'],
  ['at the first minute that is not quiet', '2026-01-11T07:00', hours('22:00', '07:00', 'UTC'), null],
  ['before', '2026-01-10T21:59', hours('22:00', '07:00', 'UTC'), null],
  ['inside a day', '2026-01-10T13:00', hours('12:00', '14:30', 'UTC'), '2026-01-10T14:30'],
  ['after it', '2026-01-10T15:00', hours('12:00', '14:30', 'UTC'), null],
  // 23:30 in Shanghai is 15:30 UTC, seven there is 23:00 UTC.
  ['of people elsewhere', '2026-01-10T15:30', hours('22:00', '07:00', 'Asia/Shanghai'), '2026-01-10T23:00'],
  ['of a zone of half hours', '2026-01-10T18:00', hours('22:00', '07:00', 'Asia/Kolkata'), '2026-01-11T01:30'],
  // Berlin, 29 March 2026: at 01:00 UTC two becomes three. Seven is 05:00 UTC that day, and 06:00 UTC the day before.
  [
    'of the night in which clocks go forward',
    '2026-03-28T23:00',
    hours('22:00', '07:00', 'Europe/Berlin'),
    '2026-03-29T05:00',
  ],
  ['of the night before', '2026-03-27T23:00', hours('22:00', '07:00', 'Europe/Berlin'), '2026-03-28T06:00'],
  // 25 October 2026: at 01:00 UTC three becomes two.
  [
    'of the night in which they go back',
    '2026-10-24T22:00',
    hours('22:00', '07:00', 'Europe/Berlin'),
    '2026-10-25T06:00',
  ],
  // Half past two is not on the wall that night: half past three is.
  ['until a time that is left out', '2026-03-29T00:00', hours('22:00', '02:30', 'Europe/Berlin'), '2026-03-29T01:30'],
  // Three, at 01:00 UTC, is the first minute behind the gap: it is no longer quiet then.
  ['behind a gap', '2026-03-29T01:00', hours('22:00', '02:30', 'Europe/Berlin'), null],
  // Half past two comes twice on 25 October, at 00:30 and at 01:30 UTC.
  ['until a time that comes twice', '2026-10-24T23:00', hours('22:00', '02:30', 'Europe/Berlin'), '2026-10-25T00:30'],
  ['between the two', '2026-10-25T00:45', hours('22:00', '02:30', 'Europe/Berlin'), null],
  ['until it the second time', '2026-10-25T01:10', hours('22:00', '02:30', 'Europe/Berlin'), '2026-10-25T01:30'],
  // From two until half past two on that wall: quiet twice for half an hour.
  ['from a time that comes twice', '2026-10-25T01:00', hours('02:00', '02:30', 'Europe/Berlin'), '2026-10-25T01:30'],
  // Lord Howe Island, 4 October 2026: at 15:30 UTC of the 3rd two becomes half past two. A quarter past two is left out: 15:45 UTC.
  [
    'until a time left out by half an hour',
    '2026-10-03T15:00',
    hours('22:00', '02:15', 'Australia/Lord_Howe'),
    '2026-10-03T15:45',
  ],
  // Beirut, 29 March 2026: midnight, 22:00 UTC of the 28th, becomes one. A day that begins at one ends quiet hours at six, 03:00 UTC.
  ['of a day without its midnight', '2026-03-28T21:30', hours('22:00', '06:00', 'Asia/Beirut'), '2026-03-29T03:00'],
])('%s', (_what, now, quiet, end) => {
  expect(quietEnd(at(now), quiet)).toEqual(end === null ? null : at(end));
});

it('ends within the day and an hour, later than now, at an instant that is not quiet', () => {
  const minute = integer({ min: 0, max: 1439 });
  const zone = constantFrom(
    'UTC',
    'Asia/Tokyo',
    'Europe/Berlin',
    'America/Sao_Paulo',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  );
  const instant = date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2027-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  assert(
    property(instant, minute, minute, zone, (now, from, until, name) => {
      if (from === until) return;
      const end = quietEnd(now, { from, until, zone: name });
      if (end === null) return;
      expect(end.getTime()).toBeGreaterThan(now.getTime());
      expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
      expect(end.getUTCSeconds()).toBe(0);
    }),
  );
});
