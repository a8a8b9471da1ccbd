import { useTranslation } from 'react-i18next';
import type { AgeState } from '../../../ui/age';
import { useOpeningWords } from '../../../ui/opening-words';

/** That the market is closed and when it opens; null while it is not closed, or when nobody knows until when. */
export function useClosedWords(age: AgeState): string | null {
  const { t } = useTranslation();
  const opens = useOpeningWords(age.kind === 'closed' || age.kind === 'holiday' ? age.opensAt : null);
  return opens === null ? null : t('status.marketOpens', { time: opens });
}
