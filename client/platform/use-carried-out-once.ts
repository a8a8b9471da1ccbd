import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onAttemptsCarriedOutOnce } from './api';

/** Long enough to be read: the page may be about to say that all went well. */
const SHOWN_MS = 10_000;

/** Says that a command which was sent again was carried out once. For the frames of the pages. */
export function useCarriedOutOnce(say: (words: string, shownMs: number) => void): void {
  const { t } = useTranslation();
  useEffect(() => onAttemptsCarriedOutOnce(() => say(t('failure.carriedOutOnce'), SHOWN_MS)), [t, say]);
}
