import { useTranslation } from 'react-i18next';
import { ApiKeyList } from '../../features/account/api-keys';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function ApiKeysPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('apiKeys.title')} back />
      <Column>
        <ApiKeyList />
      </Column>
    </>
  );
}
