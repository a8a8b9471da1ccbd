import { useTranslation } from 'react-i18next';
import { SubAccountList } from '../../features/account/sub-accounts';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function SubAccountsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('subAccounts.title')} back />
      <Column>
        <SubAccountList />
      </Column>
    </>
  );
}
