/** When somebody is at the help desk: on which days, from and until which minute of the day, UTC. */
export interface HelpHours {
  /** 0 Sunday to 6 Saturday. */
  days: readonly number[];
  /** 0 to 1439. */
  opensAt: number;
  /** 1 to 1440, after `opensAt`. */
  closesAt: number;
}

/** Round the clock, until the desk says otherwise. */
export const ALWAYS: HelpHours = { days: [0, 1, 2, 3, 4, 5, 6], opensAt: 0, closesAt: 1440 };

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** 1 January 1970 was a Thursday. */
const FIRST_DAY = 4;

/** Whether somebody is there now, and if not, when somebody is next, Unix milliseconds; null: on no day. */
export function helpIsOpen(hours: HelpHours, now: number): { isOpen: boolean; nextAt: number | null } {
  const today = Math.floor(now / DAY_MS);
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = today + ahead;
    if (!hours.days.includes((((day + FIRST_DAY) % 7) + 7) % 7)) continue;
    const opens = day * DAY_MS + hours.opensAt * MINUTE_MS;
    const closes = day * DAY_MS + hours.closesAt * MINUTE_MS;
    if (now >= opens && now < closes) return { isOpen: true, nextAt: null };
    if (now < opens) return { isOpen: false, nextAt: opens };
  }
  return { isOpen: false, nextAt: null };
}
