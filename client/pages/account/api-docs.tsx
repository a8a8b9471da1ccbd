import { useTranslation } from 'react-i18next';
import { ApiDocs } from '../../features/account/api-keys';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function ApiDocsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('apiDocs.title')} back />
      <Column>
        <ApiDocs />
      </Column>
    </>
  );
}
