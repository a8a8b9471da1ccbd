const QUARTER = 15 * 60_000;
const formatters = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** `2026-12-25` or `2026-12-25T13:00` as milliseconds, counted as if it were UTC. */
export function localTime(text: string): number {
  const value = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(text) ? Date.parse(text.length === 10 ? text : `${text}Z`) : NaN;
  if (Number.isNaN(value)) throw new RangeError(`Not a local date or time: ${text}`);
  return value;
}

/** The instant at which the zone's clocks show the local time; inside a skipped hour, the instant an hour later. */
export function toInstant(timeZone: string, local: number): number {
  const guess = local - offsetAt(timeZone, local);
  return local - offsetAt(timeZone, guess);
}

/** Milliseconds that the zone's clocks are ahead of UTC. Zones change on full quarters of an hour only. */
export function offsetAt(timeZone: string, instant: number): number {
  const quarter = Math.floor(instant / QUARTER) * QUARTER;
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size > 20_000) offsets.clear();
  const parts = formatter(timeZone).formatToParts(quarter);
  const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  offsets.set(key, local - quarter);
  return local - quarter;
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  let known = formatters.get(timeZone);
  if (!known) {
    known = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, known);
  }
  return known;
}
