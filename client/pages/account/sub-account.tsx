import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SubAccountDetail } from '../../features/account/sub-accounts';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function SubAccountPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader title={t('subAccounts.title')} back />
      <Column>
        <SubAccountDetail key={id} id={id} />
      </Column>
    </>
  );
}
