import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OrderDetail } from '../../features/trading/subscription';
import { RealMoneyOnly } from '../../features/wallet/demo';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function SubscriptionOrderPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader followed title={t('subscription.order')} back />
      <Column>
        <RealMoneyOnly>
          <OrderDetail key={id} id={id} />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
