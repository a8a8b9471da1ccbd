import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { MINUTE_SECONDS } from '../../../ui/use-delayed-words';

/** How long ago: in seconds for a minute, and then in the largest unit. */
export function useAgoWords(): (seconds: number) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (seconds) =>
    seconds < MINUTE_SECONDS
      ? t('futures.ago', { seconds })
      : t('futures.agoFor', { span: formatSpan(seconds, language) });
}
