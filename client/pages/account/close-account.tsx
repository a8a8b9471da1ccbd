import { useTranslation } from 'react-i18next';
import { CloseAccount } from '../../features/account/erasure';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function CloseAccountPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('security.closeAccount')} back />
      <Column>
        <CloseAccount />
      </Column>
    </>
  );
}
