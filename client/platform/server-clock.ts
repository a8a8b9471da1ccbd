/** The only place of the client that reads the clock. Ages are counted in the server's time, not the phone's. */
let offset = 0;

/** Takes the server's time from a greeting; the way back is not known and left out. */
export function setServerNow(now: number): void {
  if (Number.isFinite(now)) offset = now - Date.now();
}

/** Unix milliseconds, as the server counts them. */
export function serverNow(): number {
  return Date.now() + offset;
}

/** Milliseconds since some fixed instant; never jumps. */
export function steadyNow(): number {
  return performance.now();
}

/** Seconds that local wall time is ahead of UTC right now. */
export function zoneOffsetSeconds(): number {
  return -new Date(serverNow()).getTimezoneOffset() * 60;
}

/** As a field for date and time wants it: wall time in the user's zone, to the minute. */
export function localMoment(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
