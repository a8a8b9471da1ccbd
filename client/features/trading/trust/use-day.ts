import { utcDay } from '../../../../server/contract/rules/trust.rules';
import { useInstant } from '../../../platform/instant-words';
import { useLanguage } from '../../../platform/preferences';
import { useFromNow } from '../../../platform/use-now';

/** The server's UTC day; it changes under an open page. */
export function useToday(): string {
  return useFromNow(utcDay);
}

/** Writes a UTC day in the language; where money moves at its start, that instant as the user's clock has it, with the zone. */
export function useDayWords(): (day: string, midnight?: boolean) => string {
  const language = useLanguage();
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC', calendar: 'gregory' });
  const instant = useInstant();
  return (day, midnight = false) => {
    const at = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(at)) return day;
    return midnight ? instant(at) : days.format(at);
  };
}
