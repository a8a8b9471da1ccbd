import { useTranslation } from 'react-i18next';
import { ChangePasswordForm, useUser } from '../../features/account/profile';
import { loseSession } from '../../platform/session';
import { Column } from '../../ui/column';
import { FormIntro } from '../../ui/form';
import { PageHeader } from '../../ui/page-header';

/** Every session ends with the old password, this one too: the login page comes next and leads back to the settings. */
export default function ChangePasswordPage() {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <>
      <PageHeader title={t('pages.changePassword')} back />
      <Column>
        <FormIntro text={t('security.changeText')} />
        {user?.has_login_password === 0 && <FormIntro text={t('security.noPassword')} />}
        <ChangePasswordForm account={user?.account_number ?? ''} onDone={() => loseSession(t('forgot.done'))} />
      </Column>
    </>
  );
}
