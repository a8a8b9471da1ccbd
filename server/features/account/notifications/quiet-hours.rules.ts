import { DateTime } from 'luxon';

/** Times of the day at which it is quiet, in minutes, in the zone that people live in. */
export interface QuietHours {
  from: number;
  until: number;
  /** As `zoneNamed` answers it. */
  zone: string;
}

/**
 * When the quiet hours end in which the instant lies; null when it lies in none. `until` is the first minute that is not
 * quiet. Where clocks are set in that night, it is the time on the wall that counts: one that comes twice ends them at the next, one
 * that is left out as much later as clocks go forward.
 */
export function quietEnd(at: Date, { from, until, zone }: QuietHours): Date | null {
  const wall = DateTime.fromJSDate(at, { zone });
  const now = wall.hour * 60 + wall.minute;
  const isQuiet = from < until ? now >= from && now < until : now >= from || now < until;
  if (!isQuiet) return null;
  const time = { hour: Math.floor(until / 60), minute: until % 60 };
  const ends = [0, 1]
    .flatMap((days): DateTime[] => wall.startOf('day').plus({ days }).set(time).getPossibleOffsets())
    .map((end) => end.toMillis())
    .filter((end) => end > at.getTime());
  return new Date(Math.min(...ends));
}
