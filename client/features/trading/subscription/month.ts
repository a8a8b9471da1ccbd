const DAYS_OF_A_WEEK = 7;

/** The first instant of the month of an instant in the reader's zone, so many months later. */
export function monthOf(at: number, later: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth() + later, 1).getTime();
}

/** The day of the month of an instant in the reader's zone. */
export function dayOf(at: number): number {
  return new Date(at).getDate();
}

/** The weeks of a month from Monday on; 0 stands where a day belongs to another month. */
export function weeksOf(first: number): number[][] {
  const begin = new Date(first);
  const days = new Date(begin.getFullYear(), begin.getMonth() + 1, 0).getDate();
  const before = (begin.getDay() + DAYS_OF_A_WEEK - 1) % DAYS_OF_A_WEEK;
  const places = Math.ceil((before + days) / DAYS_OF_A_WEEK) * DAYS_OF_A_WEEK;
  const all = Array.from({ length: places }, (_none, place) => {
    const day = place - before + 1;
    return day > 0 && day <= days ? day : 0;
  });
  return Array.from({ length: places / DAYS_OF_A_WEEK }, (_none, week) =>
    all.slice(week * DAYS_OF_A_WEEK, (week + 1) * DAYS_OF_A_WEEK),
  );
}
