import { Button } from '@mantine/core';
import { IconIdBadge2, IconLockPassword, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SessionUser } from '../../../platform/session';
import styles from './withdrawals.module.css';

/** What has to be done before anything can be withdrawn; null when nothing has. */
export type Missing = 'verification' | 'review' | 'fundPassword' | null;

export function missingOf({ review_status, has_fund_password }: SessionUser): Missing {
  if (review_status !== 2) return review_status === 1 ? 'review' : 'verification';
  return has_fund_password === 0 ? 'fundPassword' : null;
}

const ICONS: Record<Exclude<Missing, null>, TablerIcon> = {
  verification: IconIdBadge2,
  review: IconIdBadge2,
  fundPassword: IconLockPassword,
};
const WAYS: Record<Exclude<Missing, null>, string> = {
  verification: '/pages/verification/index',
  review: '/pages/verification/index',
  fundPassword: '/pages/settings/security/changePayPassword',
};

/** Asks the user to do first what comes first. */
export function Gate({ missing }: { missing: Exclude<Missing, null> }) {
  const { t } = useTranslation();
  const Icon = ICONS[missing];
  return (
    <div className={styles.gate}>
      <span className={styles.gateIcon} data-tone={missing === 'review' ? 'warn' : undefined} aria-hidden>
        <Icon size={36} stroke={1.5} />
      </span>
      <h2 className={styles.gateTitle}>{t(`withdraw.gate.${missing}Title`)}</h2>
      <p className={styles.gateText}>{t(`withdraw.gate.${missing}Text`)}</p>
      <div className={styles.gateActions}>
        <Button size="lg" component={Link} to={WAYS[missing]}>
          {t(`withdraw.gate.${missing}Action`)}
        </Button>
      </div>
    </div>
  );
}
