import { useTranslation } from 'react-i18next';
import { PaymentMethods, RealMoneyOnly } from '../../features/trading/otc';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function OtcPaymentsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('otc.payments')} back />
      <Column>
        <RealMoneyOnly>
          <PaymentMethods />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
