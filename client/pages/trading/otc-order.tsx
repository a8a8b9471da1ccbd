import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { OrderDetail, RealMoneyOnly } from '../../features/trading/otc';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function OtcOrderPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader followed title={t('otc.order')} back />
      <Column>
        <RealMoneyOnly>
          <OrderDetail key={id} id={id} />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
