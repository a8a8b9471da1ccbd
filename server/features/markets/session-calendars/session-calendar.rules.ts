import { DateTime, IANAZone } from 'luxon';
import { z } from 'zod';

const WALL_TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/;
const CLOSED = /^\d{4}-\d\d-\d\d(T\d\d:\d\d\/\d{4}-\d\d-\d\dT\d\d:\d\d)?$/;

/**
 * Trading sessions in local wall time, `HH:MM` up to `24:00`, on ISO weekdays, 1 = Monday; `close` at or before `open` means that one
 * ends on the next day.
 */
export const storedSessions = z.array(
  z.object({
    days: z.array(z.number().int().min(1).max(7)),
    open: z.string().regex(WALL_TIME),
    close: z.string().regex(WALL_TIME),
  }),
);
export const storedHolidays = z.array(z.string().regex(CLOSED));
type Session = z.infer<typeof storedSessions>[number];

/** What the rules need of a calendar's row. A row that changes must come as a new object. */
export interface Calendar {
  /** IANA zone of the wall times. */
  timeZone: string;
  sessions: Session[];
  /**
   * Local dates that are closed as a whole (`2026-12-25`), or closed spans of local time, end exclusive
   * (`2026-11-27T13:00/2026-11-27T16:00`): early closings, and night sessions that are not held before a holiday.
   */
  holidays: string[];
}

export interface SessionState {
  open: boolean;
  /** Why it is closed; null while it is open. */
  reason: null | 'session-closed' | 'holiday';
  /** When open: since when. When closed: when it opens next. Null when that is beyond three weeks, or always open. */
  opensAt: number | null;
  /** When the session of `opensAt` ends. Null when that is beyond three weeks, or always open. */
  closesAt: number | null;
}

/** From `from` inclusive to `to` exclusive, Unix milliseconds. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Remembered {
  span: Span;
  state: SessionState;
}

const DAY = 86_400_000;
/** How far ahead the next opening is looked for; the longest holidays of known exchanges are eleven days. */
const HORIZON_DAYS = 21;

const remembered = new WeakMap<Calendar, Remembered>();
const closures = new WeakMap<Calendar, Span[]>();
/** Sessions by local day, numbered from 1970-01-01: a library's zones cost a millisecond for a few of them. */
const sessionDays = new WeakMap<Calendar, Map<number, readonly Span[]>>();
/** Twelve years of days, so that whoever walks through all of history works each day out once. */
const DAYS_RETAINED = 4400;
const lastAsked = new WeakMap<Calendar, { first: number; end: number; spans: readonly Span[] }>();

/**
 * The state of the calendar at an instant (B.20). Daylight saving is that of the zone: wall times stay, instants move.
 * The answer is kept until the next change, so asking for every tick costs nothing.
 * @throws RangeError for an unknown zone and for text that is neither a time, a date nor a span.
 */
export function sessionAt(calendar: Calendar, now: number): SessionState {
  const known = remembered.get(calendar);
  if (known && known.span.from <= now && now < known.span.to) return known.state;
  const fresh = work(calendar, now);
  remembered.set(calendar, fresh);
  return fresh.state;
}

/** The open spans that touch `[from, to)`, ascending, adjoining sessions joined; not cut at the range's ends. */
export function openSpans(calendar: Calendar, from: number, to: number): Span[] {
  const open = spansOfDays(calendar, Math.floor(from / DAY) - 2, Math.ceil(to / DAY) + 2);
  return open.filter((span) => span.to > from && span.from < to);
}

/** Of whole days by UTC, and kept: every order of a day asks for the same ones. */
function spansOfDays(calendar: Calendar, first: number, end: number): readonly Span[] {
  const known = lastAsked.get(calendar);
  if (known && known.first === first && known.end === end) return known.spans;
  const closed = closuresOf(calendar);
  const spans = merge(sessions(calendar, first * DAY, end * DAY).flatMap((span) => subtract(span, closed)));
  lastAsked.set(calendar, { first, end, spans });
  return spans;
}

function work(calendar: Calendar, now: number): Remembered {
  const today = Math.floor(now / DAY) * DAY;
  // Two days suffice nearly always; holidays need the whole horizon.
  for (const days of [2, HORIZON_DAYS]) {
    const edge = { from: today - 2 * DAY, to: today + days * DAY };
    const spans = openSpans(calendar, edge.from, edge.to);
    const next = spans.find((span) => span.to > now);
    const complete = next !== undefined && next.to < edge.to;
    if (complete || days === HORIZON_DAYS) return describe(calendar, now, next, edge);
  }
  throw new Error('unreachable');
}

