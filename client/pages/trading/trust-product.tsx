import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ProductDetail } from '../../features/trading/trust';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function TrustProductPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader title={t('trust.product')} back />
      <Column>
        <ProductDetail key={id} id={id} />
      </Column>
    </>
  );
}
