import { useTranslation } from 'react-i18next';
import { useConnection } from './use-channel';
import { useFromNow } from './use-now';

/** A connection that is made sooner is not worth a word. */
const PATIENCE_MS = 1500;

/** What is the matter with the page's line to the server; null while it stands. */
export function useConnectionWords(): string | null {
  const { t } = useTranslation();
  const { state, since } = useConnection();
  const patient = useFromNow((now) => now - since < PATIENCE_MS);
  if (state === 'offline') return t('connection.offline');
  return state !== 'live' && !patient ? t(`connection.${state}`) : null;
}
