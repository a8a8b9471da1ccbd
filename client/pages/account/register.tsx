import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { type ContactValues, RegisterForm, returnPath } from '../../features/account/login';
import { isLoggedIn } from '../../platform/session';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';
import { toast } from '../../ui/toast';
import styles from './login.module.css';

/**
 * Registration. `code` of an invitation link is filled in. Whoever has registered is logged in, and goes on to where
 * the login would have led; where that takes a step more, the login page knows the account's name.
 */
export default function RegisterPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [already] = useState(isLoggedIn);
  const login = `/pages/user/login/login?${new URLSearchParams(search).toString()}`;
  const done = ({ kind, email, phone, username, country, dialCode }: ContactValues, loggedIn: boolean) => {
    toast(t(loggedIn ? 'register.welcome' : 'register.done'));
    if (loggedIn) void navigate(returnPath(search.get('backpage')), { replace: true });
    else void navigate(login, { replace: true, state: { kind, email, phone, username, country, dialCode } });
  };
  // Nobody takes the place of who is logged in here.
  if (already) return <Navigate to={returnPath(search.get('backpage'))} replace />;
  return (
    <>
      <PageHeader title={t('pages.register')} back />
      <Column>
        <FormIntro title={t('register.title')} text={t('register.text')} />
        <RegisterForm invitation={(search.get('code') ?? '').slice(0, 40)} onDone={done} />
        <p className={styles.foot}>
          {t('register.haveAccount')}
          <Link to={login} replace className={styles.link}>
            {t('login.submit')}
          </Link>
        </p>
      </Column>
    </>
  );
}
