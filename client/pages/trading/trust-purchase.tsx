import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Purchase } from '../../features/trading/trust';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function TrustPurchasePage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader title={t('trust.purchase')} back />
      <Column>
        <Purchase key={id} id={id} />
      </Column>
    </>
  );
}
