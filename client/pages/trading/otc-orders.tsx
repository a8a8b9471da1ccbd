import { useTranslation } from 'react-i18next';
import { OrderList, RealMoneyOnly } from '../../features/trading/otc';
import { ExportLink } from '../../features/wallet/exports';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function OtcOrdersPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader followed title={t('otc.myOrders')} back actions={<ExportLink list="otc.orders" />} />
      <Column>
        <RealMoneyOnly>
          <OrderList />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
