import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { canUsePasskeys, PasskeyFailed } from '../../../platform/passkeys';
import styles from './login.module.css';
import { logInByPasskey } from './passkey-login.api';

/** Login with a passkey of this site; not shown where the browser knows none. */
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!canUsePasskeys()) return null;
  const enter = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await logInByPasskey();
      onDone();
    } catch (failure) {
      if (failure instanceof PasskeyFailed) setProblem(t(`passkeys.${failure.problem}`));
      else if (failure instanceof CallFailed) setProblem(failureWords(failure, t));
      else throw failure;
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.passkey}>
      <Button
        variant="default"
        size="lg"
        fullWidth
        loading={busy}
        leftSection={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
        onClick={() => void enter()}
      >
        {t('login.passkey')}
      </Button>
      <p role="status" className={styles.walletText}>
        {busy && t('passkeys.busy')}
      </p>
      {problem !== null && (
        <p role="alert" className={styles.alert}>
          {problem}
        </p>
      )}
    </div>
  );
}
