import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OrderDetail } from '../../features/trading/trust';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function TrustOrderPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader title={t('trust.order')} back />
      <Column>
        <OrderDetail key={id} id={id} />
      </Column>
    </>
  );
}
