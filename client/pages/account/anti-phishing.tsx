import { useTranslation } from 'react-i18next';
import { AntiPhishingForm, useUser } from '../../features/account/profile';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function AntiPhishingPage() {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <>
      <PageHeader title={t('security.phishing')} back />
      <Column>{user && <AntiPhishingForm user={user} />}</Column>
    </>
  );
}
