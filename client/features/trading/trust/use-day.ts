import { utcDay } from '../../../../server/contract/rules/trust.rules';
import { useLanguage } from '../../../platform/preferences';
import { useFromNow } from '../../../platform/use-now';

/** The server's UTC day; it changes under an open page. */
export function useToday(): string {
  return useFromNow(utcDay);
}

/** Writes a UTC day in the language; with the hour and the zone where money moves at its start. */
export function useDayWords(): (day: string, midnight?: boolean) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC', calendar: 'gregory' });
  return (day, midnight = false) => {
    const at = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(at)) return day;
    return midnight ? `${format.format(at)}, 00:00 UTC` : format.format(at);
  };
}
