import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AllotmentTable } from '../../features/trading/ieo';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function IeoAllotmentPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader title={t('ieo.table')} back />
      <Column>
        <AllotmentTable key={id} id={id} />
      </Column>
    </>
  );
}
