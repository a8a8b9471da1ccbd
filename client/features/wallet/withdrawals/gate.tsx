import { Button } from '@mantine/core';
import { IconClockPause, IconIdBadge2, IconLockPassword, IconShieldLock, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ProofsView } from '../../../../server/contract/account/proofs.dto';
import type { SessionUser } from '../../../platform/session';
import styles from './withdrawals.module.css';

/** What has to be done, or waited for, before anything can be withdrawn; null when nothing has. */
export type Missing = 'verification' | 'review' | 'fundPassword' | 'secondFactor' | 'newContact' | null;

export function missingOf(user: SessionUser, { possible }: Pick<ProofsView, 'possible'>): Missing {
  if (user.review_status !== 2) return user.review_status === 1 ? 'review' : 'verification';
  if (user.has_fund_password === 0) return 'fundPassword';
  if (possible === 1) return null;
  // A contact is a second factor from the end of the hold that its change began.
  return user.email || user.phone ? 'newContact' : 'secondFactor';
}

const AUTHENTICATOR = '/pages/settings/security/authenticator';
const WAITING: readonly Missing[] = ['review', 'newContact'];
const ICONS: Record<Exclude<Missing, null>, TablerIcon> = {
  verification: IconIdBadge2,
  review: IconIdBadge2,
  fundPassword: IconLockPassword,
  secondFactor: IconShieldLock,
  newContact: IconClockPause,
};
const WAYS: Record<Exclude<Missing, null>, string> = {
  verification: '/pages/verification/index',
  review: '/pages/verification/index',
  fundPassword: '/pages/settings/security/changePayPassword',
  secondFactor: '/pages/settings/security/contact',
  newContact: AUTHENTICATOR,
};

/** Asks the user to do first what comes first. */
export function Gate({ missing }: { missing: Exclude<Missing, null> }) {
  const { t } = useTranslation();
  const Icon = ICONS[missing];
  return (
    <div className={styles.gate}>
      <span className={styles.gateIcon} data-tone={WAITING.includes(missing) ? 'warn' : undefined} aria-hidden>
        <Icon size={36} stroke={1.5} />
      </span>
      <h2 className={styles.gateTitle}>{t(`withdraw.gate.${missing}Title`)}</h2>
      <p className={styles.gateText}>{t(`withdraw.gate.${missing}Text`)}</p>
      <div className={styles.gateActions}>
        <Button size="lg" component={Link} to={WAYS[missing]}>
          {t(`withdraw.gate.${missing}Action`)}
        </Button>
        {missing === 'secondFactor' && (
          <Button size="lg" variant="default" component={Link} to={AUTHENTICATOR}>
            {t('withdraw.gate.newContactAction')}
          </Button>
        )}
      </div>
    </div>
  );
}
