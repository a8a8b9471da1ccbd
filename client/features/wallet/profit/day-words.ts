import { useLanguage } from '../../../platform/preferences';

/** Writes a day of UTC: "5 Jan 2026". */
export function useDayWords(style: 'day' | 'month' | 'short' = 'day'): (day: string) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, {
    ...(style === 'short' ? {} : { year: 'numeric' }),
    month: style === 'month' ? 'long' : 'short',
    ...(style === 'month' ? {} : { day: 'numeric' }),
    timeZone: 'UTC',
    calendar: 'gregory',
  });
  return (day) => format.format(Date.parse(day));
}
