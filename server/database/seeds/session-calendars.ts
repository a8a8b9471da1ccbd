/** A row of `session_calendar`. Times are local wall time of the zone; weekdays are ISO, 1 = Monday. */
export interface CalendarSeed {
  code: string;
  timeZone: string;
  sessions: { days: number[]; open: string; close: string }[];
  /** A whole local date, or a closed span of local time `YYYY-MM-DDTHH:MM/YYYY-MM-DDTHH:MM` (end exclusive). */
  holidays: string[];
}

const WEEKDAYS = [1, 2, 3, 4, 5];

/** NYSE Group's published calendar of 2026 and 2027; the spans are its early closings at 13:00. */
const NYSE_HOLIDAYS = [
  '2026-01-01',
  '2026-01-19',
  '2026-02-16',
  '2026-04-03',
  '2026-05-25',
  '2026-06-19',
  '2026-07-03',
  '2026-09-07',
  '2026-11-26',
  '2026-11-27T13:00/2026-11-27T16:00',
  '2026-12-24T13:00/2026-12-24T16:00',
  '2026-12-25',
  '2027-01-01',
  '2027-01-18',
  '2027-02-15',
  '2027-03-26',
  '2027-05-31',
  '2027-06-18',
  '2027-07-05',
  '2027-09-06',
  '2027-11-25',
  '2027-11-26T13:00/2027-11-26T16:00',
  '2027-12-24',
];

/**
 * CME Globex metals. Closed for Good Friday, Christmas and New Year; on other US holidays trading halts at 14:30
 * New York and goes on at 18:00 (after a Friday halt, on Sunday). The exchange publishes the exact minutes holiday by
 * holiday; rows that it has not published yet follow those of Martin Luther King Day 2026.
 */
const COMEX_HOLIDAYS = [
  '2025-12-31T17:00/2026-01-01T18:00',
  '2026-01-19T14:30/2026-01-19T18:00',
  '2026-02-16T14:30/2026-02-16T18:00',
  '2026-04-02T17:00/2026-04-05T18:00',
  '2026-05-25T14:30/2026-05-25T18:00',
  '2026-06-19T14:30/2026-06-19T17:00',
  '2026-07-03T14:30/2026-07-03T17:00',
  '2026-09-07T14:30/2026-09-07T18:00',
  '2026-11-26T14:30/2026-11-26T18:00',
  '2026-11-27T13:45/2026-11-27T17:00',
  '2026-12-24T13:45/2026-12-27T18:00',
  '2026-12-31T17:00/2027-01-03T18:00',
  '2027-01-18T14:30/2027-01-18T18:00',
  '2027-02-15T14:30/2027-02-15T18:00',
  '2027-03-25T17:00/2027-03-28T18:00',
  '2027-05-31T14:30/2027-05-31T18:00',
  '2027-06-18T14:30/2027-06-18T17:00',
  '2027-07-05T14:30/2027-07-05T18:00',
  '2027-09-06T14:30/2027-09-06T18:00',
  '2027-11-25T14:30/2027-11-25T18:00',
  '2027-11-26T13:45/2027-11-26T17:00',
  '2027-12-23T17:00/2027-12-26T18:00',
  '2027-12-31T17:00/2028-01-02T18:00',
];

/**
 * Shanghai Futures Exchange, holidays of 2026 by the State Council's notice. The night session of the last trading
 * day before a holiday is not held, so every span begins at that evening and ends at the next morning's opening.
 * 1 January 2027 is the statutory day; the notice for the rest of 2027 adds rows.
 */
const SHFE_HOLIDAYS = [
  '2025-12-31T21:00/2026-01-05T09:00',
  '2026-02-13T21:00/2026-02-24T09:00',
  '2026-04-03T21:00/2026-04-07T09:00',
  '2026-04-30T21:00/2026-05-06T09:00',
  '2026-06-18T21:00/2026-06-22T09:00',
  '2026-09-24T21:00/2026-09-28T09:00',
  '2026-09-30T21:00/2026-10-08T09:00',
  '2026-12-31T21:00/2027-01-04T09:00',
];

const SHFE_DAY = [
  { days: WEEKDAYS, open: '09:00', close: '10:15' },
  { days: WEEKDAYS, open: '10:30', close: '11:30' },
  { days: WEEKDAYS, open: '13:30', close: '15:00' },
];

function shfe(code: string, nightClose: string): CalendarSeed {
  return {
    code,
    timeZone: 'Asia/Shanghai',
    sessions: [...SHFE_DAY, { days: WEEKDAYS, open: '21:00', close: nightClose }],
    holidays: SHFE_HOLIDAYS,
  };
}

export const SESSION_CALENDARS: readonly CalendarSeed[] = [
  {
    code: 'always',
    timeZone: 'UTC',
    sessions: [{ days: [1, 2, 3, 4, 5, 6, 7], open: '00:00', close: '24:00' }],
    holidays: [],
  },
  {
    code: 'nyse',
    timeZone: 'America/New_York',
    sessions: [{ days: WEEKDAYS, open: '09:30', close: '16:00' }],
    holidays: NYSE_HOLIDAYS,
  },
  {
    // Sunday 18:00 to Friday 17:00 with a break from 17:00 to 18:00 every day.
    code: 'comex',
    timeZone: 'America/New_York',
    sessions: [{ days: [7, 1, 2, 3, 4], open: '18:00', close: '17:00' }],
    holidays: COMEX_HOLIDAYS,
  },
  // Steel.
  shfe('shfe-2300', '23:00'),
  // Copper, aluminium, lead, zinc, nickel and tin.
  shfe('shfe-0100', '01:00'),
  // Gold and silver.
  shfe('shfe-0230', '02:30'),
];
