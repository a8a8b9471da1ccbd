import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { loginPath } from '../../../platform/login-path';
import { EmptyState } from '../../../ui/empty-state';
import { Safety } from './help-chat';
import styles from './help-chat.module.css';

/** What a visitor can do who is not logged in: log in, or look for help in the articles. */
export function HelpGuest({ back }: { back: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toLogin = () => void navigate(loginPath(back));
  return (
    <div className={styles.chat}>
      <Safety />
      <EmptyState text={t('helpChat.guest')} action={{ label: t('login.submit'), onClick: toLogin }} />
      <p className={styles.guest}>
        <Link to="/pages/help/center/index">{t('helpChat.toHelp')}</Link>{' '}
        <Link to="/pages/user/login/forgetPassword">{t('login.forgot')}</Link>
      </p>
    </div>
  );
}
