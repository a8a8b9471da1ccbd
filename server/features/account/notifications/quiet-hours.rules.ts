import { DAY_MINUTES } from '../../../contract/rules/notifications.rules.js';

/** Times of the day at which it is quiet, in minutes, in the zone that people live in. */
export interface QuietHours {
  from: number;
  until: number;
  zone: string;
}

const MINUTE_MS = 60_000;

/** Whether the name is of a time zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * When the quiet hours end in which the instant lies; null when it lies in none. `until` is the first minute that is not
 * quiet. Where clocks are set in that night, it is the time on the wall that counts.
 */
export function quietEnd(at: Date, { from, until, zone }: QuietHours): Date | null {
  const now = minuteOf(at, zone);
  const isQuiet = from < until ? now >= from && now < until : now >= from || now < until;
  if (!isQuiet) return null;
  const minute = Math.floor(at.getTime() / MINUTE_MS);
  const end = minute + untilNext(now, until);
  // An hour that was set forward or back meanwhile: what the wall shows then is off by so much.
  const off = untilNext(minuteOf(new Date(end * MINUTE_MS), zone), until);
  const mended = end + (off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off);
  // The time may be one that the wall never shows in that night.
  const isThere = mended > minute && minuteOf(new Date(mended * MINUTE_MS), zone) === until;
  return new Date((isThere ? mended : end) * MINUTE_MS);
}

function untilNext(minute: number, other: number): number {
  return (other - minute + DAY_MINUTES) % DAY_MINUTES;
}

/** The minute of the day that the wall shows. */
function minuteOf(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => Number.parseInt(parts.find((one) => one.type === type)?.value ?? '0', 10);
  return part('hour') * 60 + part('minute');
}
