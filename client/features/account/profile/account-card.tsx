import { IconChevronRight, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { loginPath } from '../../../platform/login-path';
import { useSessionUser } from '../../../platform/session';
import styles from './account-card.module.css';
import { useUser } from './use-user';
import { verificationWord } from './verification-word';

/** Who is logged in, or the invitation to log in. */
export function AccountCard() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const known = useSessionUser();
  const user = useUser();
  const to = known ? '/pages/settings/account/index' : loginPath(pathname + search);
  return (
    <Link to={to} className={styles.card}>
      <span className={styles.face} aria-hidden>
        {user ? [...user.account_number].slice(0, 1).join('').toUpperCase() : <IconUser size={24} stroke={1.6} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          {known ? <AccountWords account={user?.account_number ?? ''} /> : t('profile.guest')}
        </span>
        {known ? (
          <span className={styles.small}>
            {t('profile.id', { id: known.id })}
            {user && (
              <span className={styles.pill} data-verified={user.review_status === 2 || undefined}>
                {t(`profile.${verificationWord(user.review_status)}`)}
              </span>
            )}
          </span>
        ) : (
          <span className={styles.small}>{t('profile.guestText')}</span>
        )}
      </span>
      <IconChevronRight size={18} className={styles.arrow ?? ''} aria-hidden />
    </Link>
  );
}

/** A long address breaks before its sign rather than inside a word. */
function AccountWords({ account }: { account: string }) {
  const at = account.indexOf('@');
  if (at < 0) return account;
  return (
    <>
      {account.slice(0, at)}
      <wbr />
      {account.slice(at)}
    </>
  );
}
