import { useMemo } from 'react';
import { useLanguage } from '../../platform/preferences';

/** Writes an instant as date and time in the zone of the user. */
export function useTime(): (at: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(language, {
      dateStyle: 'short',
      timeStyle: 'medium',
      hourCycle: 'h23',
      calendar: 'gregory',
    });
    return (at) => format.format(at);
  }, [language]);
}
