/** The only place of the client that reads the clock. Ages are counted in the server's time, not the phone's. */
let offset = 0;
let isKnown = false;

/** Takes the server's time from a greeting; the way back is not known and left out. */
export function setServerNow(now: number): void {
  if (!Number.isFinite(now)) return;
  offset = now - Date.now();
  isKnown = true;
}

/** Whether the server has told its time; until then `serverNow` is what the device says, which may be years away. */
export function isServerNowKnown(): boolean {
  return isKnown;
}

/** Another clock of the device is noticed beyond so much; a slow line is not one. */
const TOLERATED_MS = 500;
/** After sleep the frames that waited come first: for so long their word does not put the time back. */
const SURE_AFTER_MS = 3000;
let aheadSince: number | null = null;

/**
 * Takes the server's time as its frames tell it, so that a device whose clock is set while the page is open counts no price as
 * older or younger than it is.
 * @param now at least so late it is for the server, Unix milliseconds.
 */
export function hearServerNow(now: number): void {
  const ahead = serverNow() - now;
  if (ahead >= -TOLERATED_MS && ahead <= TOLERATED_MS) {
    aheadSince = null;
    return;
  }
  aheadSince ??= steadyNow();
  if (ahead > 0 && steadyNow() - aheadSince < SURE_AFTER_MS) return;
  setServerNow(now);
  aheadSince = null;
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
