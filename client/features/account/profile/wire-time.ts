import { useInstant } from '../../../platform/instant-words';
import { useLanguage } from '../../../platform/preferences';

/** Unix milliseconds of the wire's `YYYY-MM-DD HH:mm:ss`, which is UTC; null for anything else. */
export function readWireTime(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Shows a time of the wire in the user's zone and language. */
export function useWireTime(): (text: string) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    calendar: 'gregory',
  });
  return (text) => {
    const at = readWireTime(text);
    return at === null ? text : format.format(at);
  };
}

/** The same with the zone, where money depends on it. */
export function useZonedWireTime(): (text: string) => string {
  const instant = useInstant();
  return (text) => {
    const at = readWireTime(text);
    return at === null ? text : instant(at);
  };
}
