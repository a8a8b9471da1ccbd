import { IANAZone } from 'luxon';
import { rangeOf, timeIn } from './export-range.rules.js';

const asked = (from: string, to: string, zone = 'UTC') => rangeOf({ from, to, zone });
const iso = (range: ReturnType<typeof rangeOf>) =>
  typeof range === 'string' ? range : [new Date(range.since).toISOString(), new Date(range.until).toISOString()];

describe('the days of a file', () => {
  it.each([
    ['2026-01-05', '2026-01-05', 'UTC', '2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z'],
    // Half an hour, and three quarters of one.
    ['2026-01-05', '2026-01-05', 'Asia/Kolkata', '2026-01-04T18:30:00.000Z', '2026-01-05T18:30:00.000Z'],
    ['2026-01-05', '2026-01-05', 'Asia/Kathmandu', '2026-01-04T18:15:00.000Z', '2026-01-05T18:15:00.000Z'],
    // 23 and 25 hours, where the clocks change; and a day whose midnight does not exist.
    ['2026-03-29', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', '2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2018-11-04', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
  ])('%s to %s in %s', (from, to, zone, since, until) => {
    expect(iso(asked(from, to, zone))).toEqual([since, until]);
  });

  it('are those of UTC for a list that is kept by them, and its instants are shown in the zone', () => {
    const year = rangeOf({ from: '2026-01-01', to: '2026-12-31', zone: 'Asia/Shanghai', inUtc: true });
    expect(iso(year)).toEqual(['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
    expect(year).toMatchObject({ zone: 'Asia/Shanghai', dayZone: 'UTC' });
    expect(rangeOf({ from: '2026-01-01', to: '2026-01-01', zone: 'Mars/Olympus', inUtc: true })).toBe('zone');
  });

  it('are a leap year at most', () => {
    expect(iso(asked('2028-01-01', '2028-12-31'))).toEqual(['2028-01-01T00:00:00.000Z', '2029-01-01T00:00:00.000Z']);
    expect(asked('2027-01-01', '2028-01-02')).toBe('days');
  });

  it.each([
    ['backwards', '2026-01-06', '2026-01-05', 'days'],
    ['of the year 0', '0000-01-01', '0000-12-31', 'days'],
    ['of a day that does not exist', '2026-02-30', '2026-03-01', 'days'],
    ['of a far future', '9999-12-31', '9999-12-31', 'days'],
  ])('are refused %s', (_name, from, to, problem) => {
    expect(asked(from, to)).toBe(problem);
  });

  it.each(['', 'Mars/Olympus', '../../etc/passwd', 'UTC\u0000'])('are refused in the zone %j', (zone) => {
    expect(asked('2026-01-05', '2026-01-05', zone)).toBe('zone');
  });

  it.each([
    ['aMeRiCa/aRgEnTiNa/uShUaIa', 'America/Argentina/Ushuaia'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['utc', 'UTC'],
  ])('go by one name of the zone, however it is spelled: %s', (zone, name) => {
    const create = jest.spyOn(IANAZone, 'create');
    expect(rangeOf({ from: '2026-01-05', to: '2026-01-05', zone })).toMatchObject({ zone: name, dayZone: name });
    expect(asked('2026-01-05', '2026-01-05', 'MaRs/oLyMpUs')).toBe('zone');
    // What is kept for good is kept under that name alone.
    expect(new Set(create.mock.calls.flat())).toEqual(new Set([name]));
    create.mockRestore();
  });

  it('are shown with the distance to UTC', () => {
    expect(timeIn('Asia/Kolkata', Date.UTC(2026, 0, 5, 12))).toBe('2026-01-05 17:30:00 +05:30');
    expect(timeIn('UTC', Date.UTC(2026, 0, 5, 12))).toBe('2026-01-05 12:00:00 +00:00');
  });
});
