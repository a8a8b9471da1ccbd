import { ActionIcon } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { type ContactValues, LoginForm, PasskeyLogin, returnPath, WalletLogin } from '../../features/account/login';
import { isLoggedIn } from '../../platform/session';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';
import { toast } from '../../ui/toast';
import styles from './login.module.css';

/** Login; afterwards `backpage` opens in its place, or with `backtype=back` the page before. */
export default function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const made = useLocation().state as Partial<ContactValues> | null;
  const [already] = useState(isLoggedIn);
  const back = returnPath(search.get('backpage'));
  if (already) return <Navigate to={back} replace />;
  const done = () => {
    toast(t('login.success'));
    const canGoBack = ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0;
    void (search.get('backtype') === 'back' && canGoBack ? navigate(-1) : navigate(back, { replace: true }));
  };
  const language = (
    <ActionIcon component={Link} to="/pages/settings/language/language" aria-label={t('settings.language')}>
      <IconWorld size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <PageHeader title={t('pages.login')} back actions={language} />
      <Column>
        <FormIntro title={t('login.title')} text={t(search.has('backpage') ? 'login.invited' : 'login.text')} />
        <LoginForm initial={made ?? {}} onDone={done} />
        <PasskeyLogin onDone={done} />
        <p className={styles.foot}>
          {t('login.noAccount')}
          <Link to={`/pages/user/login/register?${search.toString()}`} className={styles.link}>
            {t('login.register')}
          </Link>
        </p>
        <WalletLogin invitation={(search.get('code') ?? '').slice(0, 40)} onDone={done} />
      </Column>
    </>
  );
}
