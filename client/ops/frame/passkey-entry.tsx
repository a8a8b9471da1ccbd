import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { canUsePasskeys } from '../../platform/passkeys';
import { Problem } from '../parts/desk-form';
import { useAct } from '../parts/use-act';
import { enterDesk } from './desk-session';
import { logInByPasskey } from './desk-passkeys';

/** The first way in: nothing is typed, and no page but the desk's own can be given it. */
export function PasskeyEntry() {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  if (!canUsePasskeys()) return null;
  return (
    <div className="desk-passkey">
      <Button size="lg" fullWidth loading={busy} onClick={() => run(async () => enterDesk(await logInByPasskey(t)))}>
        {t('login.passkey')}
      </Button>
      <Problem text={problem} />
      <p className="desk-note">{t('login.orPassword')}</p>
    </div>
  );
}
