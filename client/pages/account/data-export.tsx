import { useTranslation } from 'react-i18next';
import { DataExports } from '../../features/account/data-exports';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function DataExportPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('security.dataExport')} back />
      <Column>
        <DataExports />
      </Column>
    </>
  );
}
