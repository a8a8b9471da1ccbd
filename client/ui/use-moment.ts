import { useMemo } from 'react';
import { useLanguage } from '../platform/preferences';

/** Writes an instant as date and time to the second, in the zone and the language of the user. */
export function useMoment(): (at: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, {
      dateStyle: 'medium',
      timeStyle: 'medium',
      hourCycle: 'h23',
      calendar: 'gregory',
    });
    return (at) => format.format(at);
  }, [language]);
}
