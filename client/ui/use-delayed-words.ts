import { useTranslation } from 'react-i18next';
import { formatSpan } from '../platform/format';
import { useLanguage } from '../platform/preferences';

/** So long an age is said in seconds. */
export const MINUTE_SECONDS = 60;

/** Says that a figure is late: in seconds for a minute, and then in the largest unit, which somebody can read at a glance. */
export function useDelayedWords(): (seconds: number) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (seconds) =>
    seconds < MINUTE_SECONDS
      ? t('status.delayed', { seconds })
      : t('status.delayedFor', { span: formatSpan(seconds, language) });
}
