import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalFactsView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { useWireTime } from '../../account/profile';
import styles from './withdrawals.module.css';

const REASONS = ['password', 'fund-password', 'authenticator', 'wallet-key', 'passkey', 'contact'] as const;
type Reason = (typeof REASONS)[number];

/** What stands in the way of a withdrawal now: holds with their reason and end, and the day's limit. */
export function Notes({ facts }: { facts: WithdrawalFactsView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  return (
    <>
      {facts.holds.length > 0 && (
        <div className={styles.note} role="note">
          <IconClockPause size={18} stroke={1.8} aria-hidden />
          <div>
            <p>{t('withdraw.held')}</p>
            <ul>
              {facts.holds.map(({ reason, until }) => (
                <li key={reason}>
                  {t(`withdraw.holds.${knownReason(reason)}`)} · {t('withdraw.until', { time: wireTime(until) })}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {facts.left_today === 0 && (
        <p className={styles.note} role="note">
          <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
          {t('withdraw.noneLeft')}
        </p>
      )}
    </>
  );
}

/** Why nothing can be asked for now, in words; null when something can. */
export function useObstacle({ holds, held_until, left_today }: WithdrawalFactsView): string | null {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  if (holds.length > 0) return `${t('withdraw.held')} ${t('withdraw.until', { time: wireTime(held_until) })}`;
  return left_today === 0 ? t('withdraw.noneLeft') : null;
}

function knownReason(reason: string): Reason {
  return REASONS.find((known) => known === reason) ?? 'password';
}
