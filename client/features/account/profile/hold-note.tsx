import { IconClockPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './account.module.css';
import type { ProofNeeds } from './use-proof';

/** For how long withdrawals wait after what is about to be done. */
export function HoldNote({ needs }: { needs: ProofNeeds }) {
  const { t } = useTranslation();
  const hours = needs.view?.hold_hours ?? 0;
  if (hours === 0) return null;
  return (
    <p className={styles.hold}>
      <IconClockPause size={18} stroke={1.8} aria-hidden />
      {t('proof.hold', { hours })}
    </p>
  );
}
