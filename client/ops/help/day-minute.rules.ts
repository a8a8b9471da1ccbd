/** A minute of the day as it is written, `09:30`; the end of the day is `24:00`. */
export function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** The minute of the day that was written; null for what is no time. */
export function minuteOf(text: string): number | null {
  const [, hours = '', minutes = ''] = /^([01]?[0-9]|2[0-4]):([0-5][0-9])$/.exec(text.trim()) ?? [];
  if (hours === '') return null;
  const minute = Number.parseInt(hours, 10) * 60 + Number.parseInt(minutes, 10);
  return minute <= 1440 ? minute : null;
}
