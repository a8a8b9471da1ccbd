import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ApiKeyList } from '../../features/account/api-keys';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function SubAccountKeysPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader title={t('subAccounts.keysTitle')} back />
      <Column>
        <ApiKeyList key={id} subAccountId={id} />
      </Column>
    </>
  );
}
