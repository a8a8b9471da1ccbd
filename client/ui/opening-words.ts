import { useLanguage } from '../platform/preferences';
import { serverNow } from '../platform/server-clock';
import type { Language } from '../../server/contract/errors';

/** Within this time the day of the week says which day is meant. */
const WEEK_MS = 6 * 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** When a market opens, in the zone and the language of the user: "Mon 22:30", further ahead "28 Dec 22:30". */
export function openingWords(at: number, now: number, language: Language): string {
  const isNear = at - now < WEEK_MS;
  const day = formatOf(language, isNear ? 'weekday' : 'day').format(at);
  return `${day} ${formatOf(language, 'time').format(at)}`;
}

const PARTS = {
  weekday: { weekday: 'short' },
  day: { month: 'short', day: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const;

function formatOf(language: Language, part: keyof typeof PARTS): Intl.DateTimeFormat {
  const key = `${language} ${part}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, PARTS[part]);
  formats.set(key, format);
  return format;
}

/** The same for the page's user; null where it is not known. */
export function useOpeningWords(at: number | null): string | null {
  const language = useLanguage();
  return at === null ? null : openingWords(at, serverNow(), language);
}
