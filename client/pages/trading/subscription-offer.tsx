import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OfferDetail } from '../../features/trading/subscription';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function SubscriptionOfferPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader followed title={t('subscription.offer')} back />
      <Column>
        <OfferDetail key={id} id={id} />
      </Column>
    </>
  );
}
