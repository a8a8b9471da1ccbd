import { useTranslation } from 'react-i18next';
import { TotpSetup, useUser } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function AuthenticatorPage() {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <>
      <PageHeader title={t('security.totp')} back />
      <Column>{user && <TotpSetup user={user} />}</Column>
    </>
  );
}
