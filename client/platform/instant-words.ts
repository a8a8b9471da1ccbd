import { useLanguage } from './preferences';

/** Writes an instant in the user's zone, which is said, because money depends on it. */
export function useInstant(): (at: number) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    calendar: 'gregory',
  });
  return (at) => format.format(at);
}
