import { DateTime, IANAZone } from 'luxon';
import { zoneNamed } from '../../../contract/rules/time-zone.rules.js';
import { EXPORT_DAYS_MAX } from '../../../contract/wallet/exports.dto.js';

/** Instants of a file, Unix milliseconds: from the first on, up to the second without it. */
export interface ExportRange {
  since: number;
  until: number;
  /** Of the clock that shows instants, as `zoneNamed` answers it. */
  zone: string;
  /** Where the days begin. */
  dayZone: string;
}

export interface AskedDays {
  from: string;
  to: string;
  zone: string;
  /** Days of UTC, whatever the zone. */
  inUtc?: boolean;
}

const DAY_MS = 86_400_000;
const FIRST_YEAR = 2009;
const LAST_YEAR = 2199;

/** What is wrong with the days that were asked for: the zone does not exist, or the days are none, backwards or too many. */
export type RangeProblem = 'zone' | 'days';

const UTC = IANAZone.create('UTC');

/** From the beginning of the first day to the end of the last one, as clocks of the zone have them, or of UTC. */
export function rangeOf({ from, to, zone: asked, inUtc = false }: AskedDays): ExportRange | RangeProblem {
  const zone = zoneNamed(asked);
  if (zone === null) return 'zone';
  const place = inUtc ? UTC : IANAZone.create(zone);
  const first = dayOf(from, place);
  const last = dayOf(to, place);
  if (first === null || last === null || last < first) return 'days';
  if (Math.round((calendarDay(to) - calendarDay(from)) / DAY_MS) >= EXPORT_DAYS_MAX) return 'days';
  const until = DateTime.fromMillis(last, { zone: place }).plus({ days: 1 }).startOf('day').toMillis();
  return { since: first, until, zone, dayZone: inUtc ? 'UTC' : zone };
}

/** When the day begins there; null for what is no day of these times. */
function dayOf(text: string, zone: IANAZone): number | null {
  const year = Number.parseInt(text.slice(0, 4), 10);
  const day = DateTime.fromISO(text, { zone });
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR) || !day.isValid) return null;
  return day.startOf('day').toMillis();
}

function calendarDay(text: string): number {
  return DateTime.fromISO(text, { zone: UTC }).toMillis();
}

/** An instant as a clock of the zone, by its name as `zoneNamed` answers it, shows it, with how far it is from UTC: `2026-01-05 17:30:00 +05:30`. */
export function timeIn(zone: string, instant: number): string {
  return DateTime.fromMillis(instant, { zone: IANAZone.create(zone) }).toFormat('yyyy-MM-dd HH:mm:ss ZZ');
}
