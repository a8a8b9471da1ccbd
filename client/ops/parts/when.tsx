import { useTranslation } from 'react-i18next';
import type { Language } from '../../../server/contract/errors';
import { UNKNOWN } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useFromNow } from '../../platform/use-now';

const formats = new Map<Language, Intl.DateTimeFormat>();
/** Where a date of digits begins with the year; elsewhere day and month are told apart by the month's name. */
const YEAR_FIRST: ReadonlySet<Language> = new Set(['zh', 'zh-Hant', 'ja', 'ko']);

/** An instant in the operator's zone, to the second. */
export function formatMoment(at: number, language: Language): string {
  let format = formats.get(language);
  if (!format) {
    const isYearFirst = YEAR_FIRST.has(language);
    format = new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: isYearFirst ? '2-digit' : 'short',
      day: isYearFirst ? '2-digit' : 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(language, format);
  }
  return format.format(at);
}

/** An instant; its exact text in UTC is in the title. */
export function When({ at }: { at: number | null }) {
  const language = useLanguage();
  if (at === null) return <span>{UNKNOWN}</span>;
  const exact = new Date(at).toISOString();
  return (
    <time dateTime={exact} title={exact} className="desk-when">
      {formatMoment(at, language)}
    </time>
  );
}

const STEPS = [
  { key: 'days', seconds: 86_400 },
  { key: 'hours', seconds: 3600 },
  { key: 'minutes', seconds: 60 },
] as const;

/** A span in its largest whole unit. */
export function spanOf(milliseconds: number): { key: 'days' | 'hours' | 'minutes' | 'seconds'; count: number } {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const step = STEPS.find((known) => seconds >= known.seconds);
  return step ? { key: step.key, count: Math.floor(seconds / step.seconds) } : { key: 'seconds', count: seconds };
}

/** How long ago something began, in words. */
export function useAge(at: number): string {
  const { t } = useTranslation('desk');
  return useFromNow((now) => {
    const { key, count } = spanOf(now - at);
    return t(`age.${key}`, { count });
  });
}

export function Age({ at }: { at: number }) {
  return <span className="numbers">{useAge(at)}</span>;
}
