import { IconArrowBarToDown, IconArrowBarUp, IconArrowsExchange, IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './quick-actions.module.css';

/** The ways in, out and across. `transferPath` may name the account to transfer from. */
export function QuickActions({ transferPath = '/pages/transfer/index' }: { transferPath?: string }) {
  const { t } = useTranslation();
  const actions = [
    { to: '/pages/deposit/index', words: t('pages.deposit'), icon: IconArrowBarToDown },
    { to: '/pages/withdraw/index', words: t('pages.withdraw'), icon: IconArrowBarUp },
    { to: transferPath, words: t('wallet.transfer'), icon: IconArrowsExchange },
    { to: '/pages/assets/record', words: t('wallet.records'), icon: IconListDetails },
  ];
  return (
    <nav className={styles.actions}>
      {actions.map(({ to, words, icon: Icon }) => (
        <Link key={to} to={to} className={styles.action}>
          <span className={styles.icon}>
            <Icon size={22} stroke={1.6} aria-hidden />
          </span>
          <span className={styles.words}>{words}</span>
        </Link>
      ))}
    </nav>
  );
}
