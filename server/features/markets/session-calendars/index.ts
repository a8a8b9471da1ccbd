/** The front door of the session calendars: when a market trades by the clock of its own place. */
export { SessionCalendarEntity } from './session-calendar.entity.js';
export { openSpans, type SessionState, sessionAt, storedHolidays, storedSessions } from './session-calendar.rules.js';
