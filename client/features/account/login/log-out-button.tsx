import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { logOut } from '../../../platform/log-out';
import { loginPath } from '../../../platform/login-path';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import styles from './login.module.css';

/** Logs out on this device, after a question. */
export function LogOutButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = () => {
    logOut();
    void navigate(loginPath('/pages/index/index'), { replace: true });
  };
  return (
    <div className={styles.sheet}>
      <Button variant="default" size="lg" mt={20} onClick={() => setAsking(true)}>
        {t('profile.logOut')}
      </Button>
      <ConfirmSheet
        opened={asking}
        title={t('profile.logOutQuestion')}
        action={t('profile.logOut')}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