function describe(calendar: Calendar, now: number, next: Span | undefined, edge: Span): Remembered {
  const open = next !== undefined && next.from <= now;
  const closure = closuresOf(calendar).find((span) => span.from <= now && now < span.to);
  const state: SessionState = {
    open,
    reason: open ? null : closure ? 'holiday' : 'session-closed',
    opensAt: next && next.from > edge.from ? next.from : null,
    closesAt: next && next.to < edge.to ? next.to : null,
  };
  const changes = closuresOf(calendar).flatMap(({ from, to }) => [from, to]);
  if (next) changes.push(next.from, next.to);
  const until = Math.min(now + DAY, ...changes.filter((at) => at > now));
  return { span: { from: now, to: until }, state };
}

/** All sessions that open on the local days of the two instants and between them, holidays not yet taken out. */
function sessions(calendar: Calendar, from: number, to: number): Span[] {
  const zone = zoneOf(calendar.timeZone);
  const localDay = (instant: number): number => Math.floor((instant + zone.offset(instant) * 60_000) / DAY);
  const spans: Span[] = [];
  for (let day = localDay(from), last = localDay(to); day <= last; day++) spans.push(...sessionsOf(calendar, day));
  return spans.sort((a, b) => a.from - b.from);
}

/** The sessions that open on a local day. */
function sessionsOf(calendar: Calendar, day: number): readonly Span[] {
  const days = sessionDays.get(calendar) ?? new Map<number, readonly Span[]>();
  sessionDays.set(calendar, days);
  const known = days.get(day);
  if (known) return known;
  const noon = noonOf(calendar.timeZone, day);
  const spans = calendar.sessions.flatMap((row) => {
    if (!row.days.includes(noon.weekday)) return [];
    const [opens, closes] = [minutes(row.open), minutes(row.close)];
    return [{ from: wallTime(noon, opens), to: wallTime(noon, closes <= opens ? closes + 24 * 60 : closes) }];
  });
  if (days.size >= DAYS_RETAINED) days.clear();
  days.set(day, spans);
  return spans;
}

function zoneOf(name: string): IANAZone {
  const zone = IANAZone.create(name);
  if (!zone.isValid) throw new RangeError(`Not a time zone: ${name}`);
  return zone;
}

/** Noon of the local day: every zone has it on every day, unlike midnight. */
function noonOf(timeZone: string, day: number): DateTime {
  const date = new Date(day * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  return DateTime.fromObject({ year, month, day: date.getUTCDate(), hour: 12 }, { zone: zoneOf(timeZone) });
}

/**
 * The instant at which the day's clocks show so many minutes since midnight; in a skipped hour, an hour later, and of an
 * hour that comes twice the second.
 */
function wallTime(day: DateTime, minute: number): number {
  return day.set({ hour: 0, minute }).toMillis();
}

function subtract(span: Span, closed: Span[]): Span[] {
  let open = [span];
  for (const { from, to } of closed) {
    if (to <= span.from || from >= span.to) continue;
    open = open.flatMap((part) => [
      { from: part.from, to: Math.min(part.to, from) },
      { from: Math.max(part.from, to), to: part.to },
    ]);
    open = open.filter((part) => part.to > part.from);
  }
  return open;
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}

function closuresOf(calendar: Calendar): Span[] {
  const known = closures.get(calendar);
  if (known) return known;
  const spans = calendar.holidays.map((holiday) => closure(calendar.timeZone, holiday));
  closures.set(calendar, spans);
  return spans;
}

function closure(timeZone: string, holiday: string): Span {
  const [from, to, more] = holiday.split('/');
  if (from === undefined || more !== undefined) throw new RangeError(`Not a date or span: ${holiday}`);
  const start = localTime(timeZone, from);
  const end = to === undefined ? start.plus({ days: 1 }) : localTime(timeZone, to);
  return { from: start.toMillis(), to: end.toMillis() };
}

/** `2026-12-25` or `2026-12-25T13:00` on the zone's clocks. */
function localTime(timeZone: string, text: string): DateTime {
  const time = DateTime.fromISO(text, { zone: zoneOf(timeZone) });
  if (/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(text) && time.isValid) return time;
  throw new RangeError(`Not a local date or time: ${text}`);
}

/** `HH:MM` as minutes since midnight. */
function minutes(text: string): number {
  const match = /^(\d\d):([0-5]\d)$/.exec(text);
  const value = match ? Number(match[1]) * 60 + Number(match[2]) : NaN;
  if (!(value <= 24 * 60)) throw new RangeError(`Not a time of day: ${text}`);
  return value;
}
