import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ApplicationDetail } from '../../features/trading/ieo';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function IeoApplicationPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader followed title={t('ieo.application')} back />
      <Column>
        <ApplicationDetail key={id} id={id} />
      </Column>
    </>
  );
}
