import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ComplaintDetail } from '../../features/account/complaints';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function ComplaintPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader followed title={t('pages.complaint')} back />
      <Column>
        <ComplaintDetail key={id} id={id} />
      </Column>
    </>
  );
}
